import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import type { Hand } from "./buying";
import { describePasses, pass } from "./passes";
import { placeOrder, post } from "./purchase";

/** Tickets and passes for a party, bought through the API, and the steps of a reservation as a visitor takes them. */

/** The ids of a site with two parks and of a site with one park. */
export const sites = { parks: "merrow-park", museum: "ellery-museum" } as const;

const dayTicket = { product: "park-day", adult: "park-day-adult" } as const;
const museumPass = { product: "museum-pass", adult: "museum-pass-adult" } as const;

export const guest = {
  firstName: "Ada",
  lastName: "Lovelace",
  emailAddress: "ada@example.org",
  phoneNumber: "5185550123",
  zip: "12207",
} as const;

type Dated = { date: string; capacityLevelId: number };
type Performance = { performanceId: string; capacityLevelId: number };
type Held = { barcode: string; ticketTypeId: number };

const hasRoom = ({ capacityLevelId }: { capacityLevelId: number }) => capacityLevelId <= 2;

export const isFriday = (date: string): boolean => new Date(date).getUTCDay() === 5;

async function held(context: BrowserContext, type: 1 | 3): Promise<string[]> {
  const answer = await context.request.get("/api/account/ticket");
  const all = (await answer.json()) as Held[];
  return all.filter(({ ticketTypeId }) => ticketTypeId === type).map(({ barcode }) => barcode);
}

/**
 * Buys the signed-in shopper a ticket for a day of the park for which `accepts` returns true; returns its barcode and
 * day.
 */
export async function boughtTicket(
  context: BrowserContext,
  accepts: (date: string) => boolean,
): Promise<{ barcode: string; date: string }> {
  const before = await held(context, 3);
  const { product, adult } = dayTicket;
  const days = await post<Dated[]>(context, "/performance/product-date", { productIds: [product] });
  const date = days.find((day) => hasRoom(day) && accepts(day.date))?.date ?? "";
  const found = await post<{ value: Performance[] }>(context, "/performance/product-date-performance", {
    productId: product,
    date,
  });
  const performances = [{ selectionIndex: 1, performanceId: found.value.find(hasRoom)?.performanceId }];
  await add(context, { productId: product, productVariantId: adult, quantity: 1, performances });
  await placeOrder(context);
  const barcode = (await held(context, 3)).find((one) => !before.includes(one)) ?? "";
  return { barcode, date };
}

/**
 * Buys the signed-in shopper passes of the parks, all for Ada; returns the numbers of all passes that the shopper has.
 */
export async function boughtPasses(context: BrowserContext, quantity: number): Promise<string[]> {
  await add(context, { productId: pass.product, productVariantId: pass.gold, quantity });
  return described(context);
}

export async function boughtMuseumPass(context: BrowserContext): Promise<string[]> {
  await add(context, { productId: museumPass.product, productVariantId: museumPass.adult, quantity: 1 });
  return described(context);
}

async function add(context: BrowserContext, line: object): Promise<void> {
  const added = await post<{ success: boolean }>(context, "/cart/add", { saleFlowId: 1, items: [line] });
  expect(added.success).toBe(true);
}

async function described(context: BrowserContext): Promise<string[]> {
  await describePasses(context);
  await placeOrder(context);
  return held(context, 1);
}

/** Begins a reservation at a site without the open page noticing. */
export async function begin(context: BrowserContext, site: string): Promise<void> {
  await post(context, `/config/web-site/${site}`, {});
  const begun = await post<{ success: boolean }>(context, "/reservation/begin", guest);
  expect(begun.success).toBe(true);
}

/** Begins a reservation with these passes and tickets, and with no other visitors. */
export async function beginWith(
  context: BrowserContext,
  site: string,
  { passes = [], tickets = [] }: { passes?: string[]; tickets?: string[] },
): Promise<void> {
  await begin(context, site);
  const all = [
    ...passes.map((barcode) => ({ barcode, ticketTypeId: 1 })),
    ...tickets.map((barcode) => ({ barcode, ticketTypeId: 3 })),
  ];
  for (const ticket of all) {
    const added = await post<{ success: boolean; message?: string }>(context, "/reservation/ticket", ticket);
    expect(added.success, added.message).toBe(true);
  }
  const nobodyElse = {
    underAgeTicketCount: 0,
    additionalGuests: 0,
    entitlements: [],
    reservationEntitlements: [],
  };
  const finalized = await post<{ success: boolean }>(context, "/reservation/ticket-finalize", nobodyElse);
  expect(finalized.success).toBe(true);
}

export async function goOn(page: Page, press: Hand): Promise<void> {
  await press(page.getByRole("main").getByRole("button", { name: "Continue", exact: true }));
}

/** A day of the chosen park with many free places, some days ahead, in the format in which visitors type it. */
export async function laterDay(context: BrowserContext): Promise<string> {
  const answer = await context.request.get("/api/reservation/performance");
  const { dates } = (await answer.json()) as { dates: { businessDate: string; capacityLevel: number }[] };
  const open = dates.filter(({ capacityLevel }) => capacityLevel === 4);
  const [year, month, day] = (open[5]?.businessDate ?? "").split("-");
  return `${month}/${day}/${year}`;
}

export const entryDialog = (page: Page): Locator =>
  page.getByRole("dialog", { name: "Choose an entry time" });

export async function typeDay(page: Page, day: string): Promise<void> {
  await page.getByLabel("Or type a date").fill(day);
  await page.keyboard.press("Enter");
  await entryDialog(page).waitFor();
}

/** Opens a park's next day and chooses its first entry time. */
export async function chooseNextDay(page: Page, press: Hand): Promise<void> {
  await press(page.getByRole("button", { name: /^Next available/ }));
  await chooseTime(page, press);
}

export async function chooseTime(page: Page, press: Hand): Promise<void> {
  const dialog = entryDialog(page);
  await dialog.waitFor();
  const times = dialog.getByRole("radio");
  if ((await times.count()) > 1) await press(times.first());
  await press(dialog.getByRole("button", { name: "Continue" }));
}

/** Waits for the calendar of the park that is chosen for the visitor. */
export async function parkOpens(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("radio", { name })).toBeChecked();
  await expect(page.getByRole("group", { name: `Dates for ${name}` }).getByRole("grid")).toBeVisible();
}

/** Goes from the date to a confirmed reservation; returns its code. */
export async function confirmed(page: Page, press: Hand): Promise<string> {
  await expect(page).toHaveURL(/\/reservation\/(add-ons|review)$/);
  await page.waitForLoadState("networkidle");
  if (page.url().endsWith("add-ons")) await press(page.getByRole("link", { name: "Continue" }));
  await press(page.getByRole("button", { name: "Confirm Reservation" }));
  await expect(page).toHaveURL(/\/reservation\/my\/[^/]+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your visit is reserved");
  return (await page.locator("[data-reservation-code]").textContent()) ?? "";
}
