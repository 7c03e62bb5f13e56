import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import {
  alert,
  emailField,
  header,
  isSignedIn,
  newEmail,
  openCard,
  password,
  passwordField,
  registered,
  signIn,
  signInAsNew,
  signInButton,
  summary,
} from "../support/account";
import { unfoldDetails, walkTo } from "../support/buying";
import { resetLinkFor } from "../support/emails";
import { fillCart } from "../support/purchase";

const another = "Difference engine No. 2";

const field = (page: Page, label: string) => page.getByRole("textbox", { name: label });
const currentPassword = (page: Page) => page.getByLabel("Current password", { exact: true });
const newPassword = (page: Page) => page.getByLabel("New password", { exact: true });
const changeButton = (page: Page) => page.getByRole("button", { name: "Change password" });

async function opens(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
}

/** Signs in with the form of the sign-in page. */
async function signInBy(page: Page, email: string, typed: string): Promise<void> {
  await opens(page, "/login");
  await emailField(page).fill(email);
  await passwordField(page).fill(typed);
  await signInButton(page).click();
}

test("a guest who opens the account page must sign in first, and saved account details are prefilled at checkout", async ({
  page,
  context,
}) => {
  const email = await registered(context);
  await opens(page, "/profile");
  await expect(page).toHaveURL("/authenticate/smart-login?ReturnUrl=%2Fprofile");
  await emailField(page).fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await passwordField(page).fill(password);
  await signInButton(page).click();
  await expect(page).toHaveURL("/profile");
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await page.waitForLoadState("networkidle");

  // A link to a closed card opens it.
  await expect(field(page, "First Name")).toBeHidden();
  await page.getByRole("link", { name: "Your details" }).click();
  await field(page, "First Name").fill("Augusta Ada");
  await field(page, "Last Name").fill("King");
  await field(page, "Phone").fill("518 555 0123");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your details have been saved.")).toBeVisible();
  await expect(header(page)).toContainText("Augusta Ada's Account");

  await field(page, "Address 1").fill("12 Analytical Way");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(summary(page)).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Account \|/);
  const messages = [
    /^ZIP code: 5 digit US or 6 character/,
    "City: City is required",
    "State: State / province is required",
  ];
  await expect(summary(page).getByRole("listitem")).toHaveText(messages);
  await summary(page).getByRole("link").first().click();
  await expect(field(page, "ZIP code")).toBeFocused();
  await field(page, "ZIP code").fill("12207");
  await field(page, "City").fill("Albany");
  await page.getByLabel("State").selectOption({ label: "New York" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your details have been saved.")).toBeVisible();

  await opens(page, "/profile#details");
  await expect(field(page, "First Name")).toHaveValue("Augusta Ada");
  await expect(field(page, "Phone")).toHaveValue("(518) 555-0123");
  await expect(field(page, "Address 1")).toHaveValue("12 Analytical Way");
  await expect(page.getByLabel("State")).toHaveValue("33");

  await fillCart(context);
  await opens(page, "/checkout");
  await unfoldDetails(page);
  await expect(emailField(page)).toHaveValue(email);
  await expect(field(page, "First Name")).toHaveValue("Augusta Ada");
  await expect(field(page, "ZIP code")).toHaveValue("12207");
});

test("account details are opened from the header and saved with the keyboard alone", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await opens(page, "/");
  const link = header(page).getByRole("link", { name: "Account" });
  await walkTo(page, link);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/profile");
  await walkTo(page, page.locator("summary").filter({ hasText: "Your details" }));
  await page.keyboard.press("Enter");
  await walkTo(page, field(page, "Last Name"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Byron");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your details have been saved.")).toBeVisible();
  await walkTo(page, page.locator("summary").filter({ hasText: "Sign out everywhere" }));
  await page.keyboard.press("Enter");
  await walkTo(page, page.getByRole("button", { name: "Sign out everywhere" }));
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Sign out everywhere" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  expect(await isSignedIn(context)).toBe(true);
});

/** Opens another browser that is signed in to the same account. */
async function signInOnPhone(
  page: Page,
  email: string,
): Promise<{ context: BrowserContext; page: Page; close: () => Promise<void> }> {
  const context = (await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin })) as BrowserContext;
  await signIn(context, email);
  return { context, page: await context.newPage(), close: () => context.close() };
}

