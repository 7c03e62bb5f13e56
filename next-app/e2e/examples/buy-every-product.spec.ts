import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { cards, checkoutButton, fillDetails, payButton, typeCard } from "../support/buying";
import { covering, dayOfTotals, type Purchase, readExamples, type Visit } from "../support/examples";
import { type OwnShop, openCatalogue } from "../support/own-shop";
import { ada, fillHolder } from "../support/passes";
import { post } from "../support/purchase";

/**
 * Each example catalogue sells each of its products through its pages, for the total that its table says. The table has
 * more purchases; `api/tests/it/examples.rs` makes all of them with calls of the API.
 */
// A test makes several purchases.
test.describe.configure({ mode: "parallel", timeout: 600_000 });

for (const example of readExamples()) {
  test(`the ${example.name} sells each of its products for the total of its table`, async ({ browser }) => {
    const shop = await openCatalogue(example.folder, dayOfTotals);
    try {
      for (const purchase of covering(example)) {
        await test.step(purchase.what, () => buy(browser, shop, purchase));
      }
    } finally {
      await shop.stop();
    }
  });
}

async function buy(browser: Browser, shop: OwnShop, purchase: Purchase): Promise<void> {
  const context = await browser.newContext({ baseURL: shop.url, locale: "en-US" });
  // The browser has the time of the shop.
  await context.addInitScript((shift) => {
    const Real = Date;
    class Shifted extends Real {
      constructor(...given: [] | [number | string | Date]) {
        if (given.length === 0) super(Real.now() + shift);
        else super(...given);
      }
      static override now = () => Real.now() + shift;
    }
    globalThis.Date = Shifted as DateConstructor;
  }, dayOfTotals.getTime() - Date.now());
  const page = await context.newPage();
  for (const visit of purchase.visits) await choose(page, visit, purchase.code);
  await checkOut(page, purchase);
  await expect(page.locator("[data-order-total]").first()).toHaveText(`$${purchase.total}`);
  await context.close();
}

type Performance = {
  performanceId: string;
  performanceTime: string;
  showName: string;
  validAllDay: boolean;
};
type Sold = {
  productDisplayName: string;
  weekCalendar: boolean;
  variants: {
    extProductVariantId: string;
    displayName: string;
    effectivePassLevelName?: string;
    isPass: boolean;
  }[];
};
type Detail = {
  showCategories: { showCategoryId: string; name: string }[];
  seats: { seatId: string; showCategoryId: string; row: string; seat: string; kind: string }[];
  accessiblePlaces?: { statement?: string };
};

/** Makes all choices on the page of a product, and adds it to the cart. */
async function choose(page: Page, visit: Visit, code: string): Promise<void> {
  const context = page.context();
  const sale = code ? { saleFlowId: 5, promotionCode: code } : { saleFlowId: 1 };
  const ask = <T>(path: string, more: object) =>
    post<{ value: T }>(context, path, { ...sale, ...more }).then(({ value }) => value);
  const product = await ask<Sold>("/product/single", { extProductId: visit.product });
  const isPass = product.variants.some((variant) => variant.isPass);
  if (isPass) await signInAsNew(context);
  const path = `/product/single/${product.weekCalendar ? "dynamic/" : ""}${visit.product}`;
  await page.goto(code ? `${path}?promotionCode=${code}` : path, { waitUntil: "networkidle" });
  if (visit.date) {
    const offered = await ask<Performance[]>("/performance/product-date-performance", {
      productId: visit.product,
      date: visit.date,
    });
    await chooseDay(page, visit.date, product.weekCalendar);
    const chosen = offered.filter(
      ({ performanceTime, validAllDay }) => validAllDay || visit.times.includes(performanceTime),
    );
    await chooseTimes(page, visit, chosen);
    if (visit.section || visit.seats.size > 0) {
      const performanceIds = [chosen[0]?.performanceId];
      const detail = await ask<Detail>("/performance/performance-detail", {
        productId: visit.product,
        performanceIds,
      });
      await choosePlace(page, visit, product, detail);
    }
  }
  if (visit.seats.size === 0) {
    for (const { extProductVariantId, ...variant } of product.variants) {
      const level = variant.effectivePassLevelName ? ` (${variant.effectivePassLevelName})` : "";
      const name = `${variant.displayName}${level}, ${product.productDisplayName}`;
      const stepper = page.getByRole("spinbutton", { name, exact: true });
      const quantity = visit.quantities.get(extProductVariantId) ?? 0;
      if (quantity > 0 || (await stepper.isVisible())) await stepper.fill(String(quantity));
    }
  }
  const add = page.getByRole("button", { name: "Add to Cart" });
  await expect(add).not.toHaveAttribute("aria-disabled", "true");
  await add.click();
  if (isPass) await describeHolders(page);
  await expect(page).toHaveURL(/\/(cart|product\/multi\/add-on\/(non-)?pass)$/);
}

