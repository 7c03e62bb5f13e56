import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import {
  cards,
  checkoutButton,
  expectOrder,
  field,
  fillDetails,
  payButton,
  shopper,
  typeCard,
} from "../support/buying";
import { addParkTickets, fillCartWithGoods, post, readCart, type Visit } from "../support/purchase";

/**
 * A promotion code typed in the cart or at checkout. The demo's codes are fixed here, because no API call lists
 * promotion codes.
 */
const code = "FERRY10";

const place = (page: Page) => page.getByRole("region", { name: "Add a promotion code" });
const codeField = (page: Page) => place(page).getByLabel("Promotion Code");
const apply = (page: Page) => place(page).getByRole("button", { name: "Apply" });

/** Opens the closed place for a code. */
async function open(page: Page) {
  await page.waitForLoadState("networkidle");
  await expect(codeField(page)).toBeHidden();
  await place(page).getByText("Add a promotion code").press("Enter");
  await expect(codeField(page)).toBeFocused();
}

/** Adds two seats in the orchestra of the next evening in the theater. */
async function addEvening(context: BrowserContext) {
  const product = "lantern-evening";
  const [date] = await post<{ date: string }[]>(context, "/performance/product-date", {
    productIds: [product],
  });
  const { value } = await post<{ value: Visit[] }>(context, "/performance/product-date-performance", {
    productId: product,
    date: date?.date,
  });
  const performances = [
    { selectionIndex: 1, performanceId: value[0]?.performanceId, showCategoryId: "stalls" },
  ];
  const items = [{ productId: product, productVariantId: "lantern-standard", quantity: 2, performances }];
  const added = await post<{ success: boolean }>(context, "/cart/add", { saleFlowId: 1, items });
  expect(added.success).toBe(true);
}

test("a code in the cart lowers the prices of the items that it covers, and the page says by how much", {
  tag: "@both",
}, async ({ page, context }) => {
  await addParkTickets(context, { "park-day-senior": 2 });
  const { cartTotal: before, displaySubtotal: priceBefore } = await readCart(context);
  await page.goto("/cart");
  await open(page);
  // Closed and opened again, the field gets the focus again.
  await place(page).getByText("Add a promotion code").press("Enter");
  await open(page);
  // The browser reports two presses in quick succession as one.
  await place(page)
    .getByText("Add a promotion code")
    .evaluate((title: HTMLElement) => {
      title.closest("summary")?.focus();
      title.click();
      title.click();
    });
  await expect(codeField(page)).toBeFocused();
  await expectAccessible(page);

  await codeField(page).fill("NO-SUCH");
  await apply(page).click();
  await expect(codeField(page)).toBeFocused();
  await expect(codeField(page)).toHaveAttribute("aria-invalid", "true");
  await expect(codeField(page)).toHaveAccessibleDescription("Sorry, this promotion code isn't valid.");
  await expect(codeField(page)).toHaveValue("NO-SUCH");
  await expectAccessible(page);

  await codeField(page).fill(code.toLowerCase());
  await codeField(page).press("Enter");
  await expect(place(page)).toContainText(`${code} has been applied: 10% off for ferry riders.`);
  const { cartTotal, displaySubtotal, itemGroups } = await readCart(context);
  expect(cartTotal).toBeLessThan(before);
  expect(itemGroups.flatMap(({ items }) => items)).toHaveLength(1);
  const saved = `$${(priceBefore - displaySubtotal).toFixed(2)}`;
  await expect(place(page)).toContainText(
    `You save ${saved} before tax, and your total is now $${cartTotal.toFixed(2)}.`,
  );
  await expect(page.getByText(`${code} discount, included`).locator("..")).toContainText(`−${saved}`);
  await expect(page.locator("[data-order-total]")).toHaveText(`$${cartTotal.toFixed(2)}`);
  await expect(page.locator("[data-line]").getByText("Ferry riders, code FERRY10")).toBeVisible();
  await expect(codeField(page)).not.toHaveAttribute("aria-invalid");
  await expectAccessible(page);

  await page.reload({ waitUntil: "networkidle" });
  await place(page)
    .getByRole("button", { name: `Remove code ${code}` })
    .click();
  await expect(
    place(page)
      .getByRole("status")
      .filter({ hasText: `${code} has been removed.` }),
  ).toContainText(`Your total is now $${before.toFixed(2)}.`);
  await expect(place(page)).toBeFocused();
  await expect(page.locator("[data-order-total]")).toHaveText(`$${before.toFixed(2)}`);
  const after = await readCart(context);
  expect(after.cartTotal).toBe(before);
  expect(after.itemGroups.flatMap(({ items }) => items).map(({ quantity }) => quantity)).toEqual([2]);
  await expect(page.getByText("Ferry riders, code FERRY10")).toHaveCount(0);
  await expectAccessible(page);
});

