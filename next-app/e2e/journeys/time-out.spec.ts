import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { header, isSignedIn, itemCount, signIn, signInAsNew } from "../support/account";
import { fillCart, fillCartWithHardToGet } from "../support/purchase";

/**
 * Returns the idle time until the warning appears (`untilWarning`) and the time from then to the end of the session
 * (`untilOver`), in milliseconds and each one second longer than the shop's settings. `warning` is the length of the
 * warning in seconds.
 */
async function timing(context: BrowserContext) {
  const answer = await context.request.get("/api/settings");
  const { sessionTimeout } = (await answer.json()) as { sessionTimeout: number };
  const warning = Math.min(sessionTimeout, Math.max(20, Math.min(120, Math.floor(sessionTimeout / 2))));
  return { untilWarning: (sessionTimeout - warning + 1) * 1000, untilOver: (warning + 1) * 1000, warning };
}

const question = (page: Page) => page.getByRole("alertdialog", { name: "Are you still there?" });
const stay = (page: Page) => question(page).getByRole("button", { name: "Stay" });
const ended = (page: Page) => page.getByRole("dialog", { name: "Session Ended" });

/** Opens a page with a test clock, and waits until its first requests are done. */
async function opens(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.goto(path, { waitUntil: "networkidle" });
}

test("an idle guest is warned, then the cart is emptied and one button returns to the shop", async ({
  page,
  context,
}) => {
  await fillCart(context);
  const { untilWarning, untilOver } = await timing(context);
  await opens(page, "/cart");
  await page.clock.fastForward(untilWarning);
  await expect(question(page)).toContainText(/Your session ends in \d:\d\d/);
  await expect(stay(page)).toBeFocused();
  await page.clock.fastForward(untilOver);
  await expect(page).toHaveURL("/session-timeout?returnUrl=%2Fcart");
  // The operator wrote this text in the catalogue.
  await expect(ended(page)).toContainText("You were away for a while");
  await page.keyboard.press("Escape");
  await expect(ended(page)).toBeVisible();
  const back = ended(page).getByRole("button", { name: "Return to site" });
  await expect(back).toBeFocused();
  await expect(back).not.toHaveAttribute("aria-busy");
  expect(await itemCount(context)).toBe(0);
  await expect(page.getByRole("link", { name: "Cart", exact: true, includeHidden: true })).toBeAttached();
  // This page has no idle timer, so it does not change.
  await page.clock.fastForward(untilWarning + untilOver);
  await expect(ended(page)).toBeVisible();
  await back.press("Enter");
  await expect(page).toHaveURL("/cart");
  await expect(page.getByRole("heading", { name: "Your shopping cart is empty" })).toBeVisible();
});

test("when the session ends, scarce lines are released without asking the shopper", async ({
  page,
  context,
}) => {
  await fillCartWithHardToGet(context);
  expect(await itemCount(context)).toBeGreaterThan(0);
  const contexts: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/cart/clear")) contexts.push(request.postDataJSON().reSubmitContext);
  });
  // Opening the page from outside the shop does not end the session. Only a page of the shop can end it.
  await page.goto("/session-timeout");
  await expect(ended(page).getByRole("button", { name: "Return to site" })).not.toHaveAttribute("aria-busy");
  expect(await itemCount(context)).toBeGreaterThan(0);
  const left = page.waitForResponse((response) => response.url().endsWith("/cart/clear"));
  await page.evaluate(() => location.assign("/session-timeout"));
  await left;
  await expect(ended(page).getByRole("button", { name: "Return to site" })).not.toHaveAttribute("aria-busy");
  expect(await itemCount(context)).toBe(0);
  expect(contexts).toEqual([undefined, expect.any(String)]);
});

test("an idle signed-in shopper is signed out, and the account's cart is kept", async ({ page, context }) => {
  const email = await signInAsNew(context);
  await fillCart(context);
  const pieces = await itemCount(context);
  const { untilWarning, untilOver, warning } = await timing(context);
  await opens(page, "/cart");
  await expect(header(page)).toContainText("Ada's Account");
  await page.clock.fastForward(untilWarning);
  await expect(question(page)).toContainText(/You'll be signed out in \d:\d\d/);
  const announced = question(page).getByRole("status");
  await expect(announced).toHaveText(`You'll be signed out in ${warning} seconds.`);
  await page.clock.fastForward((warning - 60) * 1000);
  await expect(announced).toHaveText("You'll be signed out in 60 seconds.");
  await page.clock.fastForward(40_000);
  await expect(announced).toHaveText("You'll be signed out in 20 seconds.");
  await page.clock.fastForward(untilOver);
  await expect(page).toHaveURL("/session-timeout?returnUrl=%2Fcart");
  await expect(ended(page)).toBeVisible();
  expect(await isSignedIn(context)).toBe(false);
  expect(await itemCount(context)).toBe(0);
  await signIn(context, email);
  expect(await itemCount(context)).toBe(pieces);
});

test("one press extends the session, even eleven times in a row", async ({ page, context }) => {
  const { untilWarning } = await timing(context);
  await opens(page, "/");
  for (let round = 1; round <= 11; round++) {
    await page.clock.fastForward(untilWarning);
    await expect(stay(page), `round ${round}`).toBeFocused();
    const kept = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/session");
    await page.keyboard.press("Enter");
    await kept;
    await expect(question(page)).toHaveCount(0);
  }
});

test("the shopper can end the session from the idle warning", async ({ page, context }) => {
  await signInAsNew(context);
  const { untilWarning } = await timing(context);
  await opens(page, "/");
  await expect(header(page)).toContainText("Ada's Account");
  await page.clock.fastForward(untilWarning);
  await question(page).getByRole("button", { name: "Sign Out" }).click();
  await expect(header(page).getByRole("link", { name: "Sign In" })).toBeVisible();
  expect(await isSignedIn(context)).toBe(false);
});

test("pressing Stay in one tab extends the session in all tabs", async ({ page, context }) => {
  const { untilWarning } = await timing(context);
  await context.clock.install();
  await page.goto("/", { waitUntil: "networkidle" });
  const other = await context.newPage();
  await other.goto("/", { waitUntil: "networkidle" });
  await context.clock.fastForward(untilWarning);
  await expect(question(page)).toBeVisible();
  await expect(question(other)).toBeVisible();
  await stay(other).click();
  await expect(question(other)).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
});

test("while the warning is unanswered, no data is reloaded", async ({ page, context }) => {
  const { untilWarning } = await timing(context);
  await opens(page, "/");
  await page.clock.fastForward(untilWarning);
  await expect(question(page)).toBeVisible();
  const read: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) read.push(request.url());
  });
  // These events make the page revalidate its data when a shopper returns to it.
  await page.evaluate(() => {
    window.dispatchEvent(new Event("focus"));
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.clock.fastForward(30_000);
  await expect(question(page)).toBeVisible();
  expect(read).toEqual([]);
});
