import { expect, type Locator, type Page, test } from "@playwright/test";
import { itemCount } from "../support/account";
import { expectAccessible } from "../support/axe";
import { checkoutButton, goToCart, openTimes, pointer, walkTo } from "../support/buying";
import { fillCart, fillCartWithGoods, fillCartWithHardToGet } from "../support/purchase";
import { add, occasions, pass, rivalOfCart } from "../support/revising";
import { browserErrors, productPath } from "../support/shop";

const lines = (page: Page) => page.locator("[data-line]");
const dialog = (page: Page) => page.getByRole("dialog", { name: "Update shopping cart items" });

test("date, time and quantity change together in one call, with the keyboard alone", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  const [here] = await occasions(context);
  const ids = here?.variants.slice(0, 2).map((variant) => variant.extProductVariantId) ?? [];
  if (!here) throw new Error("the shop sells no times");
  const items = ids.map((productVariantId) => ({ productVariantId, quantity: 1 }));
  expect(await add(context, here, items)).toBe(true);
  const bodies: { items: object[] }[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/cart/modify")) bodies.push(request.postDataJSON());
  });
  await page.goto("/cart", { waitUntil: "networkidle" });
  const press = async (name: string | RegExp, place: Page | Locator = dialog(page)) => {
    await walkTo(page, place.getByRole("button", { name, disabled: false }).first());
    await page.keyboard.press("Enter");
  };
  await press(/^Edit /, page);
  await dialog(page).waitFor();
  await press(/^Change \w+day, /);
  await expect(dialog(page).getByRole("heading", { name: "Select Date" })).toBeFocused();
  await dialog(page).getByRole("grid").waitFor();
  await expectAccessible(page);
  // Focus in the calendar starts on the line's day. The next open day is a few arrow keys away.
  await walkTo(page, dialog(page).getByRole("grid").locator("[tabindex='0']").first());
  const days = dialog(page).locator("[role=grid] button:not([aria-disabled])");
  const own = await page.evaluate(() => document.activeElement?.textContent);
  expect(own).toContain(Number(here.date.slice(8)).toString());
  expect(await days.count()).toBeGreaterThan(1);
  for (let steps = 0; steps < 10; steps++) {
    await page.keyboard.press("ArrowRight");
    if (await page.evaluate(() => document.activeElement?.getAttribute("aria-disabled") !== "true")) break;
  }
  await page.keyboard.press("Enter");
  await dialog(page)
    .getByRole("button", { name: /^Change \w+day, / })
    .waitFor();
  await dialog(page)
    .getByRole("button", { name: /^\d+:\d\d [AP]M/ })
    .first()
    .waitFor();
  await press(/^\d+:\d\d [AP]M/);
  await expect(dialog(page).getByText("each, fees included").first()).toBeVisible();
  await walkTo(page, dialog(page).getByRole("spinbutton").first());
  await page.keyboard.press("ArrowUp");
  await press("Update cart");
  await expect(dialog(page)).toHaveCount(0);
  await expect(lines(page)).toHaveCount(2);
  await expect(lines(page).first().getByRole("spinbutton")).toHaveValue("2");
  await expect(page.locator(":focus")).toHaveAccessibleName(/^Edit /);
  expect(bodies).toHaveLength(1);
  expect(bodies[0]?.items).toHaveLength(2);
  expect(errors).toEqual([]);
});

test("date and time can stay unchanged, and a line with nothing but a quantity to edit has only its stepper", async ({
  page,
  context,
}) => {
  await fillCart(context);
  await page.goto("/cart", { waitUntil: "networkidle" });
  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
  await dialog(page)
    .getByRole("button", { name: /^Change \w+day, / })
    .click();
  await dialog(page).getByRole("grid").waitFor();
  await dialog(page).getByRole("button", { name: "Keep the current date and time" }).click();
  await expect(dialog(page).getByRole("grid")).toHaveCount(0);
  await expect(dialog(page).getByRole("region", { name: "Date and time" })).toBeFocused();
  await expect(dialog(page).getByRole("button", { name: "Update cart" })).toBeEnabled();
  await dialog(page).getByRole("button", { name: "Update cart" }).click();
  await expect(dialog(page)).toHaveCount(0);
  const lines = await page.locator("[data-line]").count();
  const edits = page.getByRole("button", { name: /^Edit / });
  await expect(edits, "the lines of a visit are edited together").toHaveCount(1);
  await fillCartWithGoods(context);
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.locator("[data-line]")).toHaveCount(lines + 1);
  await expect(edits).toHaveCount(1);
  await expect(page.locator("[data-line]").last().getByRole("spinbutton")).toBeVisible();
});