async function chooseDay(page: Page, date: string, isWeek: boolean): Promise<void> {
  if (isWeek) {
    const day = page.locator(`[data-day="${date}"]`);
    const next = page.getByRole("button", { name: "Next", exact: true });
    const range = page.locator("[data-week-range]");
    await range.waitFor();
    while ((await day.count()) === 0) {
      const before = (await range.textContent()) ?? "";
      await next.click();
      await expect(range).not.toHaveText(before);
    }
    await day.click();
  } else {
    const [year, month, day] = date.split("-").map(Number);
    await page.getByLabel("Or type a date").fill(`${month}/${day}/${year}`);
    await page.keyboard.press("Enter");
  }
  await page.getByRole("button", { name: /^Change \w+day, / }).waitFor();
}

/** Chooses the show and the time of each selection where the page asks for them. */
async function chooseTimes(page: Page, visit: Visit, chosen: Performance[]): Promise<void> {
  const quantities = page.getByRole("region", { name: "How many?" });
  const seat = page.getByRole("heading", { name: /^Select (Seat|Section)$/ });
  const show = page
    .getByRole("region", { name: "Select Show" })
    .getByRole("button", { name: chosen[0]?.showName ?? "" });
  const times = visit.times.map((time) => page.getByRole("button", { name: new RegExp(`^${clock(time)}`) }));
  const next = [show, ...times].reduce((one, other) => one.or(other));
  for (;;) {
    await next.or(quantities).or(seat).first().waitFor();
    if ((await quantities.or(seat).count()) > 0) return;
    await next.first().click();
    await expect(next.or(quantities).or(seat).first()).toBeVisible();
  }
}

