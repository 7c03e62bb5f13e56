import { expect, type Page, test } from "@playwright/test";
import { password, registered, signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import {
  cardForm,
  cards,
  checkoutButton,
  expectOrder,
  field,
  fillDetails,
  payButton,
  shopper,
  state,
  typeCard,
} from "../support/buying";
import { fillCart, fillCartWithGoods, placeOrder } from "../support/purchase";

/** What a shopper typed at checkout survives a reload, a sign-in and a lost connection. */

async function openFilledCheckout(page: Page) {
  await fillCart(page.context());
  await page.goto("/checkout", { waitUntil: "networkidle" });
  await fillDetails(page);
}

async function expectKept(page: Page) {
  for (const [label, value] of Object.entries(shopper)) {
    const shown = label === "Phone" ? "(212) 555-0123" : value;
    await expect(field(page, label as keyof typeof shopper)).toHaveValue(shown);
  }
  await expect(state(page).locator("option:checked")).toHaveText("New York");
  await expect(page.getByRole("radio").first()).toBeChecked();
  await expect(page.getByRole("checkbox", { name: /^I accept the terms of sale/ })).toBeChecked();
}

test("the next order in the same tab asks for the consent again", async ({ page, context }) => {
  await openFilledCheckout(page);
  await page.reload({ waitUntil: "networkidle" });
  await expectKept(page);
  await checkoutButton(page).click();
  await typeCard(page, cards.works);
  await payButton(page).click();
  await expectOrder(page);
  await page.goBack();
  await expect(page).not.toHaveURL(/\/(checkout|confirmation)/);
  await fillCart(context);
  await page.goto("/checkout", { waitUntil: "networkidle" });
  await expect(page.getByRole("checkbox", { name: /^I accept the terms of sale/ })).not.toBeChecked();
});

test("a reload keeps every field, but no card data", async ({ page }) => {
  await openFilledCheckout(page);
  await field(page, "City").blur();
  await page.reload();
  await expectKept(page);
  await checkoutButton(page).click();
  await typeCard(page, cards.works);
  await page.reload({ waitUntil: "networkidle" });
  await expectKept(page);
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state]),
  );
  expect(stored).toContain(shopper.Email);
  expect(stored).not.toMatch(/4242 ?4242/);
  await checkoutButton(page).click();
  await expect(cardForm(page).getByLabel("Card number")).toHaveValue("");
});

test("a shopper who signs in from checkout finds every field as it was", async ({ page, browser }) => {
  const other = await browser.newContext({ baseURL: test.info().project.use.baseURL });
  const email = await registered(other);
  await other.close();
  await openFilledCheckout(page);
  await page.getByRole("link", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/checkout");
  await expectKept(page);
});

test("without a connection checkout waits, keeps everything, and goes on by itself", async ({
  page,
  context,
}) => {
  await openFilledCheckout(page);
  await context.setOffline(true);
  await checkoutButton(page).click();
  await expect(page.getByText(/offline\./).first()).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectKept(page);
  await expectAccessible(page);

  await context.setOffline(false);
  await typeCard(page, cards.works);
  await payButton(page).click();
  await expectOrder(page);
});

test("every field at checkout tells the browser what to fill in", async ({ page, context }) => {
  await fillCartWithGoods(context);
  await page.goto("/checkout", { waitUntil: "networkidle" });
  await page.getByRole("radio", { name: /By mail/ }).check();
  await page.getByRole("checkbox", { name: "Same as billing" }).uncheck();
  const tokens = await page
    .getByRole("main")
    .locator("input:not([type=radio], [type=checkbox]), select")
    .evaluateAll((fields) => fields.map((one) => one.getAttribute("autocomplete")));
  const address = [
    "given-name",
    "family-name",
    "tel",
    "country",
    "address-line1",
    "postal-code",
    "address-level2",
    "address-level1",
  ];
  expect(tokens).toEqual([
    "email",
    ...address.map((token) => `billing ${token}`),
    ...address.map((token) => `shipping ${token}`),
  ]);

  await page.getByRole("checkbox", { name: "Same as billing" }).check();
  await fillDetails(page);
  await checkoutButton(page).click();
  await expect(page.getByLabel("Name on card")).toHaveAttribute("autocomplete", "cc-name");
  const card = cardForm(page);
  await expect(card.getByLabel("Card number")).toHaveAttribute("autocomplete", "cc-number");
  await expect(card.getByLabel(/^Expiration date/)).toHaveAttribute("autocomplete", "cc-exp");
  await expect(card.getByLabel("Security code")).toHaveAttribute("autocomplete", "cc-csc");
});

test("complete details are folded to a summary, which opens with Change, with an error and without scripts", {
  tag: "@both",
}, async ({ page, context, browser }) => {
  await signInAsNew(context);
  await fillCart(context, 1);
  await placeOrder(context);
  await fillCart(context, 1);
  await page.goto("/checkout", { waitUntil: "networkidle" });
  const folded = page.locator("summary").filter({ hasText: /Change$/, visible: true });
  await expect(folded).toHaveCount(2);
  await expect(field(page, "City")).toBeHidden();
  await expect(folded.last()).toContainText(await field(page, "City").inputValue());
  await expectAccessible(page);

  await folded.first().press("Enter");
  await expect(field(page, "Email")).toBeFocused();
  await expect(folded).toHaveCount(1);
  await page.route("**/cart/settings", (route) => {
    if (route.request().postDataJSON().ignoreValidationErrors) return route.continue();
    const errors = [{ field: "city", message: "This city isn't known." }];
    return route.fulfill({ json: { success: false, message: "Please correct the following:", errors } });
  });
  await page.getByRole("checkbox", { name: /^I accept the terms of sale/ }).check();
  await checkoutButton(page).press("Enter");
  await page.getByRole("alert").getByRole("link", { name: "This city isn't known." }).click();
  await expect(field(page, "City")).toBeFocused();
  await expectAccessible(page);

  const plain = await browser.newContext({
    baseURL: test.info().project.use.baseURL,
    storageState: await context.storageState(),
    javaScriptEnabled: false,
  });
  const unscripted = await plain.newPage();
  await unscripted.goto("/checkout");
  await expect(field(unscripted, "City")).toBeHidden();
  await unscripted
    .locator("summary")
    .filter({ hasText: /Change$/ })
    .last()
    .click();
  await expect(field(unscripted, "City")).toBeVisible();
  await plain.close();
});
