import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import {
  emailField,
  isSignedIn,
  newEmail,
  password,
  passwordField,
  registered,
  signInAsNew,
  signInButton,
} from "../support/account";
import { emailsOf, linkIn, resetLinkFor } from "../support/emails";
import { fillCartWithPassesOfAda, pass } from "../support/passes";
import { fillCart, placeOrder } from "../support/purchase";
import { begin, sites } from "../support/reserving";

test.use({ javaScriptEnabled: false });

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Expects that every QR code of the page is a picture that the browser has loaded. */
async function expectCodes(page: Page, count: number): Promise<void> {
  const codes = page.getByRole("img", { name: /^QR code: ./ });
  await expect(codes).toHaveCount(count);
  for (const code of await codes.all()) {
    await expect(code).toBeVisible();
    await expect.poll(() => code.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
  }
}

async function ticketCount(context: BrowserContext): Promise<number> {
  return ((await (await context.request.get("/api/account/ticket")).json()) as unknown[]).length;
}

test("a shopper signs in after a wrong password, returns to the page, and signs out", {
  tag: "@both",
}, async ({ page, context }) => {
  const email = await registered(context);
  await context.clearCookies();
  await page.goto("/profile");
  await expect(page).toHaveURL("/authenticate/smart-login?ReturnUrl=%2Fprofile");
  await emailField(page).fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/login?ReturnUrl=%2Fprofile");
  await expect(emailField(page)).toHaveValue(email);
  await passwordField(page).fill("Wrong engine No. 3");
  await signInButton(page).click();
  await expect(page).toHaveURL("/login?ReturnUrl=%2Fprofile");
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByText("The email and password don't match.")).toBeVisible();
  await expect(emailField(page)).toHaveValue(email);
  await expect(passwordField(page)).toHaveValue("");
  await passwordField(page).fill(password);
  await signInButton(page).click();
  await expect(page).toHaveURL("/profile");
  await expect(page.getByText(email)).toBeVisible();
  expect(await isSignedIn(context)).toBe(true);

  await page.getByRole("link", { name: "Sign Out" }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  expect(await isSignedIn(context)).toBe(false);
});

test("a link to sign out from a page of the shop asks, because it cannot sign out without scripts", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await page.goto("/profile");
  await page.evaluate(() => {
    const link = document.createElement("a");
    link.href = "/logout";
    link.textContent = "leave";
    document.querySelector("main")?.append(link);
  });
  await page.getByRole("link", { name: "leave" }).click();
  await expect(page.getByText("Signing you out")).toBeHidden();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  expect(await isSignedIn(context)).toBe(false);
});

test("a forgotten password is reset with the e-mailed link", async ({ page, context }) => {
  const email = await registered(context);
  await context.clearCookies();
  await page.goto("/forgot-password");
  await emailField(page).fill("ada");
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByRole("link", { name: "A valid email address is required" })).toBeVisible();
  await expect(emailField(page)).toHaveValue("ada");
  await emailField(page).fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(heading(page)).toHaveText("Check your email");
  await page.goto(await resetLinkFor(email));
  const field = page.getByLabel("New password", { exact: true });
  await field.fill("simple");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill("Difference engine No. 2");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(
    page.getByText("Your password has been changed. Please sign in with your new password."),
  ).toBeVisible();
  await emailField(page).fill(email);
  await passwordField(page).fill("Difference engine No. 2");
  await signInButton(page).click();
  await expect(page).toHaveURL("/");
  expect(await isSignedIn(context)).toBe(true);
});

