import {
  type BrowserContext,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
  test,
} from "@playwright/test";
import { signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import {
  cardDialog,
  cards,
  checkoutButton,
  expectOrder,
  fillCheckout,
  goToCheckout,
  keyboard,
  payButton,
  pointer,
  typeCard,
  walkTo,
} from "../support/buying";
import { describePasses } from "../support/passes";
import { post } from "../support/purchase";
import { browserErrors } from "../support/shop";

/** The demo's pass that can be paid with a lender plan. */
const lent = { productId: "twilight-pass", productVariantId: "twilight-pass-plus", quantity: 1 };
const disclaimer = "Sandbox Lender pays for your order today";

const says = {
  available: "Choose how to repay the lender. You won't be charged until you place your order.",
  none: "The lender has no offer for this order. Nothing was charged. Apply again, or pay in full instead.",
  away: "The lender's service is unavailable. Nothing was charged. Try again, or pay in full instead.",
  approved: "Your payment plan is approved. Place your order to use it.",
  declined: "The lender declined the payment. You have not paid. Apply again, or pay in full.",
} as const;

const summary = (page: Page): Locator => page.getByRole("region", { name: "Cart Summary" });
const dialog = (page: Page): Locator => page.getByRole("dialog", { name: "Payment Plan Details" });
const question = (page: Page): Locator => page.getByRole("alertdialog", { name: "Change Payment" });
const lender = (page: Page): FrameLocator => page.frameLocator('iframe[title="Lender offer"]');
const acceptLender = (page: Page): Locator =>
  page.getByLabel(/^I understand that the lender's own terms apply/);
const applicant = (page: Page, name: string): Locator =>
  lender(page).getByRole("radio", { name, exact: true });
const acceptOffer = (page: Page): Locator =>
  lender(page).getByRole("button", { name: "Accept and continue" });
const payByPlan = (page: Page): Locator =>
  dialog(page).getByRole("button", { name: /^Pay \$[\d.,]+ with a payment plan$/ });

async function fillCart(context: BrowserContext): Promise<void> {
  await signInAsNew(context);
  const added = await post<{ success: boolean }>(context, "/cart/add", { saleFlowId: 1, items: [lent] });
  expect(added.success).toBe(true);
  await describePasses(context);
}

/** Fills a cart, chooses the lender plan, and opens the lender's dialog. */
async function opensOffer(page: Page, context: BrowserContext): Promise<void> {
  await fillCart(context);
  await post(context, "/cart/set-installment-billing", {});
  await page.goto("/checkout", { waitUntil: "networkidle" });
  await fillCheckout(page);
  await acceptLender(page).check();
  await checkoutButton(page).click();
  await expect(dialog(page)).toContainText(says.available);
}

async function applies(page: Page, as: string): Promise<void> {
  await lender(page).getByText("Test applicants").click();
  await applicant(page, as).check();
  await acceptOffer(page).click();
}

test("a lender plan is chosen among the payment options, and the order is paid with it", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  await fillCart(context);
  await page.goto("/cart", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Checkout", exact: true }).last().click();
  await expect(page).toHaveURL("/installment-billing/select");
  await page.waitForLoadState("networkidle");
  const details = page.getByRole("region", { name: "Installments" });
  await expect(details).toContainText(disclaimer);
  await expect(details).not.toContainText("Annual percentage rate");
  await expect(page.getByRole("table")).toHaveCount(0);
  const price = page.getByRole("region", { name: "Full Price" }).locator(".figures");
  const total = (await price.textContent()) ?? "";
  await expect(page.getByRole("region", { name: "Payment Plan" }).locator(".figures")).toHaveText(total);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue with payment plan" }).click();

  await expect(page).toHaveURL("/donate");
  await expect(summary(page)).toContainText(disclaimer);
  await expect(summary(page)).not.toContainText("1-month payment plan");
  await page.getByRole("link", { name: "No thanks, continue" }).click();
  await expect(page).toHaveURL("/checkout");
  await page.waitForLoadState("networkidle");
  await expect(page.getByText("Sandbox Lender", { exact: true })).toBeVisible();
  await expect(page.getByText("Credit or debit card")).toHaveCount(0);
  await fillCheckout(page);
  // The terms of in-house plans do not apply to a lender plan.
  await expect(page.getByRole("link", { name: "Read the payment plan terms" })).toHaveCount(0);
  await expect(page.locator("[data-due-today]")).toHaveCount(0);
  await acceptLender(page).check();
  await expect(checkoutButton(page)).toHaveAccessibleName(`Checkout, ${total}`);
  await checkoutButton(page).click();

  await expect(dialog(page)).toContainText(says.available);
  await expect(payByPlan(page)).toHaveAttribute("aria-disabled", "true");
  await expect(lender(page).getByText(`Pay ${total} over time`)).toBeVisible();
  await expect(lender(page).getByRole("radio", { name: /^\d+ months/ })).toHaveCount(3);
  await expectAccessible(page);
  await lender(page)
    .getByRole("radio", { name: /^6 months/ })
    .check();
  await acceptOffer(page).click();
  await expect(dialog(page)).toContainText(says.approved);
  await expect(lender(page).getByText(/^Approved: 6 monthly payments of \$/)).toBeVisible();
  await expect(payByPlan(page)).toBeFocused();
  await expect(payByPlan(page)).toHaveText(`Pay ${total} with a payment plan`);
  await expectAccessible(page);
  await payByPlan(page).dblclick();

  await expectOrder(page);
  await expect(page.getByRole("main")).toContainText(disclaimer);
  await expect(page.getByText("Amount paid")).toHaveCount(0);
  await expect(page.getByText("Annual percentage rate")).toHaveCount(0);
  const order = (await (await context.request.get("/api/order/details")).json()) as {
    installmentBilling: { selected: boolean; planTypeId: number };
    payments: unknown[];
  };
  expect(order.installmentBilling).toMatchObject({ selected: true, planTypeId: 2 });
  expect(order.payments).toHaveLength(1);
  await expectAccessible(page);
  expect(errors).toEqual([]);
});

test("after the shopper confirms the cancellation of a lender plan, the order is paid in full by card", async ({
  page,
  context,
}) => {
  await opensOffer(page, context);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(question(page)).toContainText(
    "Would you like to pay in full instead of using the payment plan?",
  );
  await expect(question(page).getByRole("button", { name: "Keep payment plan" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(question(page)).toHaveCount(0);
  // The offer is unchanged.
  await expect(dialog(page)).toContainText(says.available);
  await expect(dialog(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await question(page).getByRole("button", { name: "Pay in full" }).click();

  await expect(dialog(page)).toHaveCount(0);
  await expect(checkoutButton(page)).toBeFocused();
  await expect(page.getByText("Credit or debit card")).toBeVisible();
  await expect(acceptLender(page)).toHaveCount(0);
  await expect(summary(page)).not.toContainText(disclaimer);
  await checkoutButton(page).click();
  await expect(cardDialog(page)).toBeVisible();
  await typeCard(page, cards.works);
  await payButton(page).click();
  await expectOrder(page);
  await expect(page.getByText("Amount paid")).toBeVisible();
});

test("an unavailable lender or a missing offer is reported, and every button of the dialog works with the keyboard", async ({
  page,
  context,
}) => {
  await opensOffer(page, context);
  await applies(page, "The lender's service fails");
  await expect(dialog(page)).toContainText(says.away);
  await expect(payByPlan(page)).toHaveCount(0);
  await expectAccessible(page);
  const press = async (name: string) => {
    await walkTo(page, dialog(page).getByRole("button", { name }));
    await page.keyboard.press("Enter");
  };
  await press("Try again");
  await expect(dialog(page)).toContainText(says.available);
  await applies(page, "Not approved");
  await expect(dialog(page)).toContainText(says.none);
  await expectAccessible(page);
  await press("Try again");
  await expect(dialog(page)).toContainText(says.available);
  await applies(page, "Not approved");
  await press("Back to checkout");
  await expect(dialog(page)).toHaveCount(0);
  await expect(checkoutButton(page)).toBeFocused();
  await expect(page.getByRole("group", { name: "When to pay" })).toContainText(disclaimer);
  await page.keyboard.press("Enter");
  await applies(page, "Not approved");
  await expect(dialog(page)).toContainText(says.none);
  await press("Pay in full");
  await question(page).getByRole("button", { name: "Pay in full" }).click();
  await expect(page.getByText("Credit or debit card")).toBeVisible();
});

test("a lender's decline is shown and reported to the API, and the shopper applies again with the keyboard", async ({
  page,
  context,
}) => {
  await opensOffer(page, context);
  const reported = page.waitForRequest(/\/payment\/sandbox-lender\/sent-error$/);
  await applies(page, "Approved, but the charge is declined");
  await payByPlan(page).click();
  const alert = dialog(page).getByRole("alert");
  await expect(alert).toContainText(says.declined);
  await expect(alert).toBeFocused();
  const request = await reported;
  expect(request.method()).toBe("PUT");
  expect(request.postDataJSON()).toMatchObject({ kind: "booking", message: says.declined });
  await expect(dialog(page)).toContainText(says.available);
  await expectAccessible(page);

  // Tabs into the lender's frame and out again.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(lender(page).getByRole("radio", { name: /^3 months/ })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await expect(acceptOffer(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(payByPlan(page)).toBeFocused();
  await keyboard(page)(payByPlan(page));
  await expectOrder(page);
});

test("after too many submissions of a payment, the dialog closes, a message is shown, and a fatal error is reported", async ({
  page,
  context,
}) => {
  await opensOffer(page, context);
  const wrong = { verificationCode: "0" };
  await page.route(/\/submit-order$/, (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), ...wrong }) }),
  );
  const reports: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/sent-error")) reports.push(request.postDataJSON().kind);
  });
  await applies(page, "Approved");
  for (let submits = 1; submits <= 10; submits++) {
    await payByPlan(page).click();
    await expect(dialog(page).getByRole("alert")).toContainText(
      "The payment plan couldn't be used for this order.",
    );
    await expect(dialog(page)).toContainText(says.available);
    await acceptOffer(page).click();
  }
  // Both the page and the server count submissions, and the server's count survives a reload.
  await payByPlan(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("alert").filter({ hasText: "too many calls" })).toBeFocused();
  await page.reload({ waitUntil: "networkidle" });
  await page.getByRole("checkbox", { name: /^I accept the terms of sale/ }).check();
  await acceptLender(page).check();
  await checkoutButton(page).click();
  await expect(dialog(page)).toContainText(says.available);
  await acceptOffer(page).click();
  await payByPlan(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("alert").filter({ hasText: "too many calls" })).toBeFocused();
  expect(reports).toEqual([...Array.from({ length: 10 }, () => "booking"), "fatal", "fatal"]);
});

test("after the response to the lender's charge is lost, the order still completes", async ({
  page,
  context,
}) => {
  await opensOffer(page, context);
  await applies(page, "Approved, but the answer to the charge is lost");
  await payByPlan(page).click();
  await expectOrder(page);
});

test("a payment interrupted by a reload continues, and its virtual card is not stored in the browser", async ({
  page,
  context,
}) => {
  await opensOffer(page, context);
  await applies(page, "Approved");
  await page.route(/\/order\/submit$/, (route) => route.abort());
  const sent = page.waitForResponse(/\/payment\/sandbox-lender\/submit-order$/);
  await payByPlan(page).click();
  expect(await ((await sent).json() as Promise<{ success: boolean }>)).toMatchObject({ success: true });
  await expect(dialog(page)).toContainText("We're checking your payment. Please don't pay again.");
  const kept = await page.evaluate(() => JSON.stringify(sessionStorage));
  expect(kept).not.toContain("400099");
  await page.unroute(/\/order\/submit$/);
  await page.reload();
  await expectOrder(page);
});

test("lender plans and in-house plans cannot be combined", async ({ page, context }) => {
  await fillCart(context);
  await post(context, "/cart/add", {
    saleFlowId: 1,
    items: [{ productId: "museum-pass", productVariantId: "museum-pass-adult", quantity: 1 }],
  });
  await describePasses(context);
  await page.goto("/cart", { waitUntil: "networkidle" });
  await expect(summary(page)).toContainText("The payment plans for these passes can't be combined.");
  await goToCheckout(page, pointer);
  await walkTo(page, page.getByRole("radio").first());
  await expect(page.getByText("Credit or debit card")).toBeVisible();
});
