import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { signIn, signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import { cards, keyboard, typeCard } from "../support/buying";
import { type OwnShop, openShop } from "../support/own-shop";
import { fillCartWithPassesOfAda, pass } from "../support/passes";
import { placeOrder, post } from "../support/purchase";

const aMonth = 31 * 24 * 60;

/** A pass that is paid with a down payment and four payments of 25.00. */
const pass4 = `
[[plan]]
id = "four"
name = "Four months"
down_payment = "20.00"
payments = 4

[[product]]
id = "${pass.product}"
site = "park"
name = "Season pass"
short_description = "A year."

[[product.variant]]
id = "${pass.gold}"
name = "Gold"
price = "120.00"
pass = 1
valid = { days = 365 }
plan = "four"
`;

const declined = "Your card was declined. Use another card, or ask your bank why.";

const plans = (page: Page): Locator => page.getByRole("region", { name: "Payment plans" });
const payNext = (page: Page): Locator => plans(page).getByRole("button", { name: "Pay $25.00 now" });
const question = (page: Page): Locator => page.getByRole("alertdialog");

/**
 * Buys a pass with a payment plan and this card, puts the clock forward by a month, so that a payment is due, and
 * opens the account page.
 */
async function openOrderAfterAMonth(
  shop: OwnShop,
  context: BrowserContext,
  cardNumber: string,
): Promise<Page> {
  const email = await signInAsNew(context);
  await fillCartWithPassesOfAda(context, pass.gold);
  await post(context, "/cart/set-installment-billing", {});
  await placeOrder(context, {
    cardNumber: cardNumber.replaceAll(" ", ""),
    settings: { acceptInstallmentTerms: true },
  });
  const due = async () => {
    const answer = await context.request.get("/api/account/installment-billing");
    return ((await answer.json()) as { payments: { standing: string }[] }[])[0]?.payments[0]?.standing;
  };
  // A job creates the order's billing agreement after the order completes.
  await expect.poll(due).toBe("Due");
  shop.passes(aMonth);
  await context.clearCookies();
  await signIn(context, email);
  await expect.poll(due, { timeout: 60_000 }).not.toBe("Due");
  const page = await context.newPage();
  await page.goto("/profile", { waitUntil: "networkidle" });
  return page;
}

async function inShop(
  browser: { newContext(options: { baseURL: string }): Promise<BrowserContext> },
  walk: (shop: OwnShop, context: BrowserContext) => Promise<void>,
): Promise<void> {
  // The clock of the shared test shop must not move by months.
  const shop = await openShop(pass4);
  const context = await browser.newContext({ baseURL: shop.url });
  try {
    await walk(shop, context);
  } finally {
    await context.close();
    await shop.stop();
  }
}

test("a declined due payment is paid after the shopper changes the card", async ({ browser }) => {
  await inShop(browser, async (shop, context) => {
    const page = await openOrderAfterAMonth(shop, context, cards.declinedLater);
    const standing = plans(page).getByRole("status").filter({ hasText: "was declined" });
    await expect(standing).toContainText(
      /Your payment was declined: \$25\.00, due [A-Z][a-z]+ \d{1,2}, \d{4}\./,
    );
    await expect(standing).toContainText(/We'll try again on [A-Z][a-z]+ \d{1,2}, \d{4}\./);
    await expect(plans(page)).toContainText("Payments are charged to Visa •••• 9987");
    await expect(plans(page)).toContainText("4 of 4 payments left");
    await expectAccessible(page);

    await payNext(page).click();
    await expect(question(page)).toContainText("We'll charge $25.00 to your Visa •••• 9987 now.");
    await question(page).getByRole("button", { name: "Pay $25.00" }).click();
    const alert = plans(page).getByRole("alert");
    await expect(alert).toContainText(`The payment was declined. ${declined}`);
    await expect(alert).toBeFocused();
    await expect(alert).toContainText(/We'll try again on [A-Z][a-z]+ \d{1,2}, \d{4}\./);
    await expect(plans(page).getByText(/was declined/), "the decline is reported once").toHaveCount(1);

    const press = keyboard(page);
    await press(plans(page).getByRole("link", { name: /^Change card for order / }));
    await expect(page).toHaveURL(/\/profile\/card\/[^/]+$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Change card");
    const save = page.getByRole("button", { name: "Use this card" });
    await expect(save).not.toHaveAttribute("aria-disabled", "true");
    await typeCard(page, cards.mastercard);
    await expectAccessible(page);
    await save.click();
    const done = page.getByRole("main").getByRole("status").filter({ hasText: "Your card has been changed" });
    await expect(done).toHaveText(/Your card has been changed to Mastercard •••• 4444\.$/);
    await expect(done).toBeFocused();
    // After a reload, the page shows the new card.
    await page.reload({ waitUntil: "networkidle" });
    await expect(page.getByRole("main")).toContainText("charged to Mastercard •••• 4444");

    await page.getByRole("link", { name: "Return to Account" }).click();
    await expect(page).toHaveURL("/profile");
    await page.waitForLoadState("networkidle");
    await expect(plans(page)).toContainText("Payments are charged to Mastercard •••• 4444");
    await payNext(page).click();
    await question(page).getByRole("button", { name: "Pay $25.00" }).click();
    const thanks = plans(page).getByRole("status").filter({ hasText: "Thank you. $25.00 has been paid." });
    await expect(thanks).toBeFocused();
    await expect(plans(page)).not.toContainText("was declined");
    await expect(plans(page)).toContainText("Remaining balance$75.00");
    await plans(page).getByText("All payments (4)").click();
    const rows = plans(page).getByRole("row");
    await expect(rows).toHaveCount(5);
    await expect(rows.nth(1)).toContainText(
      /^2[A-Z][a-z]+ \d{1,2}, \d{4}\$25\.00Paid on [A-Z][a-z]+ \d{1,2}, \d{4}$/,
    );
    await expect(rows.nth(2)).toContainText(/Due$/);
    await expectAccessible(page);
  });
});

test("the shopper makes all remaining payments of a plan before they are due", async ({ browser }) => {
  await inShop(browser, async (shop, context) => {
    const page = await openOrderAfterAMonth(shop, context, cards.works);
    await expect(plans(page)).toContainText(/Next payment: \$25\.00 on [A-Z][a-z]+ \d{1,2}, \d{4}/);
    const payOff = plans(page).getByRole("button", { name: "Pay full balance ($75.00)" });
    await payOff.click();
    await expect(question(page)).toContainText("After that, nothing more will be due.");
    await page.keyboard.press("Escape");
    await expect(question(page)).toHaveCount(0);
    await payOff.click();
    await question(page).getByRole("button", { name: "Pay $75.00" }).click();
    await expect(plans(page)).toContainText("Paid in full.");
    await expect(payNext(page)).toHaveCount(0);
    await page.reload({ waitUntil: "networkidle" });
    await expect(plans(page)).toContainText("Paid in full.");
  });
});
