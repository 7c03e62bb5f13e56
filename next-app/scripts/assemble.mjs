// Next.js leaves static files out of a standalone build, because a CDN would serve them. This shop starts with one
// command, so this script copies the static files and the public folder to where the standalone server looks for them.
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const app = join(import.meta.dirname, "..");
const standalone = join(app, ".next", "standalone");

cpSync(join(app, ".next", "static"), join(standalone, ".next", "static"), { recursive: true });
if (existsSync(join(app, "public"))) {
  cpSync(join(app, "public"), join(standalone, "public"), { recursive: true });
}

cpSync(join(import.meta.dirname, "edge.mjs"), join(standalone, "edge.mjs"));
const server = join(standalone, "server.js");
writeFileSync(server, `import "./edge.mjs";\n${readFileSync(server, "utf8")}`);
