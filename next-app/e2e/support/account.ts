import { randomUUID } from "node:crypto";
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { post } from "./purchase";

export const password = "Analytical engine No. 1";

/** An e-mail that no other test has, nor an earlier run of this one. */
export const anEmail = (): string => `ada-${randomUUID()}@example.org`;

const anOctet = (): number => Math.floor(Math.random() * 256);

/** An account, made through the API from a network address of its own: the shop bounds how many accounts one address makes. */
export async function registered(context: BrowserContext, emailAddress = anEmail()): Promise<string> {
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

/** The pieces in this browser's cart, as the API has them. */
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
export const summary = (page: Page): Locator =>
  page.getByRole("alert").filter({ hasText: "There is a problem" });
/** The alert of the page: the framework has an empty one of its own. */
export const alert = (page: Page): Locator => page.getByRole("main").getByRole("alert");
