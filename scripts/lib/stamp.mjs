// Prints a digest of files and of the Node.js version. A build whose sources have the same digest need not be repeated.
//
//   node scripts/lib/stamp.mjs ROOT PATH...   paths are relative to ROOT; folders include all their files
//
// Tests, and files that tools write, are left out, because they are not part of a build.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const leftOut = /(^|\/)(node_modules|\.next|target|var|test-results|playwright-report)$|\.test\.tsx?$|\.tsbuildinfo$/;

const [root, ...paths] = process.argv.slice(2);
const digest = createHash("sha256").update(process.version);

function add(path) {
  if (leftOut.test(path)) return;
  const full = join(root, path);
  if (!existsSync(full)) return;
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).sort()) add(join(path, name));
  } else {
    digest.update(`\0${path}\0`).update(readFileSync(full));
  }
}

for (const path of paths) add(path);
console.log(digest.digest("hex"));
