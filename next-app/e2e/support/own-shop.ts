import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "@playwright/test";
import { putForward } from "./clock";

/** The path of the tested shop's binary: `MIDWAY`, which `scripts/test` sets, or else the one of `scripts/run`. */
export const midway = resolve(process.env.MIDWAY ?? "../target/try/midway");

/** The catalogue of a small shop before products are added. */
const catalog = (processor: Processor): string => `
[settings]
web_site_name = "Cedar Park"
description = "A park to test with."

[[site]]
id = "park"
name = "Cedar Park"
time_zone = "America/New_York"
address = { street = "1 Gate Road", city = "Albany", state = "NY", zip = "12207", country = "US" }

[[country]]
id = 80
name = "United States"
code = "US"
phone_use_nanp_format = true

[[state]]
id = 33
country_id = 80
name = "New York"
abbreviation = "NY"

[[delivery_method]]
id = "digital"
name = "Digital tickets"
digital = true

[[payment_method]]
id = "card"
name = "Credit card"
processor = "${processor}"
`;

type Processor = "sandbox" | "stripe";

/** Finds `count` different free ports. */
export function freePorts(count: number): number[] {
  const ports = execFileSync("node", ["../scripts/lib/ports.mjs", "free", String(count)], {
    encoding: "utf8",
  });
  return ports.trim().split("\n").map(Number);
}

/** Starts a program that is stopped together with the shop. */
export type Start = (command: string, args: string[], env?: Record<string, string>) => ChildProcess;

export type OwnShop = {
  url: string;
  /** The folder with the shop's data, logs and e-mails. */
  folder: string;
  /** Puts the shop's clock forward. */
  passes(minutes: number): void;
  stopProcessor(): Promise<void>;
  /** Starts the processor again at its old address. */
  startProcessor(): Promise<void>;
  /** Ends the app's server at once. */
  killApp(): Promise<void>;
  startApp(): void;
  /** Makes the app's server receive requests without answering them. */
  suspendApp(): void;
  continueApp(): void;
  stop(): Promise<void>;
};

export async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/**
 * Opens a small, new shop for tests that must not change the shared shop. `products` is added to its catalogue.
 * `prepare` starts the programs it needs and returns environment variables for `midway serve`.
 */
export async function openShop(
  products: string,
  prepare: (url: string, start: Start) => Promise<Record<string, string>> = async () => ({}),
  processor: Processor = "sandbox",
): Promise<OwnShop> {
  const folder = mkdtempSync(join(tmpdir(), "midway-own-shop-"));
  mkdirSync(join(folder, "catalog"));
  writeFileSync(join(folder, "catalog", "shop.toml"), catalog(processor) + products);
  return startShop(folder, join(folder, "catalog"), prepare);
}

/** Opens a new shop that sells a catalogue, on a day on which its clock starts. */
export async function openCatalogue(sold: string, now: Date): Promise<OwnShop> {
  const folder = mkdtempSync(join(tmpdir(), "midway-own-shop-"));
  writeFileSync(join(folder, "clock"), String(Math.round((now.getTime() - Date.now()) / 1000)));
  return startShop(folder, resolve(sold));
}

/** Starts a shop that writes into a folder, and sells a catalogue. */
async function startShop(
  folder: string,
  sold: string,
  prepare: (url: string, start: Start) => Promise<Record<string, string>> = async () => ({}),
): Promise<OwnShop> {
  const clock = join(folder, "clock");
  const [port, appPort, processorPort] = freePorts(3);
  const url = `http://localhost:${port}`;
  const running: ChildProcess[] = [];
  const start: Start = (command, args, env = {}) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: "pipe",
    });
    child.stderr.resume();
    running.push(child);
    return child;
  };

  const startSandbox = () => {
    const sandbox = start(midway, ["sandbox", "--port", String(processorPort)], {
      MIDWAY_DATA: folder,
      MIDWAY_CLOCK: clock,
    });
    sandbox.stdout?.resume();
    return sandbox;
  };
  let processor = startSandbox();
  const door = start(midway, ["serve", "--migrate", "--demo", sold], {
    MIDWAY_DATA: folder,
    MIDWAY_CLOCK: clock,
    PORT: String(port),
    PUBLIC_URL: url,
    APP_URL: `http://127.0.0.1:${appPort}`,
    APP_STATIC: resolve(".next"),
    // Tests may set the network address of a call with X-Forwarded-For.
    TRUSTED_PROXIES: "127.0.0.1",
    DATABASE_URL: "",
    REDIS_URL: "",
    ...(await prepare(url, start)),
  });
  let complaint = "";
  const log = createWriteStream(join(folder, "api.log"));
  door.stderr?.on("data", (words) => {
    complaint += words;
    log.write(words);
  });
  door.stdout?.pipe(log);
  const startApp = () => {
    const app = start("node", [".next/standalone/server.js"], {
      PORT: String(appPort),
      HOSTNAME: "127.0.0.1",
      API_URL: `http://127.0.0.1:${port}`,
    });
    app.stdout?.resume();
    return app;
  };
  let app = startApp();
  const answers = async () => {
    expect(door.exitCode, complaint).toBeNull();
    return (await fetch(`${url}/`).catch(() => null))?.status;
  };
  await expect.poll(answers, { timeout: 60_000 }).toBe(200);

  return {
    url,
    folder,
    passes: (minutes) => putForward(clock, minutes),
    stopProcessor: () => end(processor),
    startProcessor: async () => {
      processor = startSandbox();
      const listens = () =>
        fetch(`http://127.0.0.1:${processorPort}/`).then(
          () => true,
          () => false,
        );
      await expect.poll(listens, { timeout: 60_000 }).toBe(true);
    },
    killApp: () => end(app, "SIGKILL"),
    startApp: () => {
      app = startApp();
    },
    suspendApp: () => app.kill("SIGSTOP"),
    continueApp: () => app.kill("SIGCONT"),
    stop: async () => {
      for (const child of running.reverse()) await end(child);
      rmSync(folder, { recursive: true });
    },
  };
}
