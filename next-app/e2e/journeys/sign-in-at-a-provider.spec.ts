import { expect, type Page, test } from "@playwright/test";
import { alert, header, newEmail } from "../support/account";
import { expectAccessible } from "../support/axe";
import { openProviderShop, type ProviderShop } from "../support/provider-shop";
import { browserErrors } from "../support/shop";

let shop: ProviderShop;

test.beforeAll(async () => {
  shop = await openProviderShop();
});
test.afterAll(async () => {
  await shop.stop();
});

/** Signs in and consents on the provider's pages. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("anything");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("the page of a product that requires sign-in redirects to the identity provider and back", async ({
  page,
}) => {
  const errors = browserErrors(page);
  const email = newEmail();
  await page.goto(`${shop.url}/product/single/evening`);
  await signInThere(page, email);
  await expect(page).toHaveURL(`${shop.url}/product/single/evening`);
  await expect(page.getByRole("heading", { level: 1, name: "Members' evening" })).toBeVisible();
  await expect(header(page)).toContainText("Grace's Account");

  // Back skips the shop's callback page.
  await page.goBack();
  await expect(page).not.toHaveURL(/authenticate\/callback/);

  await page.goto(`${shop.url}/profile`);
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText("(confirmed)")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Password" })).toHaveCount(0);
  await expect(page.getByLabel("Last Name")).toHaveValue("Hopper");
  expect(errors.filter((error) => error.includes("Content Security Policy"))).toEqual([]);
});

test("the shop's password pages redirect to the provider", async ({ page }) => {
  for (const path of ["/login?ReturnUrl=%2Fcart", "/authenticate/register", "/forgot-password"]) {
    await page.goto(`${shop.url}${path}`);
    await expect(page.getByPlaceholder("Enter any login"), path).toBeVisible();
  }
});

test("cancelling at the provider is reported, and sign-in can be started again", async ({ page }) => {
  await page.goto(`${shop.url}/profile`);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(alert(page)).toContainText(
    "You weren't signed in because the sign-in was canceled or denied.",
  );
  await expect(alert(page)).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Start again" }).click();
  await signInThere(page, newEmail());
  await expect(header(page)).toContainText("Grace's Account");
});

test("an unsolicited or replayed callback signs in no shopper", async ({ page }) => {
  const message =
    "This sign-in was started in another browser, took too long, or has already been completed.";
  await page.goto(`${shop.url}/authenticate/callback?state=made-up&code=made-up`);
  await expect(alert(page)).toContainText(message);
  await page.goto(`${shop.url}/authenticate/callback`);
  await expect(alert(page)).toContainText(message);

  await page.goto(`${shop.url}/profile`);
  const back = page.waitForRequest((request) => request.url().includes("/authenticate/callback?"));
  await signInThere(page, newEmail());
  const address = (await back).url();
  await expect(page).toHaveURL(`${shop.url}/profile`);
  await page.goto(address);
  await expect(alert(page)).toContainText(message);
  await expect(page.getByRole("link", { name: "Continue without signing in" })).toBeVisible();
});

test("while the provider is unavailable, sign-in fails and the shop still works", async ({ page }) => {
  const other = await openProviderShop();
  await other.stopProvider();
  await page.goto(`${other.url}/authenticate/smart-login?ReturnUrl=%2Fcart`);
  const away = "We can't process your request right now. Please try again in a moment.";
  await expect(alert(page)).toContainText(away);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Start again" }).click();
  await expect(alert(page)).toContainText(away);
  await page.goto(`${other.url}/cart`);
  await expect(page.getByRole("heading", { name: "Your shopping cart is empty" })).toBeVisible();
  await other.stop();
});
