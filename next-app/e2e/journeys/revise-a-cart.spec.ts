import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import {
  cardDialog,
  cardForm,
  cards,
  checkoutButton,
  fillCheckout,
  payButton,
  typeCard,
} from "../support/buying";
import { add, holdMinutes, type Occasion, occasions, pass, takeAllPlaces } from "../support/revising";
import { browserErrors } from "../support/shop";

const removedText = "These items have been removed from your cart based on no longer being available";
const removed = (page: Page) => page.getByRole("region", { name: removedText });
const banner = (page: Page) => page.getByRole("status").filter({ hasText: "no longer available" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Update shopping cart items" });
const save = (page: Page) => dialog(page).getByRole("button", { name: "Update cart" });
const inCart = (page: Page) => page.getByRole("region", { name: "Items" }).getByRole("article");
const lines = (place: Locator) => place.locator("[data-line]");
const summary = (page: Page) => page.getByRole("region", { name: "Cart Summary" });

/**
 * Adds two kinds of tickets for one performance and one kind for a second performance. Returns the first
 * performance. The test then lets other shoppers take its places.
 */
async function fill(context: BrowserContext): Promise<Occasion> {
  const [lost, kept] = await occasions(context);
  const [one, other] = lost?.variants.map((variant) => variant.extProductVariantId) ?? [];
  if (!lost || !kept || !one || !other) throw new Error("the shop sells too little for this test");
  const both = [
    { productVariantId: one, quantity: 2 },
    { productVariantId: other, quantity: 1 },
  ];
  expect(await add(context, lost, both)).toBe(true);
  expect(await add(context, kept, [{ productVariantId: one, quantity: 2 }])).toBe(true);
  return lost;
}

/**
 * Opens the checkout and runs `lose` without the page noticing: until Checkout is pressed, the page gets the
 * earlier cart. A real read would reclaim the places before other shoppers could take them.
 */
async function loseUnseen(page: Page, lose: () => Promise<void>): Promise<void> {
  const reading = page.waitForResponse((response) => response.url().endsWith("/api/cart?revise=true"));
  await page.goto("/checkout", { waitUntil: "networkidle" });
  const asItWas = await (await reading).json();
  let pressed = false;
  page.on("request", (request) => {
    if (!request.url().endsWith("/cart/settings")) return;
    pressed ||= request.postDataJSON().ignoreValidationErrors === false;
  });
  await page.route("**/api/cart?revise=true", (route) =>
    pressed ? route.continue() : route.fulfill({ json: asItWas }),
  );
  await lose();
}

test("lines are struck through if other shoppers took their places, and can be restored at a different time", {
  tag: "@alone",
}, async ({ page, context, browser, baseURL }) => {
  const errors = browserErrors(page);
  const lost = await fill(context);
  pass(holdMinutes);
  await takeAllPlaces(browser, baseURL, lost);
  await page.goto("/cart", { waitUntil: "networkidle" });

  await expect(banner(page)).toContainText("have been removed");
  await expect(lines(removed(page))).toHaveCount(2);
  await expect(removed(page).locator("s", { hasText: "2 × " })).toHaveCount(1);
  await expect(removed(page)).toContainText(/Order total\s*was \$\d+\.\d\d, now \$\d+\.\d\d/);
  await expect(lines(inCart(page))).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
  await expectAccessible(page);

  // The line cannot be restored unchanged. The page reports that, and the shopper chooses a different time.
  await removed(page)
    .getByRole("button", { name: /^Update / })
    .first()
    .click();
  await save(page).click();
  await expect(dialog(page).getByRole("alert")).toBeFocused();
  await dialog(page)
    .getByRole("button", { name: /^Change \d/ })
    .click();
  const free = dialog(page).getByRole("button", { name: /^\d+:\d\d [AP]M/, disabled: false });
  await free.last().waitFor();
  await expect(save(page)).toBeDisabled();
  await save(page).press("Enter");
  await expect(dialog(page).getByRole("alert")).toContainText("Complete your choices first.");
  await expectAccessible(page);
  await free.last().click();
  await expect(dialog(page).getByText("each, fees included").first()).toBeVisible();
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(removed(page)).toHaveCount(0);
  await expect(banner(page)).toHaveCount(0);
  await expect(lines(inCart(page))).toHaveCount(3);
  await expect(lines(inCart(page)).nth(1)).toBeFocused();
  expect(errors).toEqual([]);
});

test("removed lines are dismissed one by one or all together", { tag: "@alone" }, async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const lost = await fill(context);
  pass(holdMinutes);
  await takeAllPlaces(browser, baseURL, lost);
  await page.goto("/cart", { waitUntil: "networkidle" });
  await removed(page)
    .getByRole("button", { name: /from this list$/ })
    .first()
    .click();
  await expect(lines(removed(page))).toHaveCount(1);
  await expect(lines(removed(page))).toBeFocused();
  // The totals are no longer compared with the earlier ones.
  await expect(removed(page)).not.toContainText("Order total");
  // A removed line stays visible when the cart has no other lines.
  await inCart(page)
    .getByRole("button", { name: /^Remove / })
    .click();
  await expect(page.getByRole("heading", { name: "Your shopping cart is empty" })).toBeVisible();
  await expect(lines(removed(page))).toHaveCount(1);
  await expectAccessible(page);
  await banner(page).getByRole("button", { name: "Continue" }).click();
  await expect(removed(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Cart" })).toBeFocused();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your shopping cart is empty" })).toBeVisible();
  await expect(removed(page)).toHaveCount(0);
});