test("a code whose regular price is refused stays in the cart, and the reason is shown", async ({
  page,
  context,
}) => {
  await addParkTickets(context, { "park-day-senior": 1 });
  await page.goto("/cart");
  await open(page);
  await codeField(page).fill(code);
  await codeField(page).press("Enter");
  await expect(place(page)).toContainText(`${code} has been applied`);
  const { cartTotal } = await readCart(context);
  await page.route("**/api/cart/add", (route) =>
    route.fulfill({ json: { success: false, message: "Sold out." } }),
  );
  const remove = place(page).getByRole("button", { name: `Remove code ${code}` });
  await remove.click();
  await expect(place(page).getByRole("alert").filter({ hasText: "Sold out." })).toBeFocused();
  await expect(remove).toBeVisible();
  expect((await readCart(context)).cartTotal).toBe(cartTotal);
});

test("a code at checkout keeps everything that was typed, and the order has the lower price", async ({
  page,
  context,
}) => {
  await addParkTickets(context, { "park-day-adult": 1 });
  await page.goto("/checkout");
  await fillDetails(page);
  const before = (await readCart(context)).cartTotal;
  await open(page);
  await codeField(page).fill(code);
  await apply(page).click();
  await expect(place(page)).toContainText(`${code} has been applied: `);
  await expect(page.locator(":focus")).toContainText(`${code} has been applied: `);
  for (const [label, value] of Object.entries(shopper)) {
    if (label !== "Phone") await expect(field(page, label as keyof typeof shopper)).toHaveValue(value);
  }
  await expect(page.getByRole("checkbox", { name: /^I accept the terms of sale/ })).toBeChecked();
  await checkoutButton(page).click();
  await typeCard(page, cards.works);
  await payButton(page).click();
  await expectOrder(page);
  await expect(page.getByText("Ferry riders, code FERRY10")).toBeVisible();
  await expect(page.getByText("FERRY10 discount, included").locator("..")).toContainText(/−\$\d/);
  const paid = (await page.locator("[data-order-total]").last().textContent()) ?? "";
  expect(Number(paid.replace(/[^\d.]/g, ""))).toBeLessThan(before);
});

test("a code that covers nothing in the cart changes nothing and leads to its offer", async ({
  page,
  context,
}) => {
  await fillCartWithGoods(context);
  const before = await readCart(context);
  await page.goto("/cart");
  await open(page);
  await codeField(page).fill(code);
  await apply(page).click();
  await expect(place(page)).toContainText(
    "It doesn't apply to anything in your cart. This code is for Park Day Ticket.",
  );
  expect(await readCart(context)).toMatchObject({ cartTotal: before.cartTotal });
  await place(page).getByRole("link", { name: "See the offer" }).click();
  await expect(page).toHaveURL(`/product/multi/promo/${code}`);
});

/** One child is free with two adults, which is worth more than ten percent off. */
const family = { "park-day-adult": 2, "park-day-child": 1 };
const question = (page: Page) => page.getByRole("alertdialog", { name: "Replace your current offer?" });

/** Applies a code and returns the two amounts in the question: what the offer saves and what the code saves. */
async function amountsAsked(page: Page, typed: string): Promise<number[]> {
  await codeField(page).fill(typed);
  await apply(page).click();
  await expect(question(page)).toContainText(/With “[^”]*child[^”]*”, you save/i);
  const text = (await question(page).textContent()) ?? "";
  return [...text.matchAll(/\$(\d+\.\d\d)/g)].map(([, amount]) => Number(amount));
}

