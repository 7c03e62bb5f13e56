import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import {
  buyCart,
  cards,
  checkoutButton,
  expectOrder,
  fillCheckout,
  goToCart,
  goToCheckout,
  type Hand,
  keyboard,
  openTimes,
  payButton,
  pointer,
  typeCard,
  walkTo,
} from "../support/buying";

/** The demo's ticket, promotion code and package are fixed here, because no API call lists promotion codes. */
const day = "/product/single/park-day";
const code = "FERRY10";
const packagePath = "/product/single/park-and-museum";

async function add(
  page: Page,
  path: string,
  choices: [name: RegExp, quantity: number][],
  press: Hand = pointer,
) {
  await page.goto(path);
  await press(page.getByRole("button", { name: /^Next available/ }));
  await page.getByRole("button", { name: /^Change \w+day, / }).waitFor();
  const times = openTimes(page);
  const steppers = page.getByRole("spinbutton");
  await times.or(steppers).first().waitFor();
  if ((await steppers.count()) === 0) await press(times.first());
  // The first ticket starts with one, and here only the given quantities are bought.
  const first: [Locator, number] = [steppers.first(), 0];
  const given = choices.map(([name, quantity]): [Locator, number] => [
    page.getByRole("spinbutton", { name }),
    quantity,
  ]);
  for (const [stepper, quantity] of [first, ...given]) {
    await walkTo(page, stepper);
    await page.keyboard.press("Control+A");
    await page.keyboard.type(String(quantity));
    await page.keyboard.press("Tab");
  }
  await press(page.getByRole("button", { name: "Add to Cart" }));
  await goToCart(page, press);
}

const cents = (text: string) => Math.round(Number(text.replace(/[^\d.−-]/g, "").replace("−", "-")) * 100);

/**
 * Reads the order total as the page shows it. On phones the summary may be collapsed, but the total is still in the
 * document.
 */
async function total(page: Page): Promise<string> {
  return (await page.locator("[data-order-total]").last().textContent()) ?? "";
}

test("the total of a cart with a family offer, a code and a package stays the same from the cart to the confirmation", async ({
  page,
}) => {
  await add(page, day, [
    [/^Adult,/, 2],
    [/^Child,/, 1],
  ]);
  const offer = page.locator("[data-offer]").first();
  await expect(offer).toContainText("One child free with two adults");
  // Reads the price of a child's ticket on that day.
  const { itemGroups } = (await (await page.request.get("/api/cart")).json()) as {
    itemGroups: { items: { displayName: string; displayPrice: number }[] }[];
  };
  const child = itemGroups.flatMap(({ items }) => items).find(({ displayName }) => displayName === "Child");
  await expect(offer).toContainText(`discount −$${child?.displayPrice.toFixed(2)}`);

  await page.goto(`${day}?promotionCode=ferry10`);
  const senior = page.getByRole("listitem").filter({ hasText: "Senior" }).first();
  await expect(senior).toContainText("$35.70");
  await expect(senior).toContainText("was $39.50");
  await add(page, `${day}?promotionCode=${code}`, [[/^Senior,/, 1]]);
  await expect(
    page.getByRole("region", { name: "Items" }).getByText("Ferry riders, code FERRY10"),
  ).toBeVisible();

  await add(page, packagePath, [[/^Two adults, Park/, 1]]);
  await expect(page.locator("[data-package-discount]").first()).toHaveText("discount -12%");
  await page
    .getByRole("button", { name: /^Package Details/ })
    .first()
    .click();
  const details = page.getByRole("dialog", { name: "Package Details" });
  await expect(details).toContainText("Park Day Ticket");
  await expect(details).toContainText("Deep Time");
  await details.getByRole("button", { name: "Close", exact: true }).click();
  await expect(details).toBeHidden();

  const shown = await total(page);
  expect(cents(shown)).toBeGreaterThan(0);
  await goToCheckout(page, (element) => element.click());
  await expect(checkoutButton(page)).toHaveAccessibleName(`Checkout, ${shown}`);
  expect(await total(page)).toBe(shown);
  await expect(page.locator("[data-offer]").first()).toBeAttached();
  await fillCheckout(page);
  await checkoutButton(page).click();
  await typeCard(page, cards.works);
  await expect(payButton(page)).toHaveText(`Pay ${shown}`);
  await payButton(page).click();
  await expectOrder(page);
  expect(await total(page)).toBe(shown);
  const items = page.getByRole("table").first();
  await expect(items).toContainText("One child free with two adults");
  await expect(items).toContainText("Ferry riders, code FERRY10");
  await expect(items.getByRole("button", { name: /^Package Details/ })).toBeVisible();
});

test("a package is bought with the keyboard alone, its saving is shown as a percentage and a text, and each part has its tickets", async ({
  page,
}) => {
  const press = keyboard(page);
  await add(page, packagePath, [[/^Two adults, two children, Park/, 1]], press);
  const line = page.getByRole("article").first();
  const saved = line.locator("[data-package-discount]");
  await expect(saved).toHaveText("discount -12%");
  await expect(saved.locator("xpath=..")).toContainText("Two visits, one ferry ride, one price");
  await press(line.getByRole("button", { name: /^Package Details/ }));
  const details = page.getByRole("dialog", { name: "Package Details" });
  for (const part of ["Park Day Ticket", "Deep Time", "Child", "Youth"])
    await expect(details).toContainText(part);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await expect(line.getByRole("button", { name: /^Package Details/ })).toBeFocused();
  const shown = await total(page);
  const tickets = await buyCart(page, press);
  expect(await total(page)).toBe(shown);
  await expect(tickets).toHaveCount(8);
  for (const product of ["Park Day Ticket", "Deep Time"])
    await expect(
      tickets.filter({ has: page.getByRole("heading", { name: new RegExp(product) }) }),
    ).toHaveCount(4);
});

test("an invalid promotion code is reported, and the regular price is shown", async ({ page }) => {
  await page.goto(`${day}?promotionCode=NOSUCHCODE`);
  await expect(page.getByText("Sorry, this promotion code isn't valid.")).toBeVisible();
  const senior = page.getByRole("listitem").filter({ hasText: "Senior" }).first();
  await expect(senior).toContainText("$39.50");
});

test("a sale price is shown beside the regular price, and the structured data contains the sale price", async ({
  page,
}) => {
  await page.goto("/product/single/harbor-guide");
  const softcover = page.getByRole("listitem").filter({ hasText: "Softcover" }).first();
  await expect(softcover).toContainText("$14.00 was $18.00");
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "{}");
  expect(data.offers.lowPrice).toBe("14.00");
});
