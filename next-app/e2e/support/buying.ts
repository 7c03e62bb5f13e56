import { type APIRequestContext, expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { type Product, productPath, productsOnSale } from "./shop";

/** Helpers for the steps of a purchase, as a shopper takes them. */

type Performance = { capacityLevelId: number; showId?: string };
const isOpen = ({ capacityLevelId }: Performance) => capacityLevelId <= 3;

/** Finds a paid product with one show and with several times on its next open day. */
export async function timedProduct(request: APIRequestContext): Promise<Product> {
  for (const product of await productsOnSale(request)) {
    if (!product.hasPerformances || product.variants.some((variant) => variant.displayPrice === 0)) continue;
    const dates = await request.post("/api/performance/product-date", { data: { productIds: [product.id] } });
    const date = ((await dates.json()) as (Performance & { date: string })[]).find(isOpen)?.date;
    if (!date) continue;
    const times = await request.post("/api/performance/product-date-performance", {
      data: { productId: product.id, date },
    });
    const { value = [] } = (await times.json()) as { value?: Performance[] };
    const open = value.filter(isOpen);
    if (open.length > 1 && new Set(open.map(({ showId }) => showId)).size === 1) return product;
  }
  throw new Error("the shop sells nothing with several times on its next day");
}

/** How a test activates an element: with a pointer, or with the keyboard alone. */
export type Hand = (element: Locator) => Promise<void>;
export const pointer: Hand = (element) => element.click();

/** Tabs to the element and presses it. */
export function keyboard(page: Page): Hand {
  return async (element) => {
    await walkTo(page, element);
    await page.keyboard.press((await element.getAttribute("type")) === "radio" ? "Space" : "Enter");
  };
}

const farthestStop = 150;

export async function walkTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  for (let stops = 0; stops < farthestStop; stops++) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the keyboard does not get there");
}

/**
 * The times of the chosen day that have room for a small party. Sold-out times stay visible, and an almost full time
 * may refuse a party of two.
 */
export const openTimes = (scope: Page | Locator): Locator =>
  scope
    .getByRole("button", { name: /^\d+:\d\d [AP]M/, disabled: false })
    .filter({ hasNotText: "Almost Full" });

/** Presses the stepper's button until the quantity is reached. Standard tickets start with one. */
export async function increaseTo(quantity: number, row: Page | Locator, press: Hand): Promise<void> {
  const stepper = row.getByRole("spinbutton").first();
  const more = row.getByRole("button", { name: /^Increase / }).first();
  for (let shown = Number(await stepper.inputValue()); shown < quantity; shown++) {
    await press(more);
    await expect(stepper).toHaveValue(String(shown + 1));
  }
}

/** Chooses a date, a time and two tickets on the product page, and goes to the cart. */
export async function chooseTwoTickets(page: Page, product: Product, press: Hand): Promise<void> {
  await page.goto(productPath(product));
  await press(page.getByRole("button", { name: /^Next available/ }));
  await page.getByRole("button", { name: /^Change \w+day, / }).waitFor();
  const times = openTimes(page);
  const more = page.getByRole("button", { name: /^Increase / }).first();
  await times.or(more).first().waitFor();
  if (await times.count()) await press(times.first());
  await more.waitFor();
  await increaseTo(2, page, press);
  await press(page.getByRole("button", { name: "Add to Cart" }));
  await goToCart(page, press);
}

/** Presses Select, makes the choices in the product's dialog, and adds the product to the cart. */
export async function select(page: Page, button: Locator, press: Hand): Promise<void> {
  const dialog = page.getByRole("dialog");
  await press(button);
  const next = dialog.getByRole("button", { name: /^Next available/ });
  const add = dialog.getByRole("button", { name: "Add to Cart" });
  await add.waitFor();
  const steppers = dialog.getByRole("spinbutton");
  await next.or(steppers).first().waitFor();
  if (await next.isVisible()) {
    await press(next);
    const times = openTimes(dialog);
    await times.or(steppers).first().waitFor();
    if ((await steppers.count()) === 0) await press(times.first());
    await steppers.first().waitFor();
  }
  await press(add);
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
}

/** Goes past the page of add-ons, if it is shown. */
export async function goToCart(page: Page, press: Hand): Promise<void> {
  await expect(page).toHaveURL(/\/(cart|product\/multi\/add-on\/(non-)?pass)$/);
  if (!page.url().endsWith("/cart")) await press(page.getByRole("link", { name: "Continue" }).last());
  await expect(page).toHaveURL("/cart");
}

/** Goes back in the history until the page has that path. */
export async function goBackTo(page: Page, path: string): Promise<void> {
  while (new URL(page.url()).pathname !== path) {
    const left = page.url();
    await page.goBack();
    await expect(page).not.toHaveURL(left);
  }
}

export async function goToDonate(page: Page, press: Hand): Promise<void> {
  await press(page.getByRole("link", { name: "Checkout", exact: true }).last());
  await expect(page).toHaveURL(/\/(donate|installment-billing\/select)$/);
  // Passes may be paid with a payment plan; this shopper pays in full.
  if (!page.url().endsWith("/donate")) {
    await page.waitForLoadState("networkidle");
    await press(page.getByRole("button", { name: "Continue with full price" }));
  }
  await expect(page).toHaveURL("/donate");
}

/** Goes past the donation page to checkout, and waits until its scripts have loaded. */
export async function goToCheckout(page: Page, press: Hand): Promise<void> {
  await goToDonate(page, press);
  await press(page.getByRole("link", { name: "No thanks, continue" }));
  await expect(page).toHaveURL("/checkout");
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("heading", { level: 1, name: "Checkout" })).toBeVisible();
}