test("changing the password signs out all other browsers", async ({ page, context }) => {
  const email = await signInAsNew(context);
  await opens(page, "/profile");
  const phone = await signInOnPhone(page, email);
  await opens(phone.page, "/profile");

  await openCard(page, "Password");
  await changeButton(page).click();
  await expect(summary(page).getByRole("listitem")).toHaveText([
    "Current password: Enter your password",
    /^New password: Use 8 to 128 characters/,
  ]);
  await currentPassword(page).fill(another);
  await newPassword(page).fill(another);
  await changeButton(page).click();
  await expect(summary(page).getByRole("listitem")).toHaveText([
    "Current password: This isn't your current password",
  ]);
  await currentPassword(page).fill(password);
  await changeButton(page).click();
  await expect(
    page.getByText("Your password has been changed. All other devices have been signed out."),
  ).toBeVisible();
  await expect(currentPassword(page)).toHaveValue("");
  expect(await isSignedIn(context)).toBe(true);

  expect(await isSignedIn(phone.context)).toBe(false);
  await opens(phone.page, "/profile");
  await expect(phone.page).toHaveURL("/authenticate/smart-login?ReturnUrl=%2Fprofile");
  await signInBy(phone.page, email, password);
  await expect(alert(phone.page)).toContainText("The email and password don't match.");
  await passwordField(phone.page).fill(another);
  await signInButton(phone.page).click();
  await expect(header(phone.page)).toContainText("Ada's Account");
  await phone.close();
});

test("signing out everywhere needs confirmation and ends every session", async ({ page, context }) => {
  const email = await signInAsNew(context);
  await opens(page, "/profile");
  const phone = await signInOnPhone(page, email);
  const button = page.getByRole("button", { name: "Sign out everywhere" });
  await openCard(page, "Sign out everywhere");
  await button.click();
  const question = page.getByRole("alertdialog", { name: "Sign out everywhere" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(button).toBeFocused();
  expect(await isSignedIn(phone.context)).toBe(true);
  await button.click();
  await question.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL("/");
  await expect(header(page).getByRole("link", { name: "Sign In" })).toBeVisible();
  for (const browser of [context, phone.context]) expect(await isSignedIn(browser)).toBe(false);
  await phone.close();
});

test("a forgotten password is reset with an e-mailed link that works only once", async ({
  page,
  context,
}) => {
  const email = await registered(context);
  await opens(page, "/login");
  await emailField(page).fill(email);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL("/forgot-password");
  await expect(emailField(page)).toHaveValue(email);
  await walkTo(page, emailField(page));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Check your email" })).toBeFocused();
  await expect(
    page.getByText(`If there's an account for ${email}, we've sent a link to that address.`),
  ).toBeVisible();

  const link = await resetLinkFor(email);
  const answer = await page.goto(link, { waitUntil: "networkidle" });
  expect(answer?.headers()["referrer-policy"]).toBe("no-referrer");
  await newPassword(page).fill("simple");
  await changeButton(page).click();
  await expect(summary(page)).toBeFocused();
  await newPassword(page).fill(another);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/login");
  await expect(
    page.getByText("Your password has been changed. Please sign in with your new password."),
  ).toBeVisible();
  await expect(emailField(page)).toHaveValue(email);
  await passwordField(page).fill(another);
  await signInButton(page).click();
  await expect(header(page).getByRole("link", { name: "Logout" })).toBeVisible();
  // Another person may have registered the unverified address, so the reset removes the name.
  await expect(header(page)).not.toContainText("Ada");

  await opens(page, link);
  await newPassword(page).fill("Third engine No. 3");
  await changeButton(page).click();
  await expect(alert(page)).toContainText("This link is no longer valid. Please request a new one.");
  await page.getByRole("link", { name: "Request a new link" }).click();
  await expect(page).toHaveURL("/forgot-password");
});

test("a password reset for an e-mail address without an account gets the same response as for one with an account", async ({
  page,
}) => {
  const email = newEmail();
  await opens(page, "/forgot-password");
  await emailField(page).fill("ada");
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(summary(page).getByRole("listitem")).toHaveText("Email: A valid email address is required");
  await emailField(page).fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(
    page.getByText(`If there's an account for ${email}, we've sent a link to that address.`),
  ).toBeVisible();
});