test("a guest finds an order by number and email, and opens it with the phone number", async ({
  page,
  context,
}) => {
  await fillCart(context);
  const { orderId, invoiceNumber } = await placeOrder(context);
  await emailsOf(orderId, 1);
  await context.clearCookies();
  await page.goto("/order-lookup");
  await page.getByRole("button", { name: "Send my confirmation" }).click();
  await expect(page.getByRole("link", { name: "A confirmation number is required" })).toBeVisible();
  await page.getByRole("textbox", { name: "Confirmation number" }).fill(invoiceNumber.toLowerCase());
  await page.getByRole("textbox", { name: "Email address" }).fill("ada.byron@example.com");
  await page.getByRole("button", { name: "Send my confirmation" }).click();
  await expect(page).toHaveURL("/order-lookup?sent=1");
  await expect(page.getByText(/^If this confirmation number and email address match an order/)).toBeVisible();
  const letters = await emailsOf(orderId, 2);

  await page.goto(linkIn(letters.at(-1) ?? ""));
  await expect(page.getByText("Loading")).toBeHidden();
  const phone = page.getByRole("textbox", { name: /Phone/ });
  await phone.fill("4015550199");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(phone).toHaveAccessibleDescription(
    /^We couldn't find an order for this link and phone number/,
  );
  await phone.fill("4015550142");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.locator("[data-confirmation-number]")).toHaveText(invoiceNumber);
  await expectCodes(page, await page.locator("article.ticket").count());
});

test("a signed-in shopper sees the next visit, the order and the tickets with their codes", {
  tag: "@both",
}, async ({ page, context }) => {
  await signInAsNew(context);
  await fillCart(context);
  const { orderId, invoiceNumber } = await placeOrder(context);
  const count = await ticketCount(context);
  await page.goto("/profile");
  const next = page.getByRole("region", { name: "Your next visit" });
  await next.getByRole("link", { name: /^View Ticket/ }).click();
  await expectCodes(page, count);
  await page.goBack();
  await page.getByRole("link", { name: `Order ${invoiceNumber}` }).click();
  await expect(page).toHaveURL(`/order-lookup/my/${orderId}`);
  await expect(page.locator("[data-confirmation-number]")).toHaveText(invoiceNumber);
  await expectCodes(page, count);
});

test("a form that a page of another site sends does not sign in", async ({ page, context, baseURL }) => {
  const email = await registered(context);
  await context.clearCookies();
  const html = `<form method="post" action="${baseURL}/login">
    <input name="emailAddress" value="${email}"><input name="password" value="${password}"><button>Go</button></form>`;
  await page.route("http://other.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: html }),
  );
  await page.goto("http://other.example/");
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Go" }).click();
  expect((await answer).status()).toBe(403);
  await expect(page.getByText("We couldn't verify your request.")).toBeVisible();
  await expect(emailField(page)).toHaveValue("");
  expect(await isSignedIn(context)).toBe(false);
});

test("an unknown address gets the same answers as a known one", async ({ page, context }) => {
  const known = await registered(context);
  await context.clearCookies();
  const texts: (string | null)[] = [];
  for (const email of [known, newEmail()]) {
    await page.goto("/login");
    await emailField(page).fill(email);
    await passwordField(page).fill("Wrong engine No. 3");
    await signInButton(page).click();
    texts.push(await page.getByRole("alert").first().textContent());
    await page.goto("/forgot-password");
    await emailField(page).fill(email);
    await page.getByRole("button", { name: "Send me the link" }).click();
    texts.push(await page.getByRole("main").textContent());
  }
  expect(texts.slice(2)).toEqual(texts.slice(0, 2));
});

test("a page that needs scripts says so and leads on", async ({ page, context }) => {
  const expectNotice = async (path: string, next: string) => {
    await page.goto(path);
    const notice = page.locator("main noscript").first();
    await expect(notice.getByRole("link", { name: next }), path).toBeVisible();
    // Playwright's own assertions ignore the text of this element.
    expect(await notice.evaluate((it) => it.textContent), path).toContain("Please turn on JavaScript to ");
  };
  await expectNotice("/authenticate/register", "Sign In");
  await expectNotice("/verify-email", "Go to your account");
  await expectNotice("/upgrade/select", "Go to your account");
  await begin(context, sites.museum);
  for (const step of ["site", "begin", "link"]) {
    await expectNotice(`/reservation/${step}`, "Go to your account");
  }
  await fillCart(context);
  for (const path of ["/checkout", "/donate"]) await expectNotice(path, "Back to your cart");
  await signInAsNew(context);
  await fillCartWithPassesOfAda(context, pass.gold);
  for (const path of [
    "/pass/link",
    "/pass/demographics",
    "/entitlement/redeem",
    "/account-entitlement/redeem",
  ]) {
    await expectNotice(path, "Go to your account");
  }
});