test("neither Checkout nor Pay makes a payment before the shopper has seen the cart's revision", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const lost = await fill(context);
  const setups: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/setup")) setups.push(request.url());
  });
  await loseUnseen(page, async () => {
    pass(holdMinutes);
    await takeAllPlaces(browser, baseURL, lost);
  });
  await fillCheckout(page);
  const before = await checkoutButton(page).getAttribute("aria-label");
  await checkoutButton(page).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Your cart has changed.");
  await expect(page.getByRole("main").getByRole("alert")).toBeFocused();
  await expect(lines(summary(page))).toHaveCount(2);
  await expect(summary(page).getByRole("status")).toContainText("no longer available");
  expect(setups).toEqual([]);
  expect(await checkoutButton(page).getAttribute("aria-label")).not.toBe(before);
  await expectAccessible(page);

  // The revision was seen, so payment is possible. The remaining lines are lost while the card is typed.
  const amount = (await checkoutButton(page).getAttribute("aria-label"))?.replace("Checkout, ", "");
  await checkoutButton(page).click();
  await expect(payButton(page)).toHaveText(`Pay ${amount}`);
  await typeCard(page, cards.works);
  const [, kept] = await occasions(context);
  if (!kept) throw new Error("the shop sells too few times a day");
  pass(holdMinutes);
  await takeAllPlaces(browser, baseURL, kept);
  await payButton(page).click();
  await expect(cardDialog(page)).toHaveCount(0);
  // No line is left to pay for: the cart shows what changed.
  await expect(page).toHaveURL("/cart");
  await expect(lines(removed(page))).toHaveCount(3);
  await expect(page.getByRole("heading", { name: "Your shopping cart is empty" })).toBeVisible();
});

test("a payment whose amount differs from the one shown is not made", async ({ page, context }) => {
  await fill(context);
  await page.goto("/checkout", { waitUntil: "networkidle" });
  await fillCheckout(page);
  await page.route("**/setup", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), amount: 1 } });
  });
  await checkoutButton(page).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Your order total has changed.");
  await expect(cardDialog(page)).toHaveCount(0);
  await page.unroute("**/setup");
  await checkoutButton(page).click();
  await cardForm(page).getByLabel("Card number").waitFor();
});
