import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import {
  cardDialog,
  cards,
  checkoutButton,
  fillCheckout,
  goToCart,
  goToCheckout,
  type Hand,
  increaseTo,
  keyboard,
  openTimes,
  payButton,
  pointer,
  typeCard,
  walkTo,
} from "../support/buying";
import { post } from "../support/purchase";
import { browserErrors, type WeekProduct, weekPath, weekProduct } from "../support/shop";

const grid = (page: Page) => page.getByRole("grid");
const range = (page: Page) => page.locator("[data-week-range]");
const times = (page: Page) => page.getByRole("button", { name: /^\d+:\d\d [AP]M/ });
const firstRow = (page: Page) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("spinbutton") })
    .first();
const changes = (page: Page) => page.getByRole("button", { name: /^Change .*\d:\d\d/ });

/**
 * Chooses the first available day of the week that is `weeks` weeks ahead, where all times are still in the future.
 * Returns the accessible name of the day.
 */
async function chooseDay(page: Page, product: WeekProduct, press: Hand, weeks = 1) {
  await page.goto(weekPath(product));
  await grid(page).waitFor();
  for (let week = 0; week < weeks; week++) {
    const before = (await range(page).textContent()) ?? "";
    await press(page.getByRole("button", { name: "Next", exact: true }));
    await expect(range(page)).not.toHaveText(before);
  }
  await expect(grid(page)).not.toHaveAttribute("aria-busy", "true");
  const day = grid(page).locator("button[data-day]:not([aria-disabled])").first();
  await day.waitFor();
  const name = (await day.locator(".sr-only").first().textContent()) ?? "";
  if (press === pointer) {
    await press(day);
  } else {
    // The grid is one Tab stop; arrow keys move inside it.
    await walkTo(page, grid(page).locator("button[tabindex='0']"));
    await page.keyboard.press("Home");
    const date = await day.getAttribute("data-day");
    for (let steps = 0; steps < 7; steps++) {
      if ((await page.evaluate(() => document.activeElement?.getAttribute("data-day"))) === date) break;
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("Enter");
  }
  await expect(page.getByRole("button", { name: /^Change \w+day, / })).toBeVisible();
  return name;
}

/**
 * Chooses the second tour of the day and the first ride that the required delay allows. Returns the price shown beside
 * the tour.
 */
async function chooseTimes(page: Page, press: Hand): Promise<string> {
  await openTimes(page).first().waitFor();
  const tour = openTimes(page).nth(1);
  const price = /\$\d+\.\d\d/.exec((await tour.textContent()) ?? "")?.[0] ?? "";
  await press(tour);
  await expect(changes(page)).toHaveCount(1);
  // Rides that start too soon after the tour are visible but cannot be chosen.
  const early = times(page).first();
  await expect(early).toHaveAttribute("aria-disabled", "true");
  await press(openTimes(page).first());
  await expect(changes(page)).toHaveCount(2);
  return price;
}

async function buyTwo(page: Page, price: string, press: Hand) {
  await expect(firstRow(page)).toContainText(price);
  await increaseTo(2, page, press);
  const total = `$${(2 * Number(price.slice(1))).toFixed(2)}`;
  await expect(page.locator("[data-buy-bar] output")).toHaveText(total);
  await press(page.getByRole("button", { name: "Add to Cart" }));
  await goToCart(page, press);
}

async function pay(page: Page) {
  await goToCheckout(page, pointer);
  await fillCheckout(page);
  await checkoutButton(page).click();
  await typeCard(page, cards.works);
  await payButton(page).click();
  await expect(cardDialog(page)).toBeHidden();
  await expect(page).toHaveURL("/confirmation");
}

test("two tickets are chosen in the week calendar and bought, and their total is twice the price shown beside the tour", async ({
  page,
}) => {
  const errors = browserErrors(page);
  const product = await weekProduct(page.request);
  const day = await chooseDay(page, product, pointer);
  // The expected name is, for example, "Saturday, December 5, $49.00 - $89.00, Almost Full".
  expect(day).toMatch(
    /^[A-Z][a-z]+day, [A-Z][a-z]+ \d{1,2}, \$\d+\.\d\d( - \$\d+\.\d\d)?(, Lowest this week)?, (Available|Low Capacity|Almost Full)$/,
  );
  await expect(page.getByRole("heading", { name: /^Select a Time/ })).toBeVisible();
  const price = await chooseTimes(page, pointer);
  await expectAccessible(page);
  await buyTwo(page, price, pointer);
  const cart = (await (await page.request.get("/api/cart")).json()) as {
    cartTotal: number;
    itemGroups: { items: { unitPrice: number; quantity: number }[] }[];
  };
  const [item] = cart.itemGroups.flatMap(({ items }) => items);
  expect(item?.quantity).toBe(2);
  expect(item?.unitPrice).toBeLessThanOrEqual(Number(price.slice(1)));
  await pay(page);
  await expect(
    page
      .getByRole("article")
      .getByText(`$${cart.cartTotal.toFixed(2)}`)
      .first(),
  ).toBeVisible();
  expect(errors).toEqual([]);
});

test("tickets are chosen in the week calendar and added to the cart with the keyboard alone", async ({
  page,
}) => {
  const product = await weekProduct(page.request);
  const press = keyboard(page);
  await chooseDay(page, product, press);
  const price = await chooseTimes(page, press);
  await buyTwo(page, price, press);
});

test("a price that rises while a shopper decides needs confirmation, and the page shows the new price", async ({
  page,
  browser,
}) => {
  const product = await weekProduct(page.request);
  // This test takes many places of its day, so it uses a week that the other tests do not use.
  await chooseDay(page, product, pointer, 2);
  const price = await chooseTimes(page, pointer);
  const storedChoices = await page.evaluate(() => JSON.stringify(window.history.state.midwayChoices));
  const { picker } = JSON.parse(storedChoices) as { picker: { performanceIds: string[] } };
  const rival = await browser.newContext({ baseURL: test.info().project.use.baseURL });
  const performances = picker.performanceIds.map((performanceId, at) => ({
    selectionIndex: at + 1,
    performanceId,
  }));
  const [first, second] = product.variants.map(({ extProductVariantId }) => extProductVariantId);
  const lines = [first, second].map((productVariantId) => ({
    productId: product.id,
    productVariantId,
    quantity: 7,
    performances,
  }));
  const taken = await post<{ success: boolean }>(rival, "/cart/add", { saleFlowId: 1, items: lines });
  expect(taken.success).toBe(true);

  await page.getByRole("button", { name: "Add to Cart" }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(dialog).toContainText("The price has changed");
  await expect(dialog).toContainText(`(was ${price})`);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Choose again" }).click();
  await expect(dialog).toBeHidden();
  const row = firstRow(page);
  await expect(row).not.toContainText(price);
  await expect(row).toContainText(/\$\d+\.\d\d/);
  const risen = /\$\d+\.\d\d/.exec((await row.textContent()) ?? "")?.[0] ?? "";
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await goToCart(page, pointer);
  expect(Number(risen.slice(1))).toBeGreaterThan(Number(price.slice(1)));
  await rival.close();
});

test("the week calendar does not go back before the first week on sale, shows each week's dates, and has a legend", async ({
  page,
}) => {
  const product = await weekProduct(page.request);
  await page.goto(weekPath(product));
  await grid(page).waitFor();
  await expect(range(page)).toHaveText(/^\d{1,2}\/\d{1,2}\/\d{4} - \d{1,2}\/\d{1,2}\/\d{4}$/);
  const previous = page.getByRole("button", { name: "Previous", exact: true });
  await expect(previous).toHaveAttribute("aria-disabled", "true");
  const first = await range(page).textContent();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(range(page)).not.toHaveText(first ?? "");
  // Most days of a whole week cost the same, so no day is marked as the cheapest.
  const week = grid(page).locator("button[data-day]");
  await expect(week.filter({ hasText: /\$\d+\.\d\d/ }).nth(3)).toBeAttached();
  await expect(week.filter({ hasText: "Lowest this week" })).toHaveCount(0);
  await previous.click();
  await expect(range(page)).toHaveText(first ?? "");
  const legend = page.getByRole("list", { name: "Legend" });
  await expect(legend.getByRole("listitem")).toHaveText([
    "Unavailable",
    "Full",
    "Almost Full",
    "Low Capacity",
    "Available",
  ]);
});

/** Counts the rows in which the page arranges the seven days of a whole week. The first days may be in two weeks. */
async function lines(page: Page): Promise<number> {
  await grid(page).waitFor();
  const next = page.getByRole("button", { name: "Next", exact: true });
  const first = grid(page)
    .getByRole("row")
    .filter({ has: page.getByRole("gridcell") })
    .first();
  if ((await first.getByRole("gridcell").count()) !== 7) await next.click();
  const days = grid(page).locator("button[data-day]");
  await expect(days).toHaveCount(7);
  return new Set(await days.evaluateAll((all) => all.map((day) => day.getBoundingClientRect().top))).size;
}

test("days are stacked when the list view is chosen, and always on phones", { tag: "@both" }, async ({
  page,
}) => {
  const product = await weekProduct(page.request);
  const isPhone = (page.viewportSize()?.width ?? 0) < 560;
  const list = page.getByRole("radio", { name: "List" });
  await page.goto(weekPath(product));
  expect(await lines(page)).toBe(isPhone ? 7 : 1);
  // On phones the days are always stacked, so there is no view switch.
  await expect(list).toBeVisible({ visible: !isPhone });
  await page.goto(`${weekPath(product)}?view=list`);
  expect(await lines(page)).toBe(7);
});

test("reload and back restore the week and the list view", { tag: "@both" }, async ({ page }) => {
  const product = await weekProduct(page.request);
  const press = keyboard(page);
  const isPhone = (page.viewportSize()?.width ?? 0) < 560;
  const path = weekPath(product);
  await page.goto(path);
  const first = (await range(page).textContent()) ?? "";
  const next = page.getByRole("button", { name: "Next", exact: true });
  await next.click();
  await next.click();
  await expect(range(page)).not.toHaveText(first);
  const shown = (await range(page).textContent()) ?? "";
  const isAsLeft = async () => {
    await expect(range(page)).toHaveText(shown);
    await expect(page).toHaveURL(isPhone ? path : `${path}?view=list`);
    expect(await lines(page)).toBe(7);
  };
  if (!isPhone) {
    await walkTo(page, page.getByRole("radio", { name: "Week" }));
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "List" })).toBeFocused();
  }
  await isAsLeft();
  await page.reload();
  await isAsLeft();
  await page.getByRole("link", { name: /, home$/ }).click();
  await expect(page).toHaveURL("/");
  await page.goBack();
  await isAsLeft();

  // Changing the chosen day opens the week that contains it.
  await press(grid(page).locator("button[data-day]:not([aria-disabled])[tabindex='0']"));
  await page.getByRole("button", { name: /^Change \w+day, / }).click();
  await isAsLeft();
  await expectAccessible(page);

  // Opening the page again starts with the defaults.
  await page.goto("/");
  await page.goto(path);
  await expect(range(page)).toHaveText(first);
});
