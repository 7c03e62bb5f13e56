// Changes a copy of the app so that its server caches all API responses indefinitely. Pages, layout, header and texts stay the same, so this
// app is the upper limit for a page that is rendered per request.
//
//   node without-calls.mjs APP_FOLDER
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const app = process.argv[2];

/** Applies changes to a file. A missing pattern is an error; otherwise the cache would silently be missing. */
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
const keptAnswers = new Map<string, Promise<ApiResponse>>();

/** Calls once, and then always returns the same result. */
export function send(call: Call): Promise<ApiResponse> {
  const key = \`\${call.method} \${call.url} \${call.body}\`;
  const answer = keptAnswers.get(key) ?? sendNow(call);
  keptAnswers.set(key, answer);
  return answer;
}

/** Like React's cache, but across requests: the values themselves are stored. */
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
// The browser still calls the API; only calls of the app's server are cached.
change("api/send.ts", [/export function send\(/, `${kept}\nfunction sendNow(`]);
change(
  "api/server.ts",
  [/import \{ cache \} from "react";\n/, ""],
  [/import \{ send \} from "\.\/send";/, 'import { keep as cache, send } from "./send";'],
);

// Tests are not part of the build.
for (const file of readdirSync(join(app, "src"), { recursive: true, encoding: "utf8" })) {
  if (/\.test\.tsx?$/.test(file)) writeFileSync(join(app, "src", file), "export {};\n");
}
