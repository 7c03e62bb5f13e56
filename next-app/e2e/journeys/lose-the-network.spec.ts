import { expect, type Page, test } from "@playwright/test";
import { emailField, header, password, passwordField, registered, signInButton } from "../support/account";
import { expectAccessible } from "../support/axe";

const notice = (page: Page) =>
  page.getByText("You're offline. We'll pick up where you left off when you're back online.");

test("a form that is sent offline goes on by itself when the network is back", { tag: "@both" }, async ({
  page,
  context,
}) => {
  const email = await registered(context);
  await context.clearCookies();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
  });
  await page.goto("/login", { waitUntil: "networkidle" });
  await expect(notice(page)).toHaveCount(0);
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await context.setOffline(true);
  await expect(notice(page)).toBeVisible();
  await expectAccessible(page);
  await signInButton(page).click();
  await expect(page.getByText("Signing you in")).toBeVisible();
  expect(sent).toEqual([]);
  await context.setOffline(false);
  await expect(page).toHaveURL("/");
  await expect(header(page)).toContainText("Ada's Account");
  await expect(notice(page)).toHaveCount(0);
  expect(sent.filter((path) => path === "/api/account/sign-in")).toHaveLength(1);
});

test("a page that is opened offline appears when the network is back, and typed values stay until then", async ({
  page,
  context,
}) => {
  await page.goto("/login", { waitUntil: "networkidle" });
  await emailField(page).fill("ada@example.org");
  await context.setOffline(true);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(notice(page)).toBeVisible();
  await expect(page).toHaveURL("/login");
  await expect(emailField(page)).toHaveValue("ada@example.org");
  await context.setOffline(false);
  await expect(page).toHaveURL("/forgot-password");
  await expect(emailField(page)).toHaveValue("ada@example.org");
  await expect(notice(page)).toHaveCount(0);
});