test("an expiring hold is extended with one press", async ({ page, context }) => {
  await fillCart(context);
  await page.clock.install();
  await page.goto("/checkout", { waitUntil: "networkidle" });
  const longer = page.getByRole("button", { name: "Hold items longer" });
  const status = page.getByRole("status");
  await expect(page.getByText(/^Your items and prices are held for 15 more minutes/)).toBeVisible();
  await expect(longer).toHaveCount(0);
  pass(10);
  await page.clock.fastForward("10:00");
  await expect(
    status.filter({
      hasText: /^Your items are held for less than five more minutes.*hold your items longer\.$/,
    }),
  ).toHaveCount(1);
  await expectAccessible(page);
  await longer.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Your items and prices are held for 15 more minutes/)).toBeVisible();
  await expect(status.filter({ hasText: "We've extended the hold on your items." })).toHaveCount(1);
  await expect(longer).toHaveCount(0);
  await expect(page.locator("[data-hold]")).toBeFocused();
});

test("adding a product that replaces another one in the cart needs confirmation, and declining changes nothing", async ({
  page,
  context,
}) => {
  const { rival, inCart } = await rivalOfCart(context);
  const pieces = await itemCount(context);
  const contexts: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/cart/add")) contexts.push(request.postDataJSON().reSubmitContext);
  });
  await page.goto(productPath(rival), { waitUntil: "networkidle" });
  await page.getByRole("button", { name: /^Next available/ }).click();
  await page.getByRole("button", { name: /^Change \w+day, / }).waitFor();
  const times = openTimes(page);
  const more = page.getByRole("button", { name: /^Increase / }).first();
  await times.or(more).first().waitFor();
  if (await times.count()) await times.first().click();
  await more.waitFor();
  const addToCart = page.getByRole("button", { name: "Add to Cart" });
  const question = page.getByRole("alertdialog", { name: "Replace what's in your cart?" });
  await addToCart.click();
  await expect(question).toContainText(inCart.productDisplayName);
  await expect(question.getByRole("button", { name: "Keep my cart" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(question).toHaveCount(0);
  await expect(addToCart).toBeFocused();
  expect(contexts).toEqual([undefined]);
  expect(await itemCount(context)).toBe(pieces);

  await addToCart.click();
  await question.getByRole("button", { name: "Replace", exact: true }).click();
  await goToCart(page, pointer);
  expect(contexts).toEqual([undefined, undefined, expect.any(String)]);
  await expect(page.getByRole("heading", { name: rival.productDisplayName })).toBeVisible();
  await expect(page.getByRole("heading", { name: inCart.productDisplayName })).toHaveCount(0);
});

test("the scarce places of a cart line are released only when the shopper confirms", async ({
  page,
  context,
}) => {
  const product = await fillCartWithHardToGet(context);
  const visit = async () => {
    const cart = await (await context.request.get("/api/cart")).json();
    return cart.itemGroups[0].items[0].performances[0].performanceId as string;
  };
  const before = await visit();
  await page.goto("/cart", { waitUntil: "networkidle" });
  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
  await dialog(page)
    .getByRole("button", { name: /^Change \w+day, / })
    .click();
  // The test uses the next month, because the last day of this month may be the only one left.
  const days = dialog(page).locator("[role=grid] button:not([aria-disabled])");
  await dialog(page).getByRole("button", { name: "Next month" }).click();
  await days.last().click();
  const save = dialog(page).getByRole("button", { name: "Update cart" });
  const choices = dialog(page).locator("[data-picker] li > button:not([aria-disabled])");
  const notSold = dialog(page).getByText("There are no products available for this date / time");
  for (let section = 0; ; ) {
    const next = choices.or(notSold).or(save.and(page.locator(":not([aria-disabled])")));
    await expect(next.first()).toBeVisible();
    if ((await save.getAttribute("aria-disabled")) === null) break;
    if (await notSold.isVisible()) {
      // Not every section sells the ticket of the line.
      await dialog(page)
        .getByRole("button", { name: /^Change / })
        .last()
        .click();
      section += 1;
      await choices.nth(section).click();
    } else {
      await choices.first().click();
    }
  }
  const question = page.getByRole("alertdialog", { name: "Give up your spots?" });
  await save.click();
  await expect(question).toContainText(
    `Your spots for ${product.productDisplayName} will be released, and others may book them.`,
  );
  await expect(question.getByRole("button", { name: "Keep my spots" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(question).toHaveCount(0);
  await expect(dialog(page)).toBeVisible();
  expect(await visit()).toBe(before);

  await save.click();
  await question.getByRole("button", { name: "Change", exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(visit).not.toBe(before);
});

test("a checkout summary that is taller than the window can be scrolled to its end", async ({
  page,
  context,
}) => {
  await fillCart(context, 3);
  await fillCartWithGoods(context);
  await page.setViewportSize({ width: 1280, height: 480 });
  await page.goto("/checkout", { waitUntil: "networkidle" });
  const summary = page.locator("aside");
  const total = summary.locator("[data-order-total]");
  await expect(summary.getByRole("button", { name: /^Remove / })).toHaveCount(4);
  await expect(total).not.toBeInViewport();
  const height = await summary.evaluate((aside) => aside.clientHeight);
  await page.evaluate((by) => window.scrollTo(0, by), height);
  await expect(total).toBeInViewport();
  // The summary stays in view beside the rest of the form.
  await page.evaluate((by) => window.scrollTo(0, by + 200), height);
  await expect(total).toBeInViewport();
});

test("lines are removed in the checkout's summary, and removing the last line redirects the shopper from checkout", async ({
  page,
  context,
}) => {
  await fillCart(context);
  await page.goto("/checkout", { waitUntil: "networkidle" });
  const summary = page.getByRole("region", { name: "Cart Summary" });
  const details = summary.getByRole("button", { name: "Details" });
  if (await details.isVisible()) await details.click();
  const remove = summary.getByRole("button", { name: /^Remove / });
  await expect(remove).toHaveCount(2);
  await remove.first().click();
  await expect(remove).toHaveCount(1);
  await expect(summary.getByRole("button", { name: /^Undo: put / })).toBeFocused();
  await remove.click();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByRole("heading", { name: "Your shopping cart is empty" })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole("button", { name: /^Undo: put / }).click();
  await expect(lines(page)).toBeFocused();
  await expect(page.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
});

test("after the last line is removed at checkout, the page of the products says where it can be put back", async ({
  page,
  context,
}) => {
  await fillCart(context, 1);
  await page.goto("/checkout", { waitUntil: "networkidle" });
  // The shopper chose products there before.
  await page.evaluate(() => sessionStorage.setItem("midway.product-selection", "/find"));
  const summary = page.getByRole("region", { name: "Cart Summary" });
  const details = summary.getByRole("button", { name: "Details" });
  if (await details.isVisible()) await details.click();
  await summary.getByRole("button", { name: /^Remove / }).click();
  await expect(page).toHaveURL("/find");
  await expect(page.getByText("To put back what you removed, open your cart.")).toBeVisible();
  await page.goto("/cart");
  await page.getByRole("button", { name: /^Undo: put / }).click();
  await expect(lines(page)).toHaveCount(1);
});

test("in a summary that is taller than the window, a focused line scrolls into the window", async ({
  page,
  context,
}) => {
  await fillCart(context, 3);
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto("/checkout", { waitUntil: "networkidle" });
  await checkoutButton(page).focus();
  const removals = page.getByRole("button", { name: /^Remove / });
  await expect(removals).toHaveCount(3);
  for (const removal of await removals.all()) {
    await walkTo(page, removal);
    await expect(removal).toBeInViewport({ ratio: 1 });
  }
});