function clock(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

async function choosePlace(page: Page, visit: Visit, product: Sold, detail: Detail): Promise<void> {
  const nameOf = (id: string) => detail.showCategories.find((each) => each.showCategoryId === id)?.name ?? "";
  for (const [seatId, variantId] of visit.seats) {
    const seat = detail.seats.find((each) => each.seatId === seatId);
    const variant = product.variants.find((each) => each.extProductVariantId === variantId);
    if (!seat || !variant) throw new Error(`there is no seat ${seatId}`);
    await nameSeat(page, { ...seat, section: nameOf(seat.showCategoryId) }, variant.displayName);
  }
  // After all seats are chosen, as shoppers do it: nothing chosen later may hide what the declaration does to the seats.
  const kinds = [...visit.seats.keys()].map((id) => detail.seats.find(({ seatId }) => seatId === id)?.kind);
  const statement = detail.accessiblePlaces?.statement;
  if (statement && kinds.some((kind) => kind !== "standard")) {
    await page.getByRole("checkbox", { name: statement }).check();
  }
  if (visit.section && visit.section !== "best") {
    const where = page.getByRole("combobox", { name: "Where?" });
    const button = page
      .getByRole("list", { name: "Select Section" })
      .getByRole("button", { name: nameOf(visit.section) });
    await where.or(button).first().waitFor();
    if (await where.count()) await where.selectOption(visit.section);
    else await button.click();
  }
}

type Named = { section: string; row: string; seat: string };

/** Chooses a seat in the list, and the ticket for it. */
async function nameSeat(page: Page, { section, row, seat }: Named, ticket: string): Promise<void> {
  const list = page.getByRole("radio", { name: "List" });
  if (!(await list.isVisible())) {
    await page.getByRole("radio", { name: "Choose your own" }).check({ force: true });
  }
  await list.check({ force: true });
  const place = page.getByRole("region", { name: section, exact: true });
  const name = new RegExp(
    `${section},\\s(row\\s${row},\\sseat\\s${seat}|${row}\\s${seat}\\sfor\\s\\d+)(,|$)`,
  );
  const box = place.getByRole("checkbox", { name });
  for (const part of [section, new RegExp(`^(Row )?${row}$`)]) {
    const folded = place
      .locator("details:not([open]) > summary")
      .filter({ has: page.getByText(part, { exact: true }) });
    if ((await box.count()) === 0 && (await folded.count()) > 0) await folded.first().click();
  }
  await box.check();
  const remove = page.getByRole("button", {
    name: new RegExp(`^Remove ${name.source.replace("(,|$)", "")}`),
  });
  await remove.waitFor();
  const tickets = page.getByRole("combobox", { name: new RegExp(`^Ticket for ${name.source}`) });
  const only = page.locator("p", { hasText: new RegExp(`^${ticket}, \\$`) });
  await tickets.or(only).first().waitFor();
  if (await tickets.count()) {
    const value = await tickets.locator("option").filter({ hasText: ticket }).first().getAttribute("value");
    await tickets.selectOption(value);
  }
}

/** Makes Ada the holder of each pass. */
async function describeHolders(page: Page): Promise<void> {
  await expect(page).toHaveURL("/pass/demographics");
  await page.waitForLoadState("networkidle");
  const holders = page.getByRole("region", { name: "NEW Passes" }).locator("> ul > li");
  for (const [nth, holder] of (await holders.all()).entries()) {
    await fillHolder(holder, { ...ada, "First Name": nth === 0 ? "Ada" : `Ada ${nth + 1}` });
  }
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

/** Goes from the cart to the confirmation. */
async function checkOut(page: Page, { gift, today, total }: Purchase): Promise<void> {
  await page.goto("/cart", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Checkout", exact: true }).last().click();
  await expect(page).toHaveURL(/\/(installment-billing\/select|donate|checkout)$/);
  await page.waitForLoadState("networkidle");
  if (page.url().endsWith("/select")) {
    await page
      .getByRole("button", { name: today ? "Continue with payment plan" : "Continue with full price" })
      .click();
    await expect(page).toHaveURL(/\/(donate|checkout)$/);
    await page.waitForLoadState("networkidle");
  }
  if (page.url().endsWith("/donate")) {
    if (gift) {
      await page.getByLabel("Other amount").or(page.getByLabel("Your amount")).fill(gift.amount);
      await page
        .getByRole("button", { name: `Donate $${gift.amount}`, exact: true })
        .last()
        .click();
    } else {
      await page.getByRole("link", { name: "No thanks, continue" }).click();
    }
    await expect(page).toHaveURL("/checkout");
    await page.waitForLoadState("networkidle");
  }
  await fillDetails(page);
  await answerQuestions(page);
  await expect(checkoutButton(page)).toHaveAccessibleName(`Checkout, $${today || total}`);
  await checkoutButton(page).click();
  await typeCard(page, cards.works);
  await payButton(page).click();
  await expect(page).toHaveURL("/confirmation");
  await expect(page.getByRole("heading", { level: 1, name: "Checkout Successful!" })).toBeVisible();
}

type Question = { label: string; kind: string; required: boolean; onlyIf?: unknown };

/** Answers the questions that have to be answered. */
async function answerQuestions(page: Page): Promise<void> {
  const { questions } = (await readCart(page.context())) as { questions: Question[] };
  for (const { label, kind, required, onlyIf } of questions) {
    if (!required || onlyIf) continue;
    const fields: Locator = page.getByLabel(label);
    for (const field of await fields.all()) {
      if (kind === "consent") await field.check();
      else if (kind === "choice")
        await page.getByRole("group", { name: label }).getByRole("radio").first().check();
      else await field.fill("Ada");
    }
  }
}

const readCart = async (context: BrowserContext) => (await context.request.get("/api/cart")).json();
