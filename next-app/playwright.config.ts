import { execFileSync } from "node:child_process";
import { defineConfig } from "@playwright/test";

/** The system's Chromium, the one without windows first: the tests download no browser of their own. */
function chromium(): string {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  return execFileSync("sh", ["-c", "command -v chromium-headless-shell || command -v chromium"], {
    encoding: "utf8",
  }).trim();
}

/** What is the same on every screen: bytes, heads, headers, texts without scripts, clocks. Once is enough. */
const ofNoSize =
  /(budgets|compare-amounts|fresh|headers|no-javascript|seo|sign-in-at-a-provider|tell-analytics|time-out)\.spec\.ts$/;

export default defineConfig({
  testDir: "e2e",
  forbidOnly: true,
  retries: 0,
  // One at a time: tests move the shop's clock, import, and take all places of a time.
  workers: 1,
  reporter: [["list"]],
  // Only what hangs is stopped: a busy machine takes its time.
  timeout: 180_000,
  // How long a page may take to become what a test expects; a busy machine gets there as well, only later.
  expect: { timeout: 20_000 },
  use: {
    baseURL: process.env.BASE_URL ?? "http://127.0.0.1:3000",
    locale: "en-US",
    actionTimeout: 30_000,
    launchOptions: {
      executablePath: chromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
      ],
    },
    // A trace of each test, kept for those that fail, took a third of their time: `--trace on` makes one when it is needed.
    trace: "off",
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "phone", testIgnore: ofNoSize, use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
  ],
});
