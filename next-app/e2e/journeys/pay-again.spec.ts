import { expect, type Locator, type Page, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import {
  cardDialog,
  cardForm,
  cards,
  checkoutButton,
  expectOrder,
  fillCheckout,
  fillDetails,
  goToCheckout,
  keyboard,
  payButton,
  pointer,
  typeCard,
} from "../support/buying";
import { openShop } from "../support/own-shop";
import { fillCart, post } from "../support/purchase";
import { browserErrors } from "../support/shop";

const saved = (page: Page): Locator => cardDialog(page).getByText("Visa •••• 4242");
const another = (page: Page): Locator =>
  cardDialog(page).getByRole("button", { name: "Use a different card" });
const code = (page: Page): Locator => cardDialog(page).getByLabel("Security code");
const save = (page: Page): Locator =>
  cardDialog(page).getByLabel("Save this card to my account for next time");
const list = (page: Page): Locator => page.getByRole("region", { name: "Saved cards" });

/** Goes from a cart to the dialog that asks for the card. */
async function goToCard(page: Page): Promise<void> {
  await fillCart(page.context(), 1);
  await page.goto("/cart", { waitUntil: "networkidle" });
  await goToCheckout(page, pointer);
  await fillCheckout(page);
  await checkoutButton(page).click();
}

/** Pays with a card and saves it. */
async function saveCard(page: Page): Promise<void> {
  await goToCard(page);
  await paysAndSaves(page);
}

async function paysAndSaves(page: Page): Promise<void> {
  await typeCard(page, cards.works);
  await expect(save(page)).not.toBeChecked();
  await save(page).check();
  await payButton(page).click();
  await expectOrder(page);
}

test("a card is saved on request, used again with its security code, and removed", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  await signInAsNew(context);
  await saveCard(page);

  await goToCard(page);
  // The card was chosen on the checkout page, so the dialog asks only for its code.
  await expect(saved(page)).toBeVisible();
  await expect(cardDialog(page).getByRole("radio")).toHaveCount(0);
  await expect(cardForm(page).getByLabel("Card number")).toHaveCount(0);
  await expectAccessible(page);
  const press = keyboard(page);
  await press(payButton(page));
  await expect(cardDialog(page)).toContainText("Security code must be 3 or 4 digits");
  await expect(code(page)).toBeFocused();
  await page.keyboard.type("9x99");
  await expect(code(page)).toHaveValue("999");
  await page.keyboard.press("Enter");
  const alert = cardDialog(page).getByRole("alert");
  await expect(alert).toContainText(
    "Incorrect security code. Nothing was charged. Please check the code and try again.",
  );
  await expect(alert).toBeFocused();
  await expect(saved(page)).toBeVisible();
  // No payment is in progress, so the dialog can be closed and opened again.
  await page.keyboard.press("Escape");
  await expect(cardDialog(page)).toHaveCount(0);
  await page.reload({ waitUntil: "networkidle" });
  await expect(cardDialog(page)).toHaveCount(0);
  await checkoutButton(page).click();
  await code(page).fill("123");
  await payButton(page).click();
  await expectOrder(page);
  await expect(page.getByRole("main")).toContainText("Visa •••• 4242");

  await page.goto("/profile", { waitUntil: "networkidle" });
  await expect(list(page).getByRole("listitem")).toHaveText(/^Visa •••• 4242/);
  await expectAccessible(page);
  await list(page).getByRole("button", { name: "Remove Visa •••• 4242" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove Visa •••• 4242" });
  await expect(question).toContainText("You'll have to enter this card again to use it.");
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(list(page)).toContainText("You don't have any saved cards.");
  const done = list(page).getByText("Visa •••• 4242 has been removed.");
  expect((await done.boundingBox())?.height).toBeGreaterThan(10);
  await expect(list(page).getByRole("heading")).toBeFocused();
  expect(errors).toEqual([]);
});

test("the checkout page names the saved card, and another card can be chosen there", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await saveCard(page);
  await fillCart(context, 1);
  await page.goto("/checkout", { waitUntil: "networkidle" });
  const choice = page.getByRole("group", { name: "Pay with" });
  await expect(choice.getByRole("radio", { name: "Visa •••• 4242" })).toBeChecked();
  const ofSaved = page.getByText(/The payment processor stores your saved card number\./);
  await expect(ofSaved).toHaveCount(1);
  await expectAccessible(page);
  await choice.getByRole("radio", { name: "Use a different card" }).check();
  await expect(ofSaved).toHaveCount(0);
  await expect(
    page.getByText(/You enter your card number in the payment processor's own form\./),
  ).toHaveCount(1);
  await page.getByRole("checkbox", { name: /^I accept the terms of sale/ }).check();
  await checkoutButton(page).click();
  await expect(cardForm(page).getByLabel("Card number")).toBeFocused();
  const choices = cardDialog(page).getByRole("radio");
  await expect(choices).toHaveCount(0);
  // The choice can still be changed in the dialog.
  const press = keyboard(page);
  await press(cardDialog(page).getByRole("button", { name: "Use a saved card" }));
  await expect(choices.and(page.getByLabel("Visa •••• 4242"))).toBeFocused();
  await expect(code(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await expect(choices.and(page.getByLabel("Use a different card"))).toBeChecked();
  await typeCard(page, cards.mastercard);
  await payButton(page).click();
  await expectOrder(page);
  await expect(page.getByRole("main")).toContainText("Mastercard •••• 4444");
});

const admission = `
[[product]]
id = "garden"
site = "park"
name = "Garden"
short_description = "Open all day."
variant = [{ id = "garden", name = "Admission", price = "12.00" }]
`;

/** Fills the cart of a shop with one product, and fills in checkout up to the payment. */
async function goToPayment(page: Page): Promise<void> {
  const items = [{ productId: "garden", productVariantId: "garden", quantity: 1 }];
  await post(page.context(), "/cart/add", { saleFlowId: 1, items });
  await page.goto("/checkout", { waitUntil: "networkidle" });
  await fillDetails(page);
}

test("while the processor is unavailable, saved cards are not offered, and afterwards a new card can be entered", async ({
  browser,
}) => {
  const shop = await openShop(admission);
  const context = await browser.newContext({ baseURL: shop.url });
  try {
    await signInAsNew(context);
    const page = await context.newPage();
    await goToPayment(page);
    await checkoutButton(page).click();
    await paysAndSaves(page);

    await goToPayment(page);
    await shop.stopProcessor();
    await checkoutButton(page).click();
    await expect(cardDialog(page).getByRole("alert")).toContainText("Credit card processing is unavailable");
    await expect(saved(page)).toHaveCount(0);
    await shop.startProcessor();
    await cardDialog(page).getByRole("button", { name: "Try again" }).click();
    await expect(cardForm(page).getByLabel("Card number")).toBeVisible();
    await expect(saved(page)).toHaveCount(0);
    await expect(another(page)).toHaveCount(0);
  } finally {
    await context.close();
    await shop.stop();
  }
});

test("the card dialog has no option to save a card if the shopper is a guest", async ({ page }) => {
  await goToCard(page);
  await expect(cardForm(page).getByLabel("Card number")).toBeVisible();
  await expect(save(page)).toHaveCount(0);
});

test("guesses of the security code are rate-limited, and a new card can still be used", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await saveCard(page);
  await goToCard(page);
  const alert = cardDialog(page).getByRole("alert");
  for (const guess of ["001", "002", "003", "004", "005"]) {
    await code(page).fill(guess);
    await payButton(page).click();
    await expect(alert).toContainText("Incorrect security code.");
    await expect(saved(page)).toBeVisible();
  }
  await code(page).fill("123");
  await payButton(page).click();
  await expect(alert).toContainText("Too many attempts. Please try again later.");
  await another(page).click();
  await typeCard(page, cards.works);
  await payButton(page).click();
  await expectOrder(page);
});
