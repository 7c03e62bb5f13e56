// Builds both services at the same time and shows how far they are: in a terminal on one line that changes, elsewhere
// as a line now and then. Says nothing if everything is up to date. Errors are shown whole.
//
//   node scripts/lib/build.mjs PROFILE   a profile of Cargo.toml; if it is empty, only the app is built
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { crates, duration, estimate, kindOf, Tally } from "./progress.mjs";

const root = join(import.meta.dirname, "..", "..");
const target = process.env.CARGO_TARGET_DIR || join(root, "target");
const profile = process.argv[2];
/** The services that were never built here. */
const missing = [
  profile && !existsSync(join(target, profile, "midway")) && "api",
  !existsSync(join(root, "next-app/.next/standalone/server.js")) && "app",
].filter(Boolean);

/** In this time it becomes clear whether anything has to be built. */
const SILENT_MS = 1500;
/** Between two lines in a log. */
const LOG_MS = 30_000;

const begun = Date.now();
const running = new Set();
/** What each service is doing, in the order in which they are shown. */
const states = new Map();

// ── Display

let shown = "";
let isSilent = true;
let announced = false;

function erase() {
  if (process.stdout.isTTY && shown) process.stdout.write("\r\x1b[K");
  shown = "";
}

/** Prints text above the line that changes. */
function print(what) {
  erase();
  process.stdout.write(what);
}

function show() {
  if (isSilent) return;
  if (!announced) {
    announced = true;
    const cores = availableParallelism();
    const first = `Building for the first time; on ${cores} cores this takes about ${estimate(missing, cores)}.\n`;
    print(missing.length > 0 ? first : "Building what changed …\n");
  }
  const line = [...states].map(([service, state]) => `${service}: ${state}`).join(" · ");
  const now = `${duration(Date.now() - begun)}  ${line}`;
  if (process.stdout.isTTY) {
    const fitting = now.slice(0, (process.stdout.columns || 80) - 1);
    if (fitting !== shown) process.stdout.write(`\r\x1b[K${fitting}`);
    shown = fitting;
  } else {
    process.stdout.write(`${now}\n`);
  }
}

/** A service begins its next step. */
function begin(service, step) {
  states.set(service, step);
  if (!process.stdout.isTTY) show();
}

// ── Processes

/** Each process leads a group of its own, so that it can be ended with all its children. */
function start(service, command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const ended = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      running.delete(child);
      if (code === 0) resolve();
      else reject(new Error(`The ${service} could not be built.`));
    });
  });
  return { child, ended };
}

let stopping = false;

function stop() {
  stopping = true;
  for (const child of running) {
    try {
      process.kill(-child.pid, "SIGTERM");
    } catch {
      // It has ended in the meantime.
    }
  }
}

for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]]) {
  process.on(signal, () => {
    stop();
    erase();
    process.exit(code);
  });
}

// ── The services

async function buildApi() {
  const color = process.stdout.isTTY && !process.env.NO_COLOR ? "always" : "never";
  const cargo = (...args) => {
    const it = start("API", "cargo", args, { CARGO_TERM_COLOR: color });
    createInterface({ input: it.child.stderr }).on("line", (line) => {
      const kind = kindOf(line);
      if (kind === "waits") begin("API", "waiting for another build of cargo in this folder");
      if (kind === "text") print(`${line}\n`);
    });
    return it;
  };
  begin("API", "downloading crates");
  // Downloads what is missing, too.
  const tree = cargo("tree", "--locked", "--package=midway", "--edges=normal,build", "--prefix=none");
  const [listed] = await Promise.all([text(tree.child.stdout), tree.ended]);
  const tally = new Tally(crates(listed));
  begin("API", tally.state());
  const build = cargo("build", `--profile=${profile}`, "--locked", "--package=midway", "--bin=midway",
    "--message-format=json-render-diagnostics");
  createInterface({ input: build.child.stdout }).on("line", (message) => {
    tally.add(JSON.parse(message));
    states.set("API", tally.state());
  });
  await build.ended;
  begin("API", "built");
}

async function buildApp() {
  for (const [step, command] of [
    ["installing packages", 'install_packages "$ROOT/next-app"'],
    ["building pages", "build_app"],
  ]) {
    begin("app", step);
    const script = `. "$ROOT/scripts/lib/build.sh"; ${command}`;
    const { child, ended } = start("app", "bash", ["-euo", "pipefail", "-c", script], { ROOT: root });
    const output = [];
    child.stdout.on("data", (what) => output.push(what));
    child.stderr.on("data", (what) => output.push(what));
    try {
      await ended;
    } catch (fault) {
      if (!stopping) print(Buffer.concat(output).toString());
      throw fault;
    }
  }
  begin("app", "built");
}

const timer = setInterval(show, process.stdout.isTTY ? 250 : LOG_MS);
setTimeout(() => {
  isSilent = false;
  show();
}, SILENT_MS).unref();
try {
  await Promise.all([profile && buildApi(), buildApp()]);
  erase();
  if (announced) print(`Built in ${duration(Date.now() - begun)}.\n`);
} catch (fault) {
  // The other service would only delay the error.
  stop();
  erase();
  console.error(fault.message);
  process.exitCode = 1;
} finally {
  clearInterval(timer);
}
