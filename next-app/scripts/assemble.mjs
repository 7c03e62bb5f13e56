// Prepares the static files for the door, which serves them: scripts get a hint for the browser, and each file is
// compressed. Then copies them and the public folder to where the standalone server looks for them, because Next.js
// leaves them out of a standalone build.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const app = join(import.meta.dirname, "..");
const standalone = join(app, ".next", "standalone");

// Chromium compiles all functions of a script with this first line while it arrives, on another thread, instead of each
// at its first call, where visitors wait for it. Other browsers read a comment.
// https://v8.dev/blog/explicit-compile-hints
const COMPILE_HINT = "//# allFunctionsCalledOnLoad\n";
/** The bytes from which a script gets the hint. A smaller one compiles in no time, and would only grow. */
const HINTED_FROM = 10_000;

const files = join(app, ".next", "static");
for (const file of readdirSync(files, { recursive: true, encoding: "utf8" })) {
  if (!/\.(js|css|svg|json|txt)$/.test(file)) continue;
  const path = join(files, file);
  let content = readFileSync(path);
  if (file.endsWith(".js") && content.length >= HINTED_FROM) {
    content = Buffer.concat([Buffer.from(COMPILE_HINT), content]);
    writeFileSync(path, content);
  }
  writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  writeFileSync(`${path}.br`, brotliCompressSync(content));
}

cpSync(files, join(standalone, ".next", "static"), { recursive: true });
if (existsSync(join(app, "public"))) {
  cpSync(join(app, "public"), join(standalone, "public"), { recursive: true });
}

for (const name of ["connections.mjs", "direct-pages.mjs"]) {
  cpSync(join(import.meta.dirname, name), join(standalone, name));
}
const begin = `import "./connections.mjs";
import { answerDirectly } from "./direct-pages.mjs";
answerDirectly();
`;
const server = join(standalone, "server.js");
writeFileSync(server, begin + readFileSync(server, "utf8"));
