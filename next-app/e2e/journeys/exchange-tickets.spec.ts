import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import { field, goToCart, goToCheckout, keyboard, openTimes, pointer } from "../support/buying";
import { decoded, emailsOf, linkIn } from "../support/emails";
import { chooseTime, productOfType } from "../support/places";
import { addTickets, placeOrder, post } from "../support/purchase";
import { browserErrors, builderPath, bundleOnSale } from "../support/shop";

const rules = (page: Page) => page.getByRole("region", { name: "If you can't make it" });
const actions = (page: Page) => page.getByRole("navigation", { name: "Tickets and printing" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Which tickets would you like to change?" });
const notice = (page: Page) => page.getByText(/^You're exchanging \d/);
const exchanged = (page: Page) => page.getByRole("region", { name: "You're exchanging" });
const summary = (page: Page) => page.getByRole("region", { name: "Cart Summary" });
const refunds = (page: Page) => page.getByRole("region", { name: "Refunds and exchanges" });

/** The amount beside a name, in cents. */
async function amount(scope: ReturnType<typeof summary>, name: string): Promise<number> {
  const term = scope.getByRole("term").filter({ hasText: name });
  const text = (await term.locator("xpath=following-sibling::dd[1]").textContent()) ?? "";
  return Math.round(100 * Number(text.replace(/[^\d.−-]/g, "").replace("−", "-")));
}

/** An open day of the park, on a weekend or not, so far away that tickets for it can be exchanged. */
async function parkDay(context: BrowserContext, isWeekend: boolean): Promise<string> {
  const dates = await post<{ date: string; capacityLevelId: number }[]>(
    context,
    "/performance/product-date",
    { productIds: ["park-day"] },
  );
  const isOne = (date: string) => [0, 6].includes(new Date(date).getUTCDay()) === isWeekend;
  const found = dates.slice(2).find(({ date, capacityLevelId }) => capacityLevelId <= 2 && isOne(date));
  if (!found) throw new Error("the park is closed");
  return found.date;
}

const addPark = (context: BrowserContext, quantity: number, startDate: string) =>
  addTickets(context, "park-day", { "park-day-adult": quantity }, { startDate });

test("a signed-in shopper moves two of three tickets to a dearer day, by keyboard", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  const press = keyboard(page);
  await signInAsNew(context);
  await addPark(context, 3, await parkDay(context, false));
  const old = await placeOrder(context);
  await page.goto(`/order-lookup/my/${old.orderId}`);
  await expect(rules(page)).toContainText("You can change the date, time, or seats for free until");
  const open = actions(page).getByRole("button", { name: "Change date, time, or seats" });
  await press(open);
  await expect(dialog(page).getByRole("checkbox")).toHaveCount(4);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
  await press(open);
  for (const ticket of [/^Ticket 1/, /^Ticket 3/]) {
    await dialog(page).getByRole("checkbox", { name: ticket }).press("Space");
  }
  await press(dialog(page).getByRole("button", { name: "Choose new tickets" }));
  await expect(page).toHaveURL(/\/product\/single\/(dynamic\/)?park-day$/);
  await expect(notice(page)).toHaveText(/^You're exchanging 2 × Adult on .*\. Value: \$\d+\.\d\d\.$/);

  await page.getByRole("link", { name: "Go to your cart" }).click();
  await expect(exchanged(page)).toContainText("2 × Park Day Ticket, Adult");
  await expectAccessible(page);
  // One of two is not enough: the cart and the checkout say so, and promise no money.
  const weekend = await parkDay(context, true);
  await addPark(context, 1, weekend);
  await page.reload();
  const missing = page.getByText("for 1 × Park Day Ticket, Adult, which you're exchanging.");
  await expect(missing).toBeVisible();
  await expect(page.getByRole("link", { name: "Choose now: Park Day Ticket, Adult" })).toBeVisible();
  const checkout = page.getByRole("button", { name: "Checkout", exact: true });
  await expect(checkout).toHaveAttribute("aria-disabled", "true");
  await expect(summary(page)).not.toContainText("Your refund");
  await expectAccessible(page);
  await page.goto("/checkout");
  await expect(missing).toBeVisible();
  await expect(summary(page)).not.toContainText("Your refund");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to your cart" }).click();
  await expect(page).toHaveURL("/cart");
  await addPark(context, 1, weekend);
  await page.reload();
  await expect(missing).toHaveCount(0);
  const [credit, total] = [
    await amount(summary(page), "Exchanged tickets"),
    await amount(summary(page), "Order total"),
  ];
  expect(credit).toBeLessThan(0);
  expect(total).toBeGreaterThan(0);
  expect(await amount(exchanged(page), "What you paid")).toBe(-credit);
  await expectAccessible(page);

  await placeOrder(context);
  await page.goto("/confirmation");
  await expect(page.getByText(`Exchanged tickets from order ${old.invoiceNumber}`)).toBeVisible();
  await page.goto(`/order-lookup/my/${old.orderId}`);
  await expect(page.getByText("1 × Adult")).toBeVisible();
  await expect(refunds(page)).toContainText("2 × Park Day Ticket, Adult");
  await expect(refunds(page)).toContainText("Exchanged. There was nothing to refund.");
  await expectAccessible(page);
  expect(errors).toEqual([]);
});

test("a guest moves a ticket to a cheaper day and gets the difference back", async ({ page, context }) => {
  await addPark(context, 1, await parkDay(context, true));
  const old = await placeOrder(context);
  const [mail] = await emailsOf(old.orderId, 1);
  expect(decoded(mail ?? "")).toContain("You can change the date, time, or seats for free until");
  await page.goto(linkIn(mail ?? ""));
  await actions(page).getByRole("button", { name: "Change date, time, or seats" }).click();
  await dialog(page).getByRole("checkbox").check();
  await dialog(page).getByRole("button", { name: "Choose new tickets" }).dblclick();
  await expect(notice(page)).toBeVisible();
  await addPark(context, 1, await parkDay(context, false));
  await page.goto("/cart");
  const back = await amount(summary(page), "Your refund");
  expect(back).toBeGreaterThan(0);
  expect(await amount(summary(page), "Order total")).toBe(0);

  // Whoever thinks better of it keeps the tickets, with the new one as well or without it, and may begin again.
  const keep = page.getByRole("button", { name: "Keep these tickets" });
  await keep.click();
  const question = page.getByRole("alertdialog", { name: "Keep your tickets?" });
  await expect(question.getByRole("button", { name: "Remove it" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(keep).toBeFocused();
  await keep.click();
  await question.getByRole("button", { name: "Buy it in addition" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "you'll pay the full price for it" }),
  ).toBeFocused();
  await expect(exchanged(page)).toHaveCount(0);
  expect(await amount(summary(page), "Order total")).toBeGreaterThan(0);
  await page.goto(linkIn(mail ?? ""));
  await actions(page).getByRole("button", { name: "Change date, time, or seats" }).click();
  await dialog(page).getByRole("checkbox").check();
  await dialog(page).getByRole("button", { name: "Choose new tickets" }).click();
  await expect(notice(page)).toBeVisible();
  await page.goto("/cart");
  await keep.click();
  await question.getByRole("button", { name: "Remove it" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "was removed from your cart" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "Your shopping cart is empty" })).toBeVisible();
  await expectAccessible(page);
  await addPark(context, 1, await parkDay(context, false));
  await page.goto(linkIn(mail ?? ""));
  await actions(page).getByRole("button", { name: "Change date, time, or seats" }).click();
  await dialog(page).getByRole("checkbox").check();
  await dialog(page).getByRole("button", { name: "Choose new tickets" }).click();
  await expect(notice(page)).toBeVisible();
  await page.goto("/cart");
  expect(await amount(summary(page), "Your refund")).toBe(back);

  await placeOrder(context);
  await page.goto(linkIn(mail ?? ""));
  await expect(page.getByText("Everything in this order was exchanged.")).toBeVisible();
  await expect(page.getByRole("button", { name: "View Tickets" })).toHaveCount(0);
  await expect(refunds(page)).toContainText(`$${(back / 100).toFixed(2)}`);
  await expect(actions(page).getByRole("button", { name: "Change date, time, or seats" })).toHaveCount(0);
});

test("a guest chooses another time for two on the page of the product, one after the other", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  await addTickets(context, "deep-time", { "deep-time-adult": 2 }, { later: 3 });
  const old = await placeOrder(context);
  const [mail] = await emailsOf(old.orderId, 1);
  await page.goto(linkIn(mail ?? ""));
  await actions(page).getByRole("button", { name: "Change date, time, or seats" }).click();
  for (const ticket of [/^Ticket 1/, /^Ticket 2/])
    await dialog(page).getByRole("checkbox", { name: ticket }).check();
  await dialog(page).getByRole("button", { name: "Choose new tickets" }).click();
  await expect(notice(page)).toBeVisible();
  await expect(page.getByText("per order")).toHaveCount(0);
  const quantity = page.getByRole("spinbutton").first();
  await page.getByRole("button", { name: /^Next available/ }).click();
  await openTimes(page).last().click();
  await expect(quantity).toHaveValue("2");
  await page
    .getByRole("button", { name: /^Decrease / })
    .first()
    .click();
  await page.getByRole("button", { name: "Check Out Now" }).click();
  await expect(page).toHaveURL("/cart");
  await page.getByRole("link", { name: /^Choose now/ }).click();
  await expect(page.getByText("Still to choose: 1 × Adult.")).toBeVisible();
  await page.getByRole("button", { name: /^Next available/ }).click();
  await openTimes(page).last().click();
  await expect(quantity).toHaveValue("1");
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await goToCart(page, pointer);
  expect(await amount(summary(page), "Order total")).toBe(0);
  await placeOrder(context);
  await page.goto("/confirmation");
  await expect(
    page.getByText(`The tickets you exchanged from order ${old.invoiceNumber} are no longer valid.`),
  ).toBeVisible();
  await expect(page.getByText(`Exchanged tickets from order ${old.invoiceNumber}`)).toBeVisible();
  expect(errors).toEqual([]);
});

test("a guest exchanges a seat for another one at the same performance", async ({ page, context }) => {
  const hall = await productOfType(page, 3, 2);
  const addToCart = page.getByRole("button", { name: "Add to Cart" });
  await chooseTime(page, hall);
  await addToCart.click();
  await goToCart(page, pointer);
  const old = await placeOrder(context);
  const [mail] = await emailsOf(old.orderId, 1);
  await page.goto(linkIn(mail ?? ""));
  await actions(page).getByRole("button", { name: "Change date, time, or seats" }).click();
  await dialog(page).getByRole("checkbox").check();
  await dialog(page).getByRole("button", { name: "Choose new tickets" }).click();
  await expect(notice(page)).toBeVisible();
  // Perhaps only the seat is to change, so the page opens on the same day.
  await expect(page).toHaveURL(/\?date=\d{4}-\d\d-\d\d$/);

  // The old seat is still sold, so the shopper sees it as taken and chooses another one.
  await chooseTime(page, hall);
  await page.getByRole("radio", { name: "Choose your own" }).check({ force: true });
  await page
    .getByRole("option", { name: /, available$/ })
    .first()
    .click();
  await addToCart.click();
  await goToCart(page, pointer);
  expect(await amount(summary(page), "Exchanged tickets")).toBeLessThan(0);
  const total = await amount(summary(page), "Order total");
  await expect(page.getByText(/at least as much/)).toHaveCount(0);
  const bought = await placeOrder(context);
  await page.goto("/confirmation");
  await expect(page.getByText(`Exchanged tickets from order ${old.invoiceNumber}`)).toBeVisible();
  await expect(page.locator("[data-order-total]").first()).toBeVisible();
  expect(bought.invoiceNumber).not.toBe(old.invoiceNumber);
  expect(total).toBeGreaterThanOrEqual(0);
});

type Step = {
  products: {
    extProductId: string;
    performances: { performanceId: string; selectionIndex: number; hasRoom: boolean }[];
  }[];
};

/** Adds the demo's bundle for two adults, on a day so far away that it can be exchanged. Returns the bundle's path. */
async function addBundle(context: BrowserContext): Promise<string> {
  const bundle = await bundleOnSale(context.request);
  const { bundleDates } = await (await context.request.get(`/api/bundle/builder/${bundle.id}`)).json();
  const bundleDate: string = bundleDates[4];
  const steps = await post<Step[]>(context, `/bundle/steps/${bundle.id}`, { date: bundleDate });
  const museum = steps
    .flatMap(({ products }) => products)
    .find(({ extProductId }) => extProductId === "deep-time");
  const time = museum?.performances.find(({ hasRoom }) => hasRoom);
  if (!time) throw new Error("the museum has no room");
  const { performanceId, selectionIndex } = time;
  const added = await post<{ success: boolean }>(context, "/cart/add", {
    saleFlowId: 9,
    specificPromotionTypeId: 19,
    bundleId: bundle.id,
    bundleDate,
    items: [
      {
        productId: "deep-time",
        productVariantId: "deep-time-adult",
        quantity: 2,
        performances: [{ performanceId, selectionIndex }],
      },
    ],
  });
  expect(added.success).toBe(true);
  return builderPath(bundle);
}

test("a guest builds a bundle again for another day, and the checkout knows the buyer", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  const builder = await addBundle(context);
  const old = await placeOrder(context);
  const [mail] = await emailsOf(old.orderId, 1);
  await page.goto(linkIn(mail ?? ""));
  await actions(page).getByRole("button", { name: "Change date, time, or seats" }).click();
  await expect(dialog(page)).toContainText("Fee per ticket or item: $4.00");
  await expectAccessible(page);
  await dialog(page).getByRole("checkbox").check();
  await dialog(page).getByRole("button", { name: "Choose new tickets" }).click();
  await expect(page).toHaveURL(builder);
  await expect(notice(page)).toBeVisible();

  await page.getByRole("button", { name: /^Next available/ }).click();
  await page.getByRole("list", { name: "Steps" }).waitFor();
  await openTimes(page).first().click();
  await page.getByRole("button", { name: /^Change \d/ }).waitFor();
  const more = page.getByRole("button", { name: /^Increase Adult, Deep Time/ });
  await more.click();
  await more.click();
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await goToCart(page, pointer);
  await expect(exchanged(page)).toContainText("1 × Fossils and Ferry");
  expect(await amount(exchanged(page), "Exchange fee")).toBe(-4_00);
  expect(await amount(summary(page), "Exchanged tickets")).toBeLessThan(0);
  await expect(exchanged(page).getByRole("link")).toHaveAttribute("href", builder);
  await expectAccessible(page);

  await goToCheckout(page, pointer);
  await expect(field(page, "Email")).toHaveValue("ada.byron@example.com");
  await expect(field(page, "First Name")).toHaveValue("Ada");
  await expect(field(page, "Phone")).toHaveValue("(401) 555-0142");
  await placeOrder(context);
  await page.goto("/confirmation");
  await expect(page.getByText(`Exchanged tickets from order ${old.invoiceNumber}`)).toBeVisible();
  await page.goto(linkIn(mail ?? ""));
  await expect(refunds(page)).toContainText("1 × Fossils and Ferry");
  await expect(actions(page).getByRole("button", { name: "Change date, time, or seats" })).toHaveCount(0);
  expect(errors).toEqual([]);
});
