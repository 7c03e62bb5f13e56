import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { addParkTickets, emptyCart, fillCart, fillCartWithGoods, post, readCart } from "../support/purchase";
import { pass } from "../support/revising";
import { browserErrors } from "../support/shop";

const lines = (page: Page) => page.locator("[data-line]");
const editButton = (page: Page) => page.getByRole("button", { name: /^Edit / }).first();
const changeDialog = (page: Page) => page.getByRole("dialog", { name: "Update shopping cart items" });
/** The quantity in the row of the first line. */
const rowQuantity = (page: Page) => lines(page).first().getByRole("spinbutton");
const undo = (page: Page) => page.getByRole("button", { name: /^Undo: put / });
const question = (page: Page) => page.getByRole("alertdialog", { name: "Remove from your cart?" });

test("the cart and its dialogs are accessible with and without lines", async ({ page, context }) => {
  await page.goto("/cart?reroute=true");
  await expect(page.getByRole("heading", { name: "Your shopping cart is empty" })).toBeVisible();
  await expectAccessible(page);

  await fillCart(context);
  await page.goto("/cart");
  await expectAccessible(page);
  await editButton(page).click();
  await expect(changeDialog(page)).toBeVisible();
  await expectAccessible(page);
  await changeDialog(page).getByRole("spinbutton").first().fill("500");
  await expect(page.getByText(/^Maximum quantity is/)).toBeVisible();
  await page.getByRole("button", { name: "Update cart" }).press("Enter");
  await expect(changeDialog(page).getByRole("alert")).toBeFocused();
  await expectAccessible(page);
  await changeDialog(page).getByRole("spinbutton").first().fill("0");
  await page.getByRole("button", { name: "Update cart" }).click();
  await expect(question(page)).toBeVisible();
  await expectAccessible(page);
});

test("an empty cart cannot be checked out and links to the products on sale", async ({ page }) => {
  await page.goto("/cart", { waitUntil: "networkidle" });
  const next = page.getByRole("button", { name: "Checkout" });
  await expect(next).toBeDisabled();
  await next.press("Enter");
  await expect(page.getByRole("heading", { name: "Your shopping cart is empty" })).toBeFocused();
  await page.getByRole("link", { name: "See what you can buy" }).click();
  await expect(page).toHaveURL("/");
});

test("a shopper who was redirected to the cart sees the reason once", async ({ page }) => {
  await page.goto("/cart?reroute=true");
  await expect(page.getByText("We brought you here because your cart is empty.")).toBeVisible();
  await expect(page).toHaveURL("/cart");
  await page.reload();
  await expect(page.getByText("We brought you here")).toHaveCount(0);
});

test("the links to checkout and to more items are shown above and below the lines, and on phones once", {
  tag: "@both",
}, async ({ page, context }) => {
  await fillCart(context);
  await page.goto("/cart");
  const isPhone = (page.viewportSize()?.width ?? 0) < 1024;
  await expect(page.getByRole("link", { name: "Checkout" })).toHaveCount(isPhone ? 1 : 2);
  await expect(page.getByRole("link", { name: "Add more items" })).toHaveCount(isPhone ? 1 : 2);
  await expect(page.getByRole("link", { name: "Checkout" }).first()).toBeInViewport({ ratio: 1 });
});

test("a quantity is changed with the keyboard, the new total is announced and focus returns", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  await fillCart(context);
  await page.goto("/cart", { waitUntil: "networkidle" });
  await editButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(changeDialog(page)).toBeVisible();
  const quantity = changeDialog(page).getByRole("spinbutton").first();
  const before = Number(await quantity.inputValue());
  await quantity.focus();
  await page.keyboard.press("ArrowUp");
  await expect(quantity).toHaveValue(String(before + 1));
  await page.getByRole("button", { name: "Update cart" }).focus();
  await page.keyboard.press("Enter");
  await expect(changeDialog(page)).toHaveCount(0);
  await expect(rowQuantity(page)).toHaveValue(String(before + 1));
  await expect(page.getByRole("status").filter({ hasText: /^Cart updated\. Order total: \$/ })).toHaveCount(
    1,
  );
  await expect(editButton(page)).toBeFocused();
  expect(errors).toEqual([]);
});

test("Escape closes a dialog and changes nothing", async ({ page, context }) => {
  await fillCart(context);
  await page.goto("/cart", { waitUntil: "networkidle" });
  const before = await lines(page).allTextContents();
  await editButton(page).click();
  await changeDialog(page).getByRole("spinbutton").first().press("ArrowUp");
  await page.keyboard.press("Escape");
  await expect(changeDialog(page)).toHaveCount(0);
  await expect(editButton(page)).toBeFocused();
  expect(await lines(page).allTextContents()).toEqual(before);
});

