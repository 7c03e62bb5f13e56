import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { post } from "./purchase";

/** Passes, their passholders, and API calls with which a test prepares the cart before it opens a page. */

/** The demo's pass, which has three levels for adults and one for children. */
export const pass = {
  product: "season-pass",
  path: "/product/single/season-pass",
  gold: "season-pass-gold",
  silver: "season-pass-silver",
  child: "season-pass-child",
} as const;

/** The tag page that sells new passes and, on request, all other passes. */
export const passPage = {
  path: "/product/multi/pass/tag/season-pass/all-passes",
  title: "Your first season pass",
} as const;

export const ada = {
  "First Name": "Ada",
  "Last Name": "Lovelace",
  "Birth Date": "12/10/1990",
  "Address 1": "12 Quay Street",
  City: "Albany",
  State: "New York",
  "ZIP code": "12207",
  Phone: "518-555-0123",
} as const;

export type Holder = Partial<Record<keyof typeof ada | "Email", string>>;

/** A card, found by its heading. */
export const card = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name }) });

export const heading = (of: Locator): Locator => of.getByRole("heading", { level: 3 }).getByRole("button");

/** A field of the passholder form. */
export const field = (of: Locator, label: string): Locator =>
  of.getByLabel(new RegExp(`^${label}( \\(.*\\))?$`));

export async function fillHolder(of: Locator, holder: Holder): Promise<void> {
  for (const [label, value] of Object.entries(holder)) {
    if (label === "State") await field(of, label).selectOption({ label: value });
    else await field(of, label).fill(value);
  }
}

export const progress = (page: Page): Locator => page.getByText(/^\d of \d complete$/);

type CartPass = { extCartTicketId: string };

/** Adds passes to the cart. `describePasses` then makes Ada the holder of each. */
export async function fillCartWithPasses(context: BrowserContext, variant: string, count = 1): Promise<void> {
  const items = [{ productId: pass.product, productVariantId: variant, quantity: count }];
  const added = await post<{ success: boolean; proceedToPassFlow: boolean }>(context, "/cart/add", {
    saleFlowId: 1,
    items,
  });
  expect(added).toMatchObject({ success: true, proceedToPassFlow: true });
}

export async function describePasses(context: BrowserContext): Promise<void> {
  const answer = await context.request.get("/api/cart/pass");
  const { passes } = (await answer.json()) as { passes: CartPass[] };
  for (const { extCartTicketId } of passes) {
    const described = await post<{ success: boolean }>(context, `/cart/pass/${extCartTicketId}`, {
      firstName: ada["First Name"],
      lastName: ada["Last Name"],
      birthDate: "1990-12-10",
      address1: ada["Address 1"],
      city: ada.City,
      state: "NY",
      zip: ada["ZIP code"],
      phoneNumber: "5185550123",
    });
    expect(described.success).toBe(true);
  }
}

/** Adds passes whose holder is Ada to the cart of a signed-in shopper. */
export async function fillCartWithPassesOfAda(
  context: BrowserContext,
  variant: string,
  count = 1,
): Promise<void> {
  await fillCartWithPasses(context, variant, count);
  await describePasses(context);
}

export type Linked = { platformAccountId: string; availableForUpgrade: boolean };

export async function linkedPasses(context: BrowserContext): Promise<Linked[]> {
  const answer = await context.request.get("/api/account/linked-pass-details");
  return ((await answer.json()) as { passes: Linked[] }).passes;
}

export async function linkPass(context: BrowserContext, passholderId: string): Promise<void> {
  const linked = await post<{ success: boolean }>(context, "/account/link-pass", {
    passholderId,
    validationData: ada["ZIP code"],
  });
  expect(linked.success).toBe(true);
}

/** A photo drawn by the browser, as a file. */
export async function drawnPhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 2000;
    canvas.height = 1500;
    const pen = canvas.getContext("2d");
    pen?.fillRect(200, 200, 800, 800);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  return Buffer.from(base64, "base64");
}
