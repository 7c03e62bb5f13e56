import { expect, type Page, test } from "@playwright/test";
import { alert, isSignedIn, newEmail, password, registered } from "../support/account";
import { expectAccessible } from "../support/axe";
import { welcomeLinkFor } from "../support/emails";
import { fillCart, placeOrder } from "../support/purchase";

/** A guest creates an account on the confirmation page with one field. */

const offer = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Create an account" }) });
const passwordField = (page: Page) => offer(page).getByLabel("Password", { exact: true });
const create = (page: Page) => offer(page).getByRole("button", { name: "Create Account" });

async function buyAs(page: Page, emailAddress: string) {
  await fillCart(page.context(), 1);
  const order = await placeOrder(page.context(), { settings: { emailAddress } });
  await page.goto("/confirmation", { waitUntil: "networkidle" });
  return order;
}

test("a guest chooses a password after the purchase, is signed in, and gets the order with the link of the e-mail", {
  tag: "@both",
}, async ({ page, context }) => {
  const email = newEmail();
  const { orderId } = await buyAs(page, email);
  await expect(offer(page).getByRole("textbox")).toHaveCount(1);
  await expect(offer(page)).toContainText(email);
  await expectAccessible(page);

  await passwordField(page).fill("short");
  await create(page).click();
  await expect(passwordField(page)).toHaveAttribute("aria-invalid", "true");
  await expect(passwordField(page)).toBeFocused();
  await passwordField(page).fill(password);
  await create(page).click();

  await expect(
    page.getByText(/Your account is ready, and you're signed in\. Open the link we sent/),
  ).toBeVisible();
  expect(await isSignedIn(context)).toBe(true);
  await expect(page).toHaveURL("/confirmation");
  await expect(page.getByRole("heading", { level: 1, name: "Checkout Successful!" })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  // Until the address is proven, the order is not in the account, and the page does not say that it is.
  await expect(page.getByText(/and see this order in your account\./)).toBeVisible();
  expect((await context.request.get(`/api/order/details/my/${orderId}`)).status()).toBe(404);
  await expectAccessible(page);

  // The next checkout knows the address of the order.
  await fillCart(context, 1);
  await page.goto("/checkout");
  await expect(page.getByRole("group", { name: "Billing address" })).toContainText("1 Mill Road");

  await page.goto(await welcomeLinkFor(email));
  await page.waitForLoadState("networkidle");
  await page.goto("/confirmation");
  await page.getByRole("link", { name: "See this order in my account" }).click();
  await expect(page).toHaveURL(`/order-lookup/my/${orderId}`);
});

test("an e-mail address that already has an account gets the same answers as on the registration page", async ({
  page,
  context,
  browser,
}) => {
  const other = await browser.newContext({ baseURL: test.info().project.use.baseURL });
  const email = await registered(other);
  await other.close();
  await buyAs(page, email);
  const answer = page.waitForResponse("**/api/account/register");
  await passwordField(page).fill("A different password 7!");
  await create(page).click();
  expect(await (await answer).json()).toEqual({ success: true });
  await expect(page).toHaveURL(/\/login\?ReturnUrl=%2Fconfirmation$/);
  await expect(
    page.getByText(/Please sign in\. If you already had an account with this email/),
  ).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/confirmation");
  expect(await isSignedIn(context)).toBe(true);
  await expect(alert(page)).toHaveCount(0);
});
