import { expect, test } from "@playwright/test";
import {
  alert,
  emailField,
  header,
  inPhoneMenu,
  isSignedIn,
  itemCount,
  newEmail,
  password,
  passwordField,
  registered,
  signInAsNew,
  signInButton,
  summary,
} from "../support/account";
import { expectAccessible } from "../support/axe";
import { keyboard, walkTo } from "../support/buying";
import { welcomeLinkFor } from "../support/emails";
import { fillCart } from "../support/purchase";

const wrong = "Analytical engine No. 2";
const noMatch = "The email and password don't match. Please check both and try again.";

test("the cart of a guest who registers stays with the account after sign-out and sign-in", async ({
  page,
  context,
}) => {
  await fillCart(context);
  const pieces = await itemCount(context);
  await page.goto("/cart");
  await (await inPhoneMenu(page, "Register")).click();
  await expect(page).toHaveURL("/authenticate/register?ReturnUrl=%2Fcart");
  await expect(page.getByRole("heading", { level: 1, name: "Register" })).toBeVisible();

  const email = newEmail();
  await page.getByLabel("First Name").fill("Ada");
  await page.getByLabel("Last Name").fill("Lovelace");
  await emailField(page).fill(email);
  await page.getByLabel(/^Phone/).fill("(518) 555-0123");
  await passwordField(page).fill(password);
  await page.getByRole("button", { name: "Register" }).click();

  await expect(page).toHaveURL("/cart");
  await expect(page.getByRole("link", { name: new RegExp(`^Cart, ${pieces} items?$`) })).toBeVisible();
  await expect(
    page.getByText(
      `Welcome, Ada. Your account is ready. We've emailed a link to ${email} so you can confirm your address.`,
    ),
  ).toBeVisible();
  await expect(header(page)).toContainText("Ada's Account");
  await expect(header(page).getByRole("link", { name: "Sign In" })).toHaveCount(0);

  await (await inPhoneMenu(page, "Logout")).click();
  await expect(header(page).getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByRole("heading", { name: "Your shopping cart is empty" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "You've been signed out." })).toBeVisible();
  expect(await isSignedIn(context)).toBe(false);

  await header(page).getByRole("link", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/authenticate/smart-login?ReturnUrl=%2Fcart");
  await emailField(page).fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/login?ReturnUrl=%2Fcart");
  await expect(emailField(page)).toHaveValue(email);
  await passwordField(page).fill(password);
  await signInButton(page).click();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByRole("link", { name: new RegExp(`^Cart, ${pieces} items?$`) })).toBeVisible();
});

test("the password rules are shown before typing and checked while typing", async ({ page }) => {
  await page.goto("/authenticate/register", { waitUntil: "networkidle" });
  const open = (words: string) => page.getByText(`${words}: not met yet`);
  const done = (words: string) => page.getByText(`${words}: met`);
  const passwordRules: [typed: string, met: string][] = [
    ["a", "a lowercase letter"],
    ["aB", "an uppercase letter"],
    ["aB1", "a digit"],
    ["aB1 ", "a symbol"],
    ["aB1 cdef", "8 to 128 characters"],
  ];
  for (const [, met] of passwordRules) await expect(open(met)).toBeVisible();
  for (const [typed, met] of passwordRules) {
    await passwordField(page).fill(typed);
    await expect(done(met)).toBeVisible();
  }
  await passwordField(page).fill("");
  for (const [, met] of passwordRules) await expect(open(met)).toBeVisible();
});

test("a password is hidden until the shopper shows it", async ({ page }) => {
  await page.goto("/login", { waitUntil: "networkidle" });
  await passwordField(page).fill(wrong);
  await expect(passwordField(page)).toHaveAttribute("type", "password");
  const show = page.getByRole("button", { name: "Show password" });
  await show.click();
  await expect(passwordField(page)).toHaveAttribute("type", "text");
  await expect(show).toHaveAttribute("aria-pressed", "true");
  await expect(passwordField(page)).toHaveValue(wrong);
  await show.click();
  await expect(passwordField(page)).toHaveAttribute("type", "password");
});

