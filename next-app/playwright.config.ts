import { execFileSync } from "node:child_process";
import { defineConfig } from "@playwright/test";
import { screens } from "./e2e/support/screens";

/** The system's Chromium, the one without windows first: the tests download no browser of their own. */
function chromium(): string {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  return execFileSync("sh", ["-c", "command -v chromium-headless-shell || command -v chromium"], {
    encoding: "utf8",
  }).trim();
}

/**
 * A test runs on one screen: what a shop does does not depend on the size of a window. The specs are divided so that both screens take
 * about as long; those that are not named here run on the desktop. What does depend on the size is tagged `@both` and runs on each,
 * and accessibility is judged at both sizes wherever it is judged (`e2e/support/axe.ts`).
 */
const onPhone = [
  "build-a-bundle",
  "buy-a-priced-day",
  "buy-passes",
  "buy-with-promotions",
  "change-a-cart",
  "choose-among-products",
  "choose-four-in-a-row",
  "give-a-donation",
  "pay-again",
  "pay-over-time",
  "redeem-entitlements",
  "renew-a-pass",
  "reserve-a-visit",
  "revise-a-cart",
  "see-my-orders",
  "sign-in",
  "account",
  "back-and-reload",
  "cart",
  "my-orders",
  "passes",
];
const phoneSpec = `/(?:${onPhone.join("|")})\\.spec\\.ts`;

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
  // A title that is matched begins with the project and the file and ends with the tags.
  projects: [
    {
      name: "phone",
      grep: new RegExp(`@both|${phoneSpec}`),
      use: { viewport: screens.phone, hasTouch: true },
    },
    { name: "desktop", grep: new RegExp(`@both|^(?!.*${phoneSpec})`), use: { viewport: screens.desktop } },
  ],
});
