import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import { fillCart, placeOrder } from "../support/purchase";
import { browserErrors } from "../support/shop";

/** Buys tickets in an account; returns the paths of the pages that belong to this account. */
async function ownPages(
  context: BrowserContext,
): Promise<{ order: string; tickets: string; ticket: string; all: string[] }> {
  await signInAsNew(context);
  await fillCart(context);
  const { orderId } = await placeOrder(context);
  const held = (await (await context.request.get("/api/account/ticket")).json()) as { accountId: string }[];
  const order = `/order-lookup/my/${orderId}`;
  const tickets = `/ticket/account-grouping/${orderId}`;
  const ticket = `/ticket/account/${held[0]?.accountId}`;
  return { order, tickets, ticket, all: ["/profile", order, tickets, ticket] };
}

/** The number of pages on which the browser prints a page. */
async function printedPages(page: Page): Promise<number> {
  const file = (await page.pdf({ format: "Letter" })).toString("latin1");
  return file.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

test("the pages of orders and tickets are neither cached nor indexed", async ({ context }) => {
  const { all } = await ownPages(context);
  for (const path of [...all, "/order-lookup/my", "/ticket/account/none"]) {
    const headers = (await context.request.get(path)).headers();
    expect(headers["x-robots-tag"], path).toBe("noindex");
    expect(headers["cache-control"], path).toContain("no-store");
  }
});

test("the account's lists, an order and its tickets are accessible", async ({ page, context }) => {
  const errors = browserErrors(page);
  const { order, tickets, all } = await ownPages(context);
  for (const path of [...all, "/order-lookup/my"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expectAccessible(page);
  }
  await page.goto(order, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "View Tickets" }).click();
  await expectAccessible(page);

  // A scanner needs a code on a white background with a margin, regardless of the page's colours.
  await page.goto(tickets, { waitUntil: "networkidle" });
  const code = page.locator(".ticket-code").first();
  const { background, around } = await code.evaluate((element) => {
    const paper = element.getBoundingClientRect();
    const image = element.querySelector("img")?.getBoundingClientRect() ?? paper;
    return {
      background: getComputedStyle(element).backgroundColor,
      around: Math.min(image.left - paper.left, paper.right - image.right, image.top - paper.top),
    };
  });
  expect(background).toBe("rgb(255, 255, 255)");
  expect(around).toBeGreaterThanOrEqual(16);
  expect(errors).toEqual([]);
});

test("on the narrowest phones, nothing scrolls sideways and every link and button is large enough", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { all } = await ownPages(context);
  for (const path of all) {
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
    const small = await page.locator("main a, main button, main summary").evaluateAll((targets) =>
      targets
        .filter((target) => target.getClientRects().length > 0)
        .filter((target) => target.getBoundingClientRect().height < 44)
        .map((target) => target.outerHTML),
    );
    expect(small, path).toEqual([]);
  }
});

test("the printed page shows the tickets large enough to scan and omits the header, the buttons and the footer", async ({
  page,
  context,
}) => {
  const { tickets } = await ownPages(context);
  await page.goto(tickets, { waitUntil: "networkidle" });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const pixelsPerMillimetre = 96 / 25.4;
  const codes = page.locator(".ticket-code img");
  expect(await codes.count()).toBeGreaterThan(1);
  for (const code of await codes.all()) {
    expect((await code.boundingBox())?.width).toBeGreaterThanOrEqual(30 * pixelsPerMillimetre);
  }
  await expect(page.getByRole("heading", { level: 1, name: "Your Tickets" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Return to my profile" })).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await page.emulateMedia({ media: null, colorScheme: null });
  expect(await printedPages(page), "two tickets fit on one page").toBe(1);
  // The sheet of ten tickets: four on each page, and no page without a ticket.
  await page.locator(".tickets").evaluate((list) => {
    const first = list.querySelector("article");
    if (!first) throw new Error("there is no ticket");
    list.replaceChildren(...Array.from({ length: 10 }, () => first.cloneNode(true)));
  });
  expect(await printedPages(page)).toBe(3);
});

test("an order with one ticket is printed on one page", async ({ page, context }) => {
  await signInAsNew(context);
  await fillCart(context, 1);
  const { orderId } = await placeOrder(context);
  await page.goto(`/order-lookup/my/${orderId}`, { waitUntil: "networkidle" });
  expect(await printedPages(page)).toBe(1);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("orders and tickets can be found and read", async ({ page, context }) => {
    await ownPages(context);
    await page.goto("/profile");
    await page.getByRole("link", { name: /^Order / }).click();
    await expect(page.locator("[data-confirmation-number]")).toBeVisible();
    await expect(page.locator(".ticket").first()).toBeVisible();
    await page.goto("/profile");
    const tickets = page.getByRole("region", { name: "Your next visit" });
    await tickets.getByRole("link", { name: /^View Tickets/ }).click();
    await expect(page.locator(".ticket").first()).toBeVisible();
  });
});

test("the layout does not shift when the page reports that the screen stays on", { tag: "@both" }, async ({
  page,
  context,
}) => {
  const { tickets } = await ownPages(context);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    type Shift = PerformanceEntry & { value: number; sources: { node?: Node | null }[] };
    const isOfPage = ({ sources }: Shift) => sources.some(({ node }) => node?.parentElement?.closest("main"));
    new PerformanceObserver((found) => {
      for (const entry of found.getEntries() as Shift[]) if (isOfPage(entry)) shifts.push(entry.value);
    }).observe({ type: "layout-shift", buffered: true });
    const request = async () => Object.assign(new EventTarget(), { release: async () => {} });
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
  });
  await page.goto(tickets, { waitUntil: "networkidle" });
  await expect(page.getByText("Your screen will stay on while this page is open.")).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
});