test("a code that is worth less than an offer in the cart replaces it only if the shopper chooses so", {
  tag: "@both",
}, async ({ page, context }) => {
  await addParkTickets(context, family);
  const before = await readCart(context);
  await page.goto("/cart");
  await open(page);
  const [worth = 0, saving = 0] = await amountsAsked(page, code);
  expect(worth).toBeGreaterThan(saving);
  await expect(question(page).getByRole("button", { name: "Keep the offer" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(place(page)).toContainText("so your cart hasn't changed.");
  await expect(page.locator(":focus")).toContainText("so your cart hasn't changed.");
  expect((await readCart(context)).cartTotal).toBe(before.cartTotal);

  await amountsAsked(page, code);
  await question(page).getByRole("button", { name: "Use the code instead" }).click();
  await expect(place(page)).toContainText(`${code} has been applied instead of “One child free`);
  const after = await readCart(context);
  expect(after.displaySubtotal - before.displaySubtotal).toBeCloseTo(worth - saving, 2);

  const less = (worth - saving).toFixed(2);
  await expect(place(page)).toContainText(
    `Without ${code}, you would pay $${less} less before tax, because “One child free`,
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: `Remove code ${code}` }).click();
  await expect(place(page)).toContainText(`${code} has been removed.`);
  expect((await readCart(context)).cartTotal).toBe(before.cartTotal);
});

/** The sale of a tag's page, which takes 15% off. */
const winter = { saleFlowId: 3, specificPromotionTypeId: 5, tags: ["winter"] };

test("a code is compared with the sale in use, and the cart says which offer would be worth more without the sale", {
  tag: "@both",
}, async ({ page, context }) => {
  await addParkTickets(context, family, winter);
  const before = await readCart(context);
  await page.goto("/cart");
  await expect(place(page)).toContainText(
    /Without “Winter weekends”, you would pay \$\d+\.\d\d less before tax, because “One child free/,
  );
  await open(page);
  await codeField(page).fill(code);
  await apply(page).click();
  await expect(place(page)).toContainText("We didn't change anything because it doesn't lower your total.");
  await expectAccessible(page);
  expect((await readCart(context)).cartTotal).toBe(before.cartTotal);

  await place(page).getByRole("button", { name: "Remove the offer Winter weekends" }).click();
  await expect(place(page).getByRole("status").first()).toContainText("“Winter weekends” has been removed.");
  await expect(place(page)).toBeFocused();
  await expect(place(page)).not.toContainText("We didn't change anything");
  const after = await readCart(context);
  expect(after.cartTotal).toBeLessThan(before.cartTotal);
  await expect(page.locator("[data-order-total]")).toHaveText(`$${after.cartTotal.toFixed(2)}`);
});

test("with a code in use, the cart offers the sale that is cheaper, and the message ends with the next change", {
  tag: "@both",
}, async ({ page, context }) => {
  await addParkTickets(context, { "park-day-senior": 2 });
  await page.goto("/cart");
  await open(page);
  await codeField(page).fill(code);
  await apply(page).click();
  await expect(place(page)).toContainText(`${code} has been applied: `);
  const before = await readCart(context);
  await expect(
    page.getByText(
      /Winter weekends by the harbor, instead of FERRY10: save \$\d.*on Park Day Ticket \(Senior/,
    ),
  ).toBeVisible();
  await page.getByRole("button", { name: "Use this offer: Winter weekends by the harbor" }).click();
  const used = page.getByText(
    "“Winter weekends by the harbor” has been applied instead of FERRY10. You save",
  );
  await expect(used).toBeVisible();
  await expect(place(page)).not.toContainText(`${code} has been applied`);
  await expect(place(page)).toContainText("Winter weekends");
  const after = await readCart(context);
  expect(after.cartTotal).toBeLessThan(before.cartTotal);

  await codeField(page).fill(code);
  await codeField(page).press("Enter");
  await expect(place(page)).toContainText("We didn't change anything because it doesn't lower your total.");
  await page
    .getByRole("button", { name: /^Increase/ })
    .first()
    .click();
  await expect(used).toHaveCount(0);
  await expect(place(page)).not.toContainText("We didn't change anything");
});

/** Applies the code of the theater in the cart. */
async function useLantern(page: Page) {
  await page.goto("/cart");
  await open(page);
  await codeField(page).fill("LANTERN");
  await apply(page).click();
  await expect(place(page)).toContainText("LANTERN has been applied: ");
}

test("a code is applied to the items that no offer touches", async ({ page, context }) => {
  await addParkTickets(context, family);
  await addEvening(context);
  const before = await readCart(context);
  await useLantern(page);
  const after = await readCart(context);
  expect(after.displaySubtotal).toBe(before.displaySubtotal - 12);
  expect(after.itemGroups.flatMap(({ items }) => items).flatMap(({ offers }) => offers)).toHaveLength(1);
});

test("a code lowers the price of chosen places and is removed again, and the places stay", async ({
  page,
  context,
}) => {
  await addEvening(context);
  const before = await readCart(context);
  await useLantern(page);
  await expect(page.getByText("Orchestra", { exact: true })).toBeVisible();
  const lowered = await readCart(context);
  expect(lowered.displaySubtotal).toBe(before.displaySubtotal - 12);
  expect(lowered.itemGroups.flatMap((group) => group.items)).toHaveLength(1);
  await place(page).getByRole("button", { name: "Remove code LANTERN" }).click();
  await expect(place(page)).toContainText("LANTERN has been removed.");
  await expect(page.getByText("Orchestra", { exact: true })).toBeVisible();
  expect(await readCart(context)).toMatchObject({ cartTotal: before.cartTotal });
});
