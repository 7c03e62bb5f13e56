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
const keptAnswers = new Map<string, Promise<[string, number]>>();

/** Asks once and answers the same ever after. */
export async function keptFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const body = request.method === "GET" ? undefined : await request.text();
  const key = \`\${request.method} \${request.url} \${body}\`;
  let answer = keptAnswers.get(key);
  if (!answer) {
    answer = fetch(request.url, { method: request.method, body, headers: { "content-type": "application/json" }, cache: "no-store" })
      .then(async (got) => [await got.text(), got.status]);
    keptAnswers.set(key, answer);
  }
  const [text, status] = await answer;
  return new Response(text, { status, headers: { "content-type": "application/json" } });
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
writeFileSync(join(app, "src/api/kept.ts"), kept);
change(
  "api/server.ts",
  [/import \{ cache \} from "react";/, 'import { keep as cache, keptFetch } from "./kept";'],
  [/baseUrl: apiRoot\(\), cache: "no-store" \}/, 'baseUrl: apiRoot(), cache: "no-store", fetch: keptFetch }'],
);
// Calls of the browser go on to the API as ever; only what the proxy itself asks is kept.
change("proxy.ts", [/await fetch\(`/g, "await keptFetch(`"], [/^import /m, 'import { keptFetch } from "@/api/kept";\nimport ']);

// Tests are no part of what is built.
for (const file of readdirSync(join(app, "src"), { recursive: true, encoding: "utf8" })) {
  if (/\.test\.tsx?$/.test(file)) writeFileSync(join(app, "src", file), "export {};\n");
}
