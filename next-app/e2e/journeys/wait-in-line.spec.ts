import { type Browser, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { type OwnShop, openShop } from "../support/own-shop";
import { browserErrors } from "../support/shop";

const concert = `
[[product]]
id = "concert"
site = "park"
name = "Summer concert"
category = "Concert"
short_description = "An evening outdoors."
variant = [{ id = "concert-adult", name = "Adult", price = "30.00", max_quantity = 10 }]

[[waiting_room]]
id = "concert"
name = "the summer concert"
products = ["concert"]
max_shoppers = 1
per_minute = 600
idle_minutes = 1
early_access_codes = ["MEMBERS-FIRST"]
`;

const page = "/product/single/concert";

let shop: OwnShop;
test.beforeEach(async () => {
  shop = await openShop(concert);
});
test.afterEach(() => shop.stop());

const product = (at: Page) => at.getByRole("heading", { level: 1, name: "Summer concert" });
const waits = (at: Page) => at.getByRole("heading", { level: 1, name: "You're in the waiting room" });
const place = (at: Page) => at.getByRole("status");

/** A browser that is inside already, and gives a sign of it until it leaves. Returns how it leaves. */
async function someoneInside(browser: Browser): Promise<() => Promise<void>> {
  const inside = await browser.newPage();
  await inside.goto(shop.url + page);
  await expect(product(inside)).toBeVisible();
  await inside.evaluate(() => setInterval(() => fetch("/api/waiting-room/concert/place"), 500));
  return async () => {
    await inside.close();
    shop.passes(1);
  };
}

test("a shopper waits, keeps the place in all tabs, and enters when it is their turn", {
  tag: "@both",
}, async ({ browser, page: waiting }) => {
  const leaves = await someoneInside(browser);
  const errors = browserErrors(waiting);
  await waiting.goto(shop.url + page);
  await expect(waits(waiting)).toBeVisible();
  await expect(place(waiting)).toHaveText("You're next in line. Estimated wait: about a minute");
  await expectAccessible(waiting);

  // Whoever comes later is behind, and a second tab of the same browser is not.
  const later = await (await browser.newContext()).newPage();
  await later.goto(shop.url + page);
  await expect(place(later)).toContainText("One person is ahead of you.");
  const tab = await waiting.context().newPage();
  await tab.goto(shop.url + page);
  await expect(place(tab)).toContainText("You're next in line.");
  await tab.close();
  await waiting.reload();
  await expect(place(waiting)).toContainText("You're next in line.");

  // Without a network the page says so, and goes on by itself.
  await waiting.context().setOffline(true);
  await expect(waiting.getByRole("alert")).toContainText("We can't reach the shop right now.");
  await waiting.context().setOffline(false);
  await expect(waiting.getByRole("alert")).toBeHidden();

  await leaves();
  await expect(product(waiting)).toBeVisible();
  await expect(place(later)).toContainText("You're next in line.");
  // The status of the waiting room's page, and the calls without a network.
  expect(errors.filter((error) => !/429|ERR_INTERNET_DISCONNECTED/.test(error))).toEqual([]);
});

test("a code for early access is typed with the keyboard alone", async ({ browser, page: waiting }) => {
  const leaves = await someoneInside(browser);
  await waiting.goto(shop.url + page);
  await expect(waits(waiting)).toBeVisible();
  await waiting.keyboard.press("Tab");
  await expect(waiting.getByRole("link", { name: "Check my place now" })).toBeFocused();
  await waiting.keyboard.press("Tab");
  const code = waiting.getByLabel("Early access code");
  await expect(code).toBeFocused();
  await waiting.keyboard.type("no-such-code");
  await waiting.keyboard.press("Enter");
  await expect(waiting.getByText("This code isn't valid for this sale.")).toBeVisible();
  await expect(code).toHaveAccessibleDescription("This code isn't valid for this sale.");
  await expectAccessible(waiting);
  await code.fill("members-first");
  await waiting.keyboard.press("Enter");
  await expect(waits(waiting)).toBeVisible();
  await expect(waiting).toHaveURL(shop.url + page);
  await leaves();
  await expect(product(waiting)).toBeVisible();
});

test("without scripts the page comes again by itself", async ({ browser }) => {
  const leaves = await someoneInside(browser);
  const waiting = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await waiting.goto(shop.url + page);
  await expect(place(waiting)).toContainText("You're next in line.");
  await leaves();
  await expect(product(waiting)).toBeVisible();
});
