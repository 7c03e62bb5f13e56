import { expect, type Locator, type Page, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import {
  cards,
  checkoutButton,
  fillCheckout,
  goToCart,
  keyboard,
  payButton,
  pointer,
  typeCard,
} from "../support/buying";
import { emailsOf } from "../support/emails";
import {
  ada,
  card,
  describePasses,
  field,
  fillCartWithPasses,
  fillCartWithPassesOfAda,
  fillHolder,
  pass,
  passPage,
  progress,
} from "../support/passes";
import { post } from "../support/purchase";
import { browserErrors } from "../support/shop";

const summary = (page: Page): Locator => page.getByRole("region", { name: "Cart Summary" });
const installments = (page: Page): Locator => page.getByRole("region", { name: "Installments" });
const full = (page: Page): Locator => page.getByRole("button", { name: "Continue with full price" });
const plan = (page: Page): Locator => page.getByRole("button", { name: "Continue with payment plan" });
const accept = (page: Page): Locator => page.getByLabel("I accept the payment plan terms");

const notes = [
  "First payment includes online payment plan fee, applied on a per pass basis",
  "Price includes taxes and fees",
];

/** Unfolds the payments and costs of a plan. */
const unfold = (of: Locator) => of.getByText("Payment schedule and costs").click();

/** Expects the column headers, the down payment and `payments` further payments in a plan's table. */
async function expectTable(table: Locator, payments: number): Promise<void> {
  await expect(table.getByRole("row")).toHaveCount(payments + 2);
  await expect(table.getByRole("rowheader").first()).toHaveText("Down Payment **");
  await expect(table.getByRole("rowheader").last()).toHaveText(String(payments + 1));
}

test("two passes are bought with the in-house plan, from their tag page to the confirmation", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  await signInAsNew(context);
  await page.goto(`${passPage.path}?installmentBilling=true`, { waitUntil: "networkidle" });
  const tab = (name: string) => page.getByRole("tab", { name });
  await expect(tab("Payment Plan")).toHaveAttribute("aria-selected", "true");
  // A child's pass has no plan. It can still be added here, and is paid in full.
  const child = page.getByRole("button", { name: /^Add Pass, Child/ }).first();
  await expect(child).toBeVisible();
  await expect(
    page
      .getByText(
        /^\$35\.00 plus tax today and 10 monthly payments of \$\d+\.\d\d; today's payment includes the \$6\.00 plan fee$/,
      )
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await tab("Payment Plan").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(tab("Full Price")).toBeFocused();
  await expect(page).toHaveURL(passPage.path);
  await tab("Payment Plan").click();
  await expect(page).toHaveURL(`${passPage.path}?installmentBilling=true`);
  const yours = page.getByRole("region", { name: "Your Passes" });
  await child.click();
  await expect(yours).toContainText("Payment in full due today (no payment plan)");
  await page.getByRole("button", { name: "Remove passholder 1" }).click();
  await expect(yours).not.toContainText("Payment in full due today");
  await expect(child).toBeFocused();

  for (const [number, level, name] of [
    [1, "Silver", "Ada"],
    [2, "Gold", "Grace"],
  ] as const) {
    await page.getByRole("button", { name: `Add Pass, Adult (${level}), Merrow Point Season Pass` }).click();
    const entry = page.getByRole("group", { name: `Passholder ${number} of ${number}` });
    await field(entry, "First Name").fill(name);
    await field(entry, "Last Name").fill("Lovelace");
    await field(entry, "Birth Date").fill("12/10/1990");
  }
  // The first figure is the amount to pay today, and the second figure is the full price.
  await expect(page.locator("output")).toHaveText("$70.00");
  await expect(page.getByText(/^Total \$\d/)).toBeVisible();
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await expect(page).toHaveURL("/pass/demographics");
  await page.waitForLoadState("networkidle");
  const { "First Name": _, "Last Name": __, "Birth Date": ___, ...elsewhere } = ada;
  await fillHolder(card(page, "Ada Lovelace"), elsewhere);
  const update = (name: string) =>
    card(page, `${name} Lovelace`).getByRole("button", { name: `Update ${name} Lovelace` });
  await update("Ada").click();
  // Grace's name and birth date are known from the choice of the pass, and her address is shared.
  await expect(progress(page)).toHaveText("2 of 2 complete");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await goToCart(page, pointer);
  await expect(summary(page)).toContainText("11-month payment plan");
  const dueToday = (await summary(page).locator("[data-due-today]").textContent()) ?? "";
  await expect(summary(page)).toContainText(`11 payments: ${dueToday} today, then 10 monthly payments of $`);
  await expect(summary(page).getByText("Payment 2 ")).toBeHidden();

  // The plan is already chosen, so the page of payment options is skipped.
  await page.getByRole("link", { name: "Checkout", exact: true }).last().click();
  await expect(page).toHaveURL("/donate");
  await page.getByRole("link", { name: "No thanks, continue" }).click();
  await expect(page).toHaveURL("/checkout");
  await page.waitForLoadState("networkidle");
  await fillCheckout(page);
  // The plan was chosen before, so it is not asked for again.
  const whenToPay = page.getByRole("group", { name: "When to pay" });
  await expect(whenToPay).toContainText(`11-month payment plan, ${dueToday} today`);
  await expect(whenToPay.getByRole("radio")).toHaveCount(0);
  // The whole plan is folded where the shopper accepts it.
  const terms = page.getByRole("group", { name: "Payment plan" });
  await expect(terms).toContainText(`11 payments: ${dueToday} today`);
  await expect(terms.getByRole("table")).toBeHidden();
  await unfold(terms);
  await expectTable(terms.getByRole("table"), 10);
  for (const note of notes) await expect(terms).toContainText(note);
  await checkoutButton(page).press("Enter");
  await expect(page.getByText("Please accept the payment plan terms.").first()).toBeVisible();
  await page.getByRole("link", { name: "Read the payment plan terms" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    "You agree that we will charge each payment on its due date",
  );
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await accept(page).check();
  await expect(checkoutButton(page)).toHaveAccessibleName(`Checkout, ${dueToday}`);
  await checkoutButton(page).click();
  await typeCard(page, cards.works);
  await expect(payButton(page)).toContainText(dueToday);
  await payButton(page).click();

  await expect(page.getByRole("heading", { level: 1, name: "Checkout Successful!" })).toBeVisible();
  const order = page.getByRole("heading", { name: "Installments" }).locator("..");
  await expect(order.getByRole("table")).toBeHidden();
  await unfold(order);
  await expectTable(order.getByRole("table"), 10);
  await expect(order.getByRole("row").nth(1)).toContainText(dueToday);
  await expect(order).toContainText("Annual percentage rate (APR)0.00%");
  for (const note of notes) await expect(order).toContainText(note);
  await expect(page.getByText("Amount paid").locator("..")).toContainText(dueToday);
  await expectAccessible(page);
  await page.reload();
  await unfold(order);
  await expectTable(order.getByRole("table"), 10);
  const details = (await (await context.request.get("/api/order/details")).json()) as { id: string };
  const [letter = ""] = await emailsOf(details.id, 1);
  expect(letter).toContain("Your 11-month payment plan");
  expect(errors).toEqual([]);
});

test("payment options are compared and chosen with the keyboard, and can be changed after going back", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await fillCartWithPassesOfAda(context, pass.gold);
  await page.goto("/cart", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Checkout", exact: true }).last().click();
  await expect(page).toHaveURL("/installment-billing/select");
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment Options");
  await expect(page.getByText("OR", { exact: true })).toBeVisible();
  await unfold(installments(page));
  await expectTable(installments(page).getByRole("table"), 10);
  for (const words of ["Annual percentage rate (APR)", "Finance charge$0.00", "Amount financed", ...notes])
    await expect(installments(page)).toContainText(words);
  await expectAccessible(page);
  const price =
    (await page.getByRole("region", { name: "Full Price" }).locator(".figures").textContent()) ?? "";
  const press = keyboard(page);
  await press(full(page));
  await expect(page).toHaveURL("/donate");
  await expect(summary(page).locator("[data-order-total]")).toHaveText(price);
  await expect(summary(page)).not.toContainText("-month payment plan");

  await page.goBack();
  await page.waitForLoadState("networkidle");
  await press(plan(page));
  await expect(page).toHaveURL("/donate");
  await expect(summary(page)).toContainText("11-month payment plan");
  // The page is skipped after a plan was chosen.
  await page.goto("/installment-billing/select");
  await expect(page).toHaveURL("/donate");

  // The choice can be changed at checkout, where the plan is accepted.
  await page.goto("/checkout", { waitUntil: "networkidle" });
  const choice = (name: RegExp) => page.getByRole("radio", { name });
  await expectAccessible(page);
  await press(page.getByRole("button", { name: "Change when to pay" }));
  await expect(choice(/^11-month payment plan/)).toBeChecked();
  await expect(choice(/^11-month payment plan/)).toBeFocused();
  await expect(accept(page)).toBeVisible();
  await choice(/^Pay in full today/).check();
  await expect(accept(page)).toHaveCount(0);
  await expect(summary(page).locator("[data-order-total]")).toHaveText(price);
  await expect(checkoutButton(page)).toHaveAccessibleName(`Checkout, ${price}`);
  await choice(/^Pay in full today/).press("ArrowDown");
  await expect(choice(/^11-month payment plan/)).toBeChecked();
  await expect(accept(page)).toBeVisible();
  await expect(page.getByText(/Today's payment includes a plan fee of \$6\.00\.$/)).toBeVisible();
  await expectAccessible(page);
  await choice(/^Pay in full today/).check();
  await expect(accept(page)).toHaveCount(0);
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByRole("group", { name: "When to pay" })).toContainText(`Pay in full today, ${price}`);
});

test("a plan chosen and replaced in the cart with the keyboard leaves the focus in the summary", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await fillCartWithPassesOfAda(context, pass.gold);
  await page.goto("/cart", { waitUntil: "networkidle" });
  const title = summary(page).getByRole("heading", { name: "Cart Summary" });
  await summary(page).getByRole("button", { name: "Choose this payment plan" }).press("Enter");
  await expect(summary(page)).toContainText("11-month payment plan");
  await expect(title).toBeFocused();
  await summary(page).getByRole("button", { name: "Pay in full instead" }).press("Enter");
  await expect(summary(page)).not.toContainText("11-month payment plan");
  await expect(title).toBeFocused();
});

test("without a plan to choose, the payment options are skipped; plans that cannot be combined are reported", async ({
  page,
  context,
}) => {
  await page.goto("/installment-billing/select");
  await expect(page).toHaveURL("/donate");
  await signInAsNew(context);
  await fillCartWithPasses(context, pass.gold);
  await post(context, "/cart/add", {
    saleFlowId: 1,
    items: [{ productId: "museum-pass", productVariantId: "museum-pass-adult", quantity: 1 }],
  });
  await describePasses(context);
  await page.goto("/cart", { waitUntil: "networkidle" });
  await expect(summary(page)).toContainText("The payment plans for these passes can't be combined.");
  await expect(summary(page)).not.toContainText("-month payment plan");
  await page.getByRole("link", { name: "Checkout", exact: true }).last().click();
  await expect(page).toHaveURL("/donate");
});

test("the terms of payment plans are shown on a separate page", async ({ page }) => {
  await page.goto("/checkout/ibterms");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment plan terms");
  await expect(page.getByRole("main")).toContainText("You may pay the remaining balance at any time");
  await expectAccessible(page);
});
