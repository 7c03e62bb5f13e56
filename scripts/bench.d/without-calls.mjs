// Makes a copy of the app ask nobody: what its server reads once is kept for ever. The pages, their layout, header and texts stay
// the same, so it is the ceiling of a page that is rendered per request.
//
//   node without-calls.mjs APP_FOLDER
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const app = process.argv[2];

/** Changes a file; a pattern that is not there any more is a fault, or the ceiling would quietly be none. */
function change(file, ...changes) {
  const path = join(app, "src", file);
  let text = readFileSync(path, "utf8");
  for (const [pattern, by] of changes) {
    if (!text.match(pattern)) throw new Error(`${file} has no ${pattern} any more: mend scripts/bench.d/without-calls.mjs`);
    text = text.replace(pattern, by);
  }
  writeFileSync(path, text);
}

const kept = `
const keptAnswers = new Map<string, Promise<Answer>>();

/** Asks once and answers the same ever after. */
export function send(call: Call): Promise<Answer> {
  const key = \`\${call.method} \${call.url} \${call.body}\`;
  const answer = keptAnswers.get(key) ?? sendNow(call);
  keptAnswers.set(key, answer);
  return answer;
}

/** As React's cache, but over requests: the values themselves are kept. */
export function keep<A extends unknown[], T>(read: (...given: A) => Promise<T>): (...given: A) => Promise<T> {
  const values = new Map<string, Promise<T>>();
  return (...given) => {
    const key = JSON.stringify(given);
    const found = values.get(key) ?? read(...given);
    values.set(key, found);
    return found;
  };
}
`;
// Calls of the browser go on to the API as ever; only what the app's server itself asks is kept.
change("api/send.ts", [/export function send\(/, `${kept}\nfunction sendNow(`]);
change(
  "api/server.ts",
  [/import \{ cache \} from "react";\n/, ""],
  [/import \{ Call, send \} from "\.\/send";/, 'import { Call, keep as cache, send } from "./send";'],
);

// Tests are no part of what is built.
for (const file of readdirSync(join(app, "src"), { recursive: true, encoding: "utf8" })) {
  if (/\.test\.tsx?$/.test(file)) writeFileSync(join(app, "src", file), "export {};\n");
}
