import { randomUUID } from "node:crypto";
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { post } from "./purchase";

export const password = "Analytical engine No. 1";

/** A new e-mail address that no other test and no earlier run has used. */
export const newEmail = (): string => `ada-${randomUUID()}@example.org`;

const anOctet = (): number => Math.floor(Math.random() * 256);

/**
 * Creates an account through the API. Each call uses a random network address, because the shop limits registrations
 * for each address.
 */
export async function registered(context: BrowserContext, emailAddress = newEmail()): Promise<string> {
  const form = { emailAddress, firstName: "Ada", lastName: "Lovelace", password };
  const answer = await post<{ success: boolean }>(context, "/account/register", form, {
    "X-Forwarded-For": `10.${anOctet()}.${anOctet()}.${anOctet()}`,
  });
  expect(answer.success).toBe(true);
  return emailAddress;
}

export async function signIn(context: BrowserContext, emailAddress: string): Promise<void> {
  const answer = await post<{ success: boolean }>(context, "/account/sign-in", { emailAddress, password });
  expect(answer.success).toBe(true);
}

/** Signs in with a new account and returns its e-mail address. */
export async function signInAsNew(context: BrowserContext): Promise<string> {
  const email = await registered(context);
  await signIn(context, email);
  return email;
}

/** The number of items in this browser's cart, according to the API. */
export async function itemCount(context: BrowserContext): Promise<number> {
  const answer = await context.request.get("/api/cart/mini-cart");
  return ((await answer.json()) as { itemCount: number }).itemCount;
}

export async function isSignedIn(context: BrowserContext): Promise<boolean> {
  const answer = await context.request.get("/api/session");
  return ((await answer.json()) as { userAuthenticated: boolean }).userAuthenticated;
}

export const emailField = (page: Page): Locator => page.getByLabel("Email", { exact: true });
export const passwordField = (page: Page): Locator => page.getByLabel("Password", { exact: true });
export const signInButton = (page: Page): Locator => page.getByRole("button", { name: "Sign In" });
export const header = (page: Page): Locator => page.getByRole("navigation", { name: "Your account" });
/** A link of the menu, which is opened first on phones. */
export async function inMenu(page: Page, name: string): Promise<Locator> {
  if (await page.getByText("Menu", { exact: true }).isVisible()) return inPhoneMenu(page, name);
  return page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name });
}

/** A link of the phones' menu, which is opened first. */
export async function inPhoneMenu(page: Page, name: string): Promise<Locator> {
  await page.getByText("Menu", { exact: true }).click();
  return page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name });
}
/** Opens a card of the account page by its heading. */
export const openCard = (page: Page, title: string): Promise<void> =>
  page.locator("summary").filter({ hasText: title }).click();
export const summary = (page: Page): Locator =>
  page.getByRole("alert").filter({ hasText: "Please correct the following:" });
/** The page's alert. Next.js also renders an empty alert, outside `main`. */
export const alert = (page: Page): Locator => page.getByRole("main").getByRole("alert");