test("a quantity of zero needs confirmation, and focus starts on the button that keeps the line", async ({
  page,
  context,
}) => {
  await fillCart(context);
  await page.goto("/cart", { waitUntil: "networkidle" });
  await editButton(page).click();
  await changeDialog(page).getByRole("spinbutton").first().fill("0");
  await page.getByRole("button", { name: "Update cart" }).click();
  await expect(page.getByRole("button", { name: "Keep" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question(page)).toHaveCount(0);
  await expect(changeDialog(page)).toBeVisible();
  await page.getByRole("button", { name: "Update cart" }).click();
  await question(page).getByRole("button", { name: "Remove" }).click();
  await expect(changeDialog(page)).toHaveCount(0);
  await expect(lines(page)).toHaveCount(1);
  // The notice about the removal takes the focus from the line that stays.
  await expect(page.getByRole("button", { name: /^Undo/ })).toBeFocused();
});

test("removing a line moves focus to Undo, also in the empty cart", async ({ page, context }) => {
  await fillCart(context);
  await page.goto("/cart", { waitUntil: "networkidle" });
  await expect(lines(page)).toHaveCount(2);
  await page
    .getByRole("button", { name: /^Remove / })
    .first()
    .click();
  await expect(lines(page)).toHaveCount(1);
  await expect(undo(page)).toBeFocused();
  await page.getByRole("button", { name: /^Remove / }).click();
  await expect(page.getByRole("heading", { name: "Your shopping cart is empty" })).toBeVisible();
  await expect(undo(page)).toBeFocused();
  await expect(page.getByRole("link", { name: "Cart", exact: true })).toBeVisible();
});

test("a removed line is put back with Undo, at the same price and with focus", {
  tag: "@both",
}, async ({ page, context }) => {
  const errors = browserErrors(page);
  await fillCart(context);
  await page.goto("/cart", { waitUntil: "networkidle" });
  const names = await lines(page).evaluateAll((all) => all.map((line) => line.getAttribute("aria-label")));
  const total = await page.locator("[data-order-total]").textContent();
  await page
    .getByRole("button", { name: /^Remove / })
    .first()
    .click();
  await expect(undo(page)).toBeInViewport();
  await expect(page.getByRole("status").filter({ hasText: /^Removed from your cart: / })).toHaveCount(1);
  await expectAccessible(page);
  await undo(page).press("Enter");
  await expect(lines(page)).toHaveCount(2);
  await expect(page.getByRole("listitem", { name: names[0] ?? "" })).toBeFocused();
  await expect(page.locator("[data-order-total]")).toHaveText(total ?? "");
  await expect(undo(page)).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("Undo restores a ticket and the price that an add-on has beside it", { tag: "@both" }, async ({
  page,
  context,
}) => {
  await addParkTickets(context, { "park-day-senior": 1 });
  const photo = { productId: "photo-pass", productVariantId: "photo-pass-day", quantity: 1 };
  await post(context, "/cart/add", { saleFlowId: 6, items: [photo] });
  await page.goto("/cart", { waitUntil: "networkidle" });
  const total = page.locator("[data-order-total]");
  const before = (await total.textContent()) ?? "";
  await page
    .getByRole("button", { name: /^Remove .*Park Day Ticket/ })
    .first()
    .click();
  const ended = page.getByText("“Photo with your park ticket” no longer applies after this change.");
  await expect(ended.first()).toBeVisible();
  await expect(lines(page)).toHaveCount(1);
  await undo(page).click();
  await expect(lines(page)).toHaveCount(2);
  await expect(total).toHaveText(before);
  await expect(ended).toHaveCount(0);
});

test("Undo disappears when the cart is changed after the removal", async ({ page, context }) => {
  await addParkTickets(context, { "park-day-senior": 2, "park-day-child": 1 });
  await page.goto("/cart", { waitUntil: "networkidle" });
  await page
    .getByRole("button", { name: /^Remove / })
    .last()
    .click();
  await expect(undo(page)).toBeVisible();
  const code = page.getByRole("region", { name: "Add a promotion code" });
  await code.getByText("Add a promotion code").click();
  await code.getByLabel("Promotion Code").fill("FERRY10");
  await code.getByLabel("Promotion Code").press("Enter");
  await expect(code).toContainText("FERRY10 has been applied");
  await expect(undo(page)).toHaveCount(0);
});

test("the last line can be put back in the empty cart, and after another change Undo says why it cannot", async ({
  page,
  context,
}) => {
  await fillCartWithGoods(context);
  await page.goto("/cart", { waitUntil: "networkidle" });
  const remove = page.getByRole("button", { name: /^Remove / });
  await remove.click();
  await expect(page.getByRole("heading", { name: "Your shopping cart is empty" })).toBeVisible();
  await undo(page).click();
  await expect(lines(page)).toBeFocused();
  await remove.click();
  // Another tab changes the cart.
  await fillCart(context);
  await undo(page).click();
  await expect(page.getByText("We couldn't put this back.")).toBeVisible();
  await expectAccessible(page);
});

test("a quantity is changed in its row, and the shop claims the places", {
  tag: "@both",
}, async ({ page, context }) => {
  await fillCart(context);
  await page.goto("/cart", { waitUntil: "networkidle" });
  const quantity = rowQuantity(page);
  const before = Number(await quantity.inputValue());
  const more = lines(page)
    .first()
    .getByRole("button", { name: /^Increase / });
  // Fast presses are all counted.
  await more.click();
  await more.click();
  await expect(quantity).toHaveValue(String(before + 2));
  await expect.poll(async () => (await readCart(context)).itemGroups[0]?.items[0]?.quantity).toBe(before + 2);
  await expect(page.getByRole("status").filter({ hasText: /^Order total: \$/ })).toHaveCount(1);
  await quantity.fill("500");
  await expect(page.getByText(/^Maximum quantity is/)).toBeVisible();
  await expectAccessible(page);
  await quantity.fill(String(before));
  await quantity.press("Enter");
  await expect.poll(async () => (await readCart(context)).itemGroups[0]?.items[0]?.quantity).toBe(before);
  await quantity.fill("0");
  await quantity.press("Enter");
  await undo(page).click();
  await expect(quantity).toHaveValue(String(before));
});

test("a failed call is shown in the dialog, and typed values stay", async ({ page, context }) => {
  await fillCart(context);
  await page.goto("/cart", { waitUntil: "networkidle" });
  await editButton(page).click();
  const quantity = changeDialog(page).getByRole("spinbutton").first();
  await quantity.press("ArrowUp");
  const typed = await quantity.inputValue();
  // The shop is unreachable for a moment.
  await context.route("**/api/**", (route) => route.abort());
  await page.getByRole("button", { name: "Update cart" }).click();
  await expect(changeDialog(page).getByRole("alert")).toBeFocused();
  await expect(quantity).toHaveValue(typed);
  await context.unroute("**/api/**");
  await page.getByRole("button", { name: "Update cart" }).click();
  await expect(changeDialog(page)).toHaveCount(0);
});

test("a cart emptied in another tab is shown as empty after the shopper removes a line", async ({
  page,
  context,
}) => {
  await fillCart(context);
  await page.goto("/cart", { waitUntil: "networkidle" });
  await emptyCart(context);
  await page
    .getByRole("button", { name: /^Remove / })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Your shopping cart is empty" })).toBeVisible();
});

test("the remaining hold time is stated in words", async ({ page, context }) => {
  await fillCart(context);
  await page.goto("/cart");
  await expect(page.getByText(/^Your items and prices are held for \d+ more minutes\.$/)).toBeVisible();
});

test("the end of the hold is announced twice in advance, and the places can be held again", {
  tag: "@alone",
}, async ({ page, context }) => {
  await fillCart(context);
  await page.clock.install();
  await page.goto("/cart", { waitUntil: "networkidle" });
  const announced = page.getByRole("status").filter({ hasText: /more minutes?/ });
  await expect(announced).toHaveCount(0);
  // The page reads the remaining time from the shop, so the test must put both clocks forward.
  pass(10);
  await page.clock.fastForward("10:05");
  // The page now asks the shop again whether the hold can be extended. The test waits for the answer before it puts the
  // clocks forward again.
  await expect(announced).toHaveText(
    /^Your items are held for less than five more minutes.*hold your items longer/,
  );
  pass(4);
  await page.clock.fastForward("04:00");
  await expect(announced).toHaveText(/^Your items are held for less than one more minute/);
  pass(1);
  await page.clock.fastForward("01:00");
  await expect(page.getByText("Your items are no longer held")).toBeVisible();
  await page.getByRole("button", { name: "Hold items again" }).click();
  await expect(page.getByText(/^Your items and prices are held for \d+ more/)).toBeVisible();
});

test.describe("on the narrowest phones", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("the cart and its dialogs do not scroll sideways", async ({ page, context }) => {
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await page.goto("/cart");
    expect(await width()).toBeLessThanOrEqual(320);
    await fillCart(context);
    await page.goto("/cart", { waitUntil: "networkidle" });
    expect(await width()).toBeLessThanOrEqual(320);
    await editButton(page).click();
    const dialog = changeDialog(page);
    await expect(dialog).toBeVisible();
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the cart is readable and links to checkout", async ({ page, context }) => {
    const product = await fillCart(context);
    await page.goto("/cart");
    await expect(page.getByRole("heading", { name: product.productDisplayName })).toBeVisible();
    await expect(page.getByText("Order total").first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Checkout" }).first()).toHaveAttribute("href", "/donate");
  });
});

test("a cart summary that is taller than the window can be scrolled to its end beside the lines", async ({
  page,
  context,
}) => {
  const height = 400;
  await page.setViewportSize({ width: 1280, height });
  await fillCart(context, 3);
  await fillCartWithGoods(context);
  await page.goto("/cart", { waitUntil: "networkidle" });
  const last = page.getByRole("link", { name: "Add more items" }).last();
  const end = await last.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(end).toBeGreaterThan(height);
  for (const further of [30, 60, 90]) {
    await page.evaluate((top) => window.scrollTo(0, top), end - height + further);
    await expect(last).toBeInViewport({ ratio: 1 });
  }
});
