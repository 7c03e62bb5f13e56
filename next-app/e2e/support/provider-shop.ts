import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "@playwright/test";

/** The built API: `scripts/test` names it where it is not below `target`. */
const binary = resolve(process.env.MIDWAY ?? "../target/release/midway");

const catalog = `
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
processor = "sandbox"

[[product]]
id = "evening"
site = "park"
name = "Members' evening"
category = "Evenings"
short_description = "For those who have signed in."
requires_login_challenge = true

[[product.variant]]
id = "evening"
name = "Admission"
price = "11.00"
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

export type ProviderShop = { url: string; stopProvider(): Promise<void>; stop(): Promise<void> };

/** A shop of its own, small and empty, whose shoppers sign in at a real identity provider. */
export async function openProviderShop(): Promise<ProviderShop> {
  const folder = mkdtempSync(join(tmpdir(), "midway-provider-"));
  mkdirSync(join(folder, "catalog"));
  writeFileSync(join(folder, "catalog", "shop.toml"), catalog);
  const [port, apiPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const running: ChildProcess[] = [];
  const start = (command: string, args: string[], env: Record<string, string>) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "ignore"],
    });
    running.push(child);
    return child;
  };
  const end = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill();
    await gone;
  };

  const provider = start(
    "node",
    ["e2e/support/identity-provider.mjs", "0", `${url}/authenticate/callback`],
    {},
  );
  const [issuer] = (await once(createInterface({ input: provider.stdout ?? process.stdin }), "line")) as [
    string,
  ];
  start(binary, ["serve", "--migrate", "--demo", join(folder, "catalog")], {
    MIDWAY_DATA: folder,
    MIDWAY_CLOCK: "",
    API_PORT: String(apiPort),
    PUBLIC_URL: url,
    DATABASE_URL: "",
    REDIS_URL: "",
    OPENID_ISSUER: issuer,
    OPENID_CLIENT_ID: "midway",
    OPENID_CLIENT_SECRET: "a secret for tests alone",
  }).stdout?.resume();
  start("node", [".next/standalone/server.js"], {
    PORT: String(port),
    HOSTNAME: "127.0.0.1",
    API_URL: `http://127.0.0.1:${apiPort}`,
    PUBLIC_URL: url,
  }).stdout?.resume();
  const answers = async () => (await fetch(`${url}/`).catch(() => null))?.status;
  await expect.poll(answers, { timeout: 60_000 }).toBe(200);

  return {
    url,
    stopProvider: () => end(provider),
    stop: async () => {
      for (const child of running.reverse()) await end(child);
      rmSync(folder, { recursive: true });
    },
  };
}
