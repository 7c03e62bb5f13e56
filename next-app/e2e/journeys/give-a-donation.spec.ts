import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import {
  cardForm,
  cards,
  checkoutButton,
  chooseTwoTickets,
  fillCheckout,
  fillDetails,
  goToDonate,
  payButton,
  pointer,
  timedProduct,
  typeCard,
} from "../support/buying";
import { fillCart, giveDonation, readCart } from "../support/purchase";
import { browserErrors } from "../support/shop";

const invalid = "Enter an amount up to $10,000.00.";
const dollars = (amount: number) => `$${amount.toFixed(2)}`;
const ownAmount = (page: Page) => page.getByLabel("Other amount").or(page.getByLabel("Your amount"));
const decline = (page: Page) => page.getByRole("link", { name: "No thanks, continue" });
const donate = (page: Page, amount: string) =>
  page.getByRole("button", { name: `Donate ${amount}`, exact: true });

async function reachDonate(page: Page) {
  await chooseTwoTickets(page, await timedProduct(page.request), pointer);
  await goToDonate(page, pointer);
}

async function openDonate(page: Page) {
  await fillCart(page.context());
  await page.goto("/donate");
}

async function pay(page: Page) {
  await checkoutButton(page).click();
  await cardForm(page).getByLabel("Card number").waitFor();
  await typeCard(page, cards.works);
  await payButton(page).click();
  await expect(page).toHaveURL("/confirmation");
}

test("rounding up makes the order total a whole number of dollars, and the purchase takes six pages", async ({
  page,
}) => {
  const errors = browserErrors(page);
  const pages: string[] = [];
  page.on("framenavigated", (frame) => {
    const path = new URL(frame.url()).pathname;
    if (frame === page.mainFrame() && frame.url() !== "about:blank" && pages.at(-1) !== path)
      pages.push(path);
  });
  await reachDonate(page);
  const { cartTotal } = await readCart(page.context());
  const over = Math.round(cartTotal * 100) % 100;
  expect(over, "the demo's prices leave something to round up").toBeGreaterThan(0);
  const missing = dollars((100 - over) / 100);
  const shown = page.getByLabel("Round up your order");
  await expect(shown).toHaveValue(missing);
  await expect(shown).not.toBeEditable();
  await expect(shown).toHaveAttribute("tabindex", "-1");
  // The amount is shown once, in the field.
  await expect(donate(page, missing)).toHaveText("Donate");
  await donate(page, missing).click();
  await expect(page).toHaveURL("/checkout");
  const whole = dollars(Math.ceil(cartTotal));
  await expect(checkoutButton(page)).toHaveAccessibleName(`Checkout, ${whole}`);
  await fillCheckout(page);
  await pay(page);
  await expect(page.getByText(missing).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText(whole).filter({ visible: true }).first()).toBeVisible();
  expect(pages).toHaveLength(6);
  expect(errors).toEqual([]);
});

test("a custom amount is validated, shown with two decimals, and kept when the shop refuses it", async ({
  page,
}) => {
  await openDonate(page);
  const field = ownAmount(page);
  const give = page.getByRole("button", { name: "Donate", exact: true });
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/add-donation")) sent.push(request.postDataJSON());
  });
  await expect(give).toHaveAttribute("aria-disabled", "true");
  for (const typed of ["-1", "10000.01", "0.001"]) {
    await field.fill(typed);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(new RegExp(invalid.replace(/[$.]/g, "\\$&")));
    await expect(field).toHaveCSS("border-top-width", "2px");
    await expect(give).toHaveAttribute("aria-disabled", "true");
  }
  // Pressing a button that is not ready moves focus to the field.
  await give.press("Enter");
  await expect(field).toBeFocused();
  expect(sent).toEqual([]);

  await field.fill("7.5");
  await expect(field).not.toHaveAttribute("aria-invalid");
  await field.press("Tab");
  await expect(field).toHaveValue("7.50");
  await page.route("**/add-donation", (route) =>
    route.fulfill({ json: { success: false, message: "Not today." } }),
  );
  await donate(page, "$7.50").click();
  await expect(page.getByRole("alert").filter({ hasText: "Not today." })).toBeFocused();
  await page.unroute("**/add-donation");
  await expect(field).toHaveValue("7.50");
  await field.press("Enter");
  await expect(page).toHaveURL("/checkout");
  expect(sent).toHaveLength(2);

  await page.goto("/cart");
  const name = /^Donation, /;
  await expect(page.getByRole("listitem", { name })).toContainText("$7.50");
  await expect(page.getByRole("button", { name: /^Edit Donation, / })).toHaveCount(0);
  await page.getByRole("button", { name: /^Remove Donation, / }).click();
  await expect(page.getByRole("listitem", { name })).toHaveCount(0);
});

