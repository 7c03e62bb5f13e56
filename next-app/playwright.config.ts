import { execFileSync } from "node:child_process";
import { defineConfig } from "@playwright/test";
import { screens } from "./e2e/support/screens";

/** The system's Chromium, preferably the headless one. The tests do not download a browser. */
function chromium(): string {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  return execFileSync("sh", ["-c", "command -v chromium-headless-shell || command -v chromium"], {
    encoding: "utf8",
  }).trim();
}

/**
 * Each test runs on one screen size, because most behaviour does not depend on it. The specs are divided so that the
 * tests of both sizes take about the same time; specs that are not listed here run on the desktop. Tests that depend on
 * the size are tagged `@both` and run on each. Accessibility is always checked at both sizes (`e2e/support/axe.ts`).
 */
const onPhone = [
  "build-a-bundle",
  "buy-a-priced-day",
  "buy-passes",
  "buy-with-promotions",
  "change-a-cart",
  "check-out-elsewhere",
  "choose-among-products",
  "choose-four-in-a-row",
  "confirm-an-order",
  "exchange-tickets",
  "give-a-donation",
  "pay-again",
  "pay-over-time",
  "pay-what-is-due",
  "redeem-entitlements",
  "renew-a-pass",
  "reserve-a-visit",
  "revise-a-cart",
  "see-my-orders",
  "sign-in",
  "upgrade-a-ticket",
  "account",
  "back-and-reload",
  "cart",
  "menu",
  "my-orders",
  "passes",
];
const phoneSpec = `/(?:${onPhone.join("|")})\\.spec\\.ts`;

/** Specs with projects of their own. */
const elsewhere = ["examples/**", "pictures/**"];

export default defineConfig({
  testDir: "e2e",
  forbidOnly: true,
  retries: 0,
  // Only one test runs at a time in a shop, because tests move the shop's clock, import catalogues and take all places
  // of a time.
  workers: 1,
  reporter: [["list"]],
  // The time limit of a test. It is long, because a busy machine may be slow, and stops only tests that hang.
  timeout: 180_000,
  // How long a page may take to meet an expectation. This is long, because a busy machine may be slow.
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
    // Recording a trace takes a third of a test's time. `--trace on` records one when needed.
    trace: "off",
    screenshot: "only-on-failure",
  },
  // The title that is matched starts with the project and the file, and ends with the tags.
  projects: [
    {
      name: "phone",
      testIgnore: elsewhere,
      grep: new RegExp(`@both|${phoneSpec}`),
      use: { viewport: screens.phone, hasTouch: true },
    },
    {
      name: "desktop",
      testIgnore: elsewhere,
      grep: new RegExp(`@both|^(?!.*${phoneSpec})`),
      // Less motion takes a tenth less of the browser's time. On the phone everything moves.
      use: { viewport: screens.desktop, contextOptions: { reducedMotion: "reduce" } },
    },
    // Each test has its own shop, so that several can run at a time.
    { name: "examples", testMatch: "examples/**", use: { viewport: screens.desktop } },
    // The pictures of `docs/screens`, see `scripts/screens`.
    {
      name: "pictures-phone",
      testMatch: "pictures/**",
      use: { viewport: screens.phone, hasTouch: true, deviceScaleFactor: 2 },
    },
    { name: "pictures-desktop", testMatch: "pictures/**", use: { viewport: screens.desktop } },
  ],
});