test("invalid fields show their messages, and one summary lists all of them with a link to each field", async ({
  page,
}) => {
  await page.goto("/authenticate/register", { waitUntil: "networkidle" });
  await page.getByLabel("Last Name").fill("x".repeat(36));
  await emailField(page).fill("ada");
  await page.getByLabel(/^Phone/).fill("1234567890123456");
  await passwordField(page).fill("password");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(summary(page)).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Register \|/);
  const name = "First name and last name must be between 1 and 35 characters";
  const messages: [label: string, message: string][] = [
    ["First Name", name],
    ["Last Name", name],
    ["Email", "A valid email address is required"],
    ["Phone", "Phone number cannot be longer than 15 numeric digits for other countries"],
    [
      "Password",
      "Use 8 to 128 characters, with a lowercase letter, an uppercase letter, a digit, and a symbol",
    ],
  ];
  await expect(summary(page).getByRole("listitem")).toHaveText(messages.map((entry) => entry.join(": ")));
  for (const [index, [label, message]] of messages.entries()) {
    await summary(page).getByRole("link").nth(index).click();
    const field = page.getByRole("textbox", { name: new RegExp(`^${label}`) });
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(new RegExp(message));
  }
  await emailField(page).fill("ada@example.org");
  await expect(summary(page).getByRole("listitem")).toHaveCount(4);
});

test("a wrong password and an unknown e-mail address get the same message, and typed values stay", async ({
  page,
  context,
}) => {
  const email = await registered(context);
  await page.goto("/login", { waitUntil: "networkidle" });
  for (const typed of [email, newEmail()]) {
    await emailField(page).fill(typed);
    await passwordField(page).fill(wrong);
    await signInButton(page).click();
    await expect(alert(page)).toContainText(noMatch);
    // The password has the focus with its text selected, and the message describes it.
    await expect(passwordField(page)).toBeFocused();
    await expect(passwordField(page)).toHaveAccessibleDescription(new RegExp(noMatch));
    const selected = await passwordField(page).evaluate((field: HTMLInputElement) => [
      field.selectionStart,
      field.selectionEnd,
    ]);
    expect(selected).toEqual([0, wrong.length]);
    await expect(page).toHaveTitle(/^Error: Sign In \|/);
    await expect(emailField(page)).toHaveValue(typed);
    await expect(passwordField(page)).toHaveValue(wrong);
    for (const name of ["Reset your password", "Create an account with this email address"])
      await expect(page.getByRole("link", { name })).toBeVisible();
  }
  await expectAccessible(page);
});

test("a new customer reaches registration from each sign-in page, with the typed address", async ({
  page,
}) => {
  const email = newEmail();
  await page.goto("/authenticate/smart-login?ReturnUrl=%2Fcart", { waitUntil: "networkidle" });
  await emailField(page).fill(email);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Create an Account" }).click();
  await expect(page).toHaveURL("/authenticate/register?ReturnUrl=%2Fcart");
  await expect(emailField(page)).toHaveValue(email);

  await page.goto("/login?ReturnUrl=%2Fcart", { waitUntil: "networkidle" });
  await passwordField(page).fill(wrong);
  await signInButton(page).click();
  await page.getByRole("link", { name: "Create an account with this email address" }).click();
  await expect(page).toHaveURL("/authenticate/register?ReturnUrl=%2Fcart");
  await expect(emailField(page)).toHaveValue(email);
});