test("declining a donation opens checkout, and the decline button is as large as the donate button", {
  tag: "@both",
}, async ({ page }) => {
  await openDonate(page);
  const { cartTotal } = await readCart(page.context());
  const give = page.getByRole("button", { name: /^Donate/ }).last();
  const [none, some] = await Promise.all([decline(page).boundingBox(), give.boundingBox()]);
  expect([none?.width, none?.height]).toEqual([some?.width, some?.height]);
  await expect(decline(page)).toBeInViewport({ ratio: 1 });
  // The primary button is the only filled one: it declines until an amount is typed.
  const color = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor);
  const [filled, plain] = [
    await color(decline(page)),
    await color(page.getByRole("button", { name: /^Donate \$/ })),
  ];
  expect(filled).not.toBe(plain);
  await ownAmount(page).fill("5");
  await expect.poll(() => color(decline(page))).toBe(plain);
  expect(await color(donate(page, "$5.00"))).toBe(filled);
  await ownAmount(page).fill("");
  await expect.poll(() => color(decline(page))).toBe(filled);
  await give.focus();
  await page.keyboard.press("Tab");
  await expect(decline(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/checkout");
  expect((await readCart(page.context())).cartTotal).toBe(cartTotal);
});

test("if the cart has a donation, the donation page redirects to checkout before it sends any content", async ({
  page,
}) => {
  await openDonate(page);
  await giveDonation(page.context(), 5);
  const answer = await page.request.get("/donate", { maxRedirects: 0 });
  expect(answer.status()).toBe(307);
  expect(answer.headers().location).toBe("/checkout");
  await page.goto("/cart");
  await page.getByRole("link", { name: "Checkout", exact: true }).last().click();
  await expect(page).toHaveURL("/checkout");
});

test("a second donation from a stale page replaces the first one only after the shopper confirms", async ({
  page,
}) => {
  await openDonate(page);
  await giveDonation(page.context(), 5);
  const sent: { reSubmitContext?: string }[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/add-donation")) sent.push(request.postDataJSON());
  });
  await ownAmount(page).fill("20");
  await donate(page, "$20.00").click();
  const dialog = page.getByRole("alertdialog", { name: "Replace your donation?" });
  await expect(dialog).toContainText("$5.00");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Keep it" }).click();
  await expect(dialog).toHaveCount(0);
  expect(sent).toHaveLength(1);
  await donate(page, "$20.00").click();
  await dialog.getByRole("button", { name: "Replace it" }).click();
  await expect(page).toHaveURL("/checkout");
  expect(sent.map(({ reSubmitContext }) => reSubmitContext !== undefined)).toEqual([false, false, true]);
  const { itemGroups } = await readCart(page.context());
  const gifts = itemGroups.filter((group) => group.isDonation).flatMap((group) => group.items);
  expect(gifts.map((item) => item.itemTotal)).toEqual([20]);
});

test("a cart with only a donation has no choice of delivery, no fee and no ticket", async ({ page }) => {
  await page.goto("/donate");
  await ownAmount(page).fill("25");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/checkout");
  await expect(checkoutButton(page)).toHaveAccessibleName("Checkout, $25.00");
  await expect(page.getByRole("group", { name: "Delivery method" }).getByRole("radio")).toHaveCount(0);
  await fillDetails(page);
  await pay(page);
  await expect(page.getByRole("heading", { level: 1, name: "Checkout Successful!" })).toBeVisible();
  await expect(page.getByText("View Tickets")).toHaveCount(0);
});

test("the donation page is accessible when opened, with an amount and after a refusal, and so is a cart with a donation", async ({
  page,
}) => {
  await openDonate(page);
  await expectAccessible(page);
  await ownAmount(page).fill("0");
  await expectAccessible(page);
  await ownAmount(page).fill("3");
  await page.route("**/add-donation", (route) =>
    route.fulfill({ json: { success: false, message: "Not today." } }),
  );
  await donate(page, "$3.00").click();
  await page.getByRole("alert").filter({ hasText: "Not today." }).waitFor();
  await expectAccessible(page);
  await page.unroute("**/add-donation");
  await donate(page, "$3.00").click();
  await expect(page).toHaveURL("/checkout");
  await page.goto("/cart");
  await expectAccessible(page);
});

test("up to checkout, no page contacts another host while analytics are off", async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(baseURL ?? "").origin) foreign.push(request.url());
  });
  await page.goto("/");
  await reachDonate(page);
  expect(await page.evaluate(() => "dataLayer" in window)).toBe(false);
  await decline(page).click();
  await expect(page).toHaveURL("/checkout");
  await expect(checkoutButton(page)).toBeVisible();
  expect(foreign).toEqual([]);
});