export const shopper = {
  Email: "ada@example.org",
  "First Name": "Ada",
  "Last Name": "Lovelace",
  Phone: "212.555.0123",
  "Address 1": "1 Main Street",
  "ZIP code": "12207",
  City: "Albany",
} as const;

const billing = (page: Page) => page.getByRole("group", { name: "Billing address" });

export function field(page: Page, label: keyof typeof shopper): Locator {
  return label === "Email"
    ? page.getByRole("group", { name: "Contact information" }).getByLabel(label)
    : billing(page).getByLabel(
        new RegExp(`^${label === "ZIP code" ? "(ZIP code|Postal code)" : label}( \\(.*\\))?$`),
      );
}

export const state = (page: Page): Locator => billing(page).getByLabel(/^(State|Province)/);

export async function fillCheckout(page: Page): Promise<void> {
  await page.getByRole("radio").first().check();
  await fillDetails(page);
}

/**
 * Fills all of checkout except the delivery and payment methods, which the shop may choose itself when there is only
 * one.
 */
export async function fillDetails(page: Page): Promise<void> {
  await unfoldDetails(page);
  for (const [label, value] of Object.entries(shopper)) {
    await field(page, label as keyof typeof shopper).fill(value);
  }
  await state(page).selectOption({ label: "New York" });
  await page.getByRole("checkbox", { name: /^I accept the terms of sale/ }).check();
}

/** Opens the details that checkout folds because they are complete. */
export async function unfoldDetails(page: Page): Promise<void> {
  for (const summary of (await foldedDetails(page).all()).reverse()) await summary.click();
}

const foldedDetails = (page: Page): Locator =>
  page.locator("summary").filter({ hasText: /Change$/, visible: true });

export const checkoutButton = (page: Page): Locator =>
  page.getByRole("button", { name: /^Checkout(, \$|$)/ });
export const cardDialog = (page: Page): Locator =>
  page.getByRole("dialog", { name: "Credit Card Information" });
export const cardForm = (page: Page): FrameLocator => page.frameLocator('iframe[title="Card details"]');

export const cards = {
  works: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  slow: "4000 0000 0000 0077",
  authoriseAnswerLost: "4000 0000 0000 0101",
  captureAnswerLost: "4000 0000 0000 0259",
  captureFails: "4000 0000 0000 0341",
  declinedLater: "4000 0000 0000 9987",
  /** The card's bank asks in the form for a confirmation. */
  confirmed: "4000 0025 0000 3155",
  mastercard: "5555 5555 5555 4444",
  formFails: "4000 0000 0000 0127",
} as const;

export async function typeCard(page: Page, number: string): Promise<void> {
  const form = cardForm(page);
  await form.getByLabel("Card number").fill(number);
  await form.getByLabel(/^Expiration date/).fill("12 / 39");
  await form.getByLabel("Security code").fill("123");
}

export const payButton = (page: Page): Locator => page.getByRole("button", { name: /^Pay \$/ });

/** Pays at checkout with the test card that always succeeds. */
export async function pay(page: Page): Promise<void> {
  await fillCheckout(page);
  await checkoutButton(page).click();
  await typeCard(page, cards.works);
  await payButton(page).click();
  await expectOrder(page);
}

/** Pays with the keyboard alone: checkout, the dialog, and the processor's frame. */
export async function payByKeyboard(page: Page): Promise<void> {
  await walkTo(page, page.getByRole("radio").first());
  await page.keyboard.press("Space");
  while (await foldedDetails(page).count()) await keyboard(page)(foldedDetails(page).first());
  for (const [label, value] of Object.entries(shopper)) {
    await walkTo(page, field(page, label as keyof typeof shopper));
    await page.keyboard.type(value);
  }
  // The ZIP code has set the state.
  await expect(state(page).locator("option:checked")).toHaveText("New York");
  await walkTo(page, page.getByRole("checkbox", { name: /^I accept the terms of sale/ }));
  await page.keyboard.press("Space");
  await keyboard(page)(checkoutButton(page));
  const number = cardForm(page).getByLabel("Card number");
  await number.waitFor();
  // Tabs from the name on the card, which is filled in, into the processor's frame and out again.
  await walkTo(page, page.getByLabel("Name on card"));
  await page.keyboard.press("Tab");
  await expect(number).toBeFocused();
  await page.keyboard.type("4242424242424242");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1239");
  await page.keyboard.press("Tab");
  await page.keyboard.type("123");
  await page.keyboard.press("Enter");
  await expectOrder(page);
}

/** Waits for the confirmation page and its scripts. */
export async function expectOrder(page: Page): Promise<void> {
  await expect(page).toHaveURL("/confirmation");
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("heading", { level: 1, name: "Checkout Successful!" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Print Page" })).toBeVisible();
  await expect(
    page.getByRole("link", { name: viewTickets }).or(page.getByRole("button", { name: viewTickets })),
  ).toBeVisible();
}

/** The name of the button that shows the tickets of an order, which may all be passes. */
const viewTickets = /^View (Tickets|Passes)$/;

/** Buys the cart and returns its tickets. */
export async function buyCart(page: Page, press: Hand): Promise<Locator> {
  await goToCheckout(page, press);
  if (press === pointer) await pay(page);
  else await payByKeyboard(page);
  await press(page.getByRole("button", { name: viewTickets }));
  const tickets = page.locator("article.ticket");
  await tickets
    .first()
    .getByRole("img", { name: /^QR code: ./ })
    .waitFor();
  return tickets;
}