test("the e-mail to a new account confirms its address, and the account says that it was sent", async ({
  page,
  context,
}) => {
  const email = await signInAsNew(context);
  await page.goto("/profile");
  await expect(page.getByText("When you created your account, we emailed you a link")).toBeVisible();
  await expectAccessible(page);
  await page.goto(await welcomeLinkFor(email));
  await expect(page.getByRole("heading", { name: "Email address confirmed" })).toBeVisible();
  await page.goto("/profile");
  await expect(page.getByText(`${email} (confirmed)`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Send the link again" })).toHaveCount(0);
});

test("repeated wrong passwords are rate-limited, and the message says for how long", async ({
  page,
  context,
}) => {
  const email = newEmail();
  for (let guess = 0; guess < 5; guess++) {
    const token = async () =>
      (await context.cookies()).find(({ name }) => name === "XSRF-TOKEN")?.value ?? "";
    if ((await token()) === "") await context.request.get("/api/session");
    const answer = await context.request.post("/api/account/sign-in", {
      data: { emailAddress: email, password: wrong },
      headers: { "X-XSRF-TOKEN": await token() },
    });
    expect(answer.status()).toBe(200);
  }
  await page.goto("/login", { waitUntil: "networkidle" });
  await emailField(page).fill(email);
  await passwordField(page).fill(wrong);
  await signInButton(page).click();
  await expect(alert(page)).toContainText(
    /Too many attempts\. Please try again later\. You can try again in (30|2\d) seconds\./,
  );
});

test("registering with the e-mail address of an account opens sign-in, and the account keeps its password", async ({
  page,
  context,
}) => {
  const email = await registered(context);
  await page.goto("/authenticate/register?ReturnUrl=%2Fcart", { waitUntil: "networkidle" });
  await page.getByLabel("First Name").fill("Eve");
  await page.getByLabel("Last Name").fill("Adams");
  await emailField(page).fill(email);
  await passwordField(page).fill(wrong);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page).toHaveURL("/login?ReturnUrl=%2Fcart");
  await expect(page.getByText(/^Note: Please sign in\. If you already had an account/)).toBeVisible();
  await expect(emailField(page)).toHaveValue(email);
  await passwordField(page).fill(password);
  await signInButton(page).click();
  await expect(page).toHaveURL("/cart");
  await expect(header(page)).toContainText("Ada's Account");
});

test("sign-in works with the keyboard alone", async ({ page, context }) => {
  const email = await registered(context);
  await page.goto("/", { waitUntil: "networkidle" });
  const press = keyboard(page);
  await press(header(page).getByRole("link", { name: "Sign In" }));
  await expect(emailField(page)).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/login");
  await walkTo(page, passwordField(page));
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  await expect(header(page)).toContainText("Ada's Account");
  await press(page.getByText("Menu", { exact: true }));
  await press(page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Logout" }));
  await expect(header(page).getByRole("link", { name: "Sign In" })).toBeVisible();
});

const evil = [
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https:evil",
  "https://evil.example/cart",
  "javascript:alert(1)",
  "/\t/evil.example",
  "/.//evil.example",
];

test("a ReturnUrl never redirects to another site", async ({ page, context }) => {
  const start = (await page.goto("/"))?.url() ?? "";
  for (const returnUrl of evil) {
    await page.goto(`/logout?ReturnUrl=${encodeURIComponent(returnUrl)}`);
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page, returnUrl).toHaveURL(start);
    await page.goto(`/session-timeout?returnUrl=${encodeURIComponent(returnUrl)}`);
    await page.getByRole("button", { name: "Return to site" }).click();
    await expect(page, returnUrl).toHaveURL(start);
  }
  const email = await registered(context);
  await page.goto(`/login?ReturnUrl=${encodeURIComponent("//evil.example")}`, { waitUntil: "networkidle" });
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await signInButton(page).click();
  await expect(page).toHaveURL(start);
});

test("a failed sign-out is reported and can be retried", async ({ page, context }) => {
  await signInAsNew(context);
  let fails = true;
  await page.route("**/api/account/sign-out", (route) => (fails ? route.abort() : route.continue()));
  await page.goto("/logout");
  // Opening the page from outside the shop does not sign the shopper out, because a link on another site could open it.
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(alert(page)).toContainText(
    "We couldn't reach the shop. Please check your connection and try again.",
  );
  expect(await isSignedIn(context)).toBe(true);
  fails = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page).toHaveURL("/");
  expect(await isSignedIn(context)).toBe(false);
});
