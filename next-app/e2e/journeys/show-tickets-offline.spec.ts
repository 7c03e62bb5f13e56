import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { registered, signIn, signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import { voidTicket } from "../support/imported";
import { fillCart, placeOrder } from "../support/purchase";
import { browserErrors } from "../support/shop";

/** Buys tickets in the account of this browser; returns the paths of the pages of all tickets and of the first one. */
async function buyTickets(context: BrowserContext): Promise<{ all: string; first: string }> {
  await fillCart(context);
  const { orderId } = await placeOrder(context);
  const held = (await (await context.request.get("/api/account/ticket")).json()) as { accountId: string }[];
  return { all: `/ticket/account-grouping/${orderId}`, first: `/ticket/account/${held[0]?.accountId}` };
}

const savedNote = (page: Page) => page.getByText("Saved on this device.");
const copyNote = (page: Page) => page.getByText(/^Note: You're offline\. This copy was saved on .+\.$/);

async function openOnline(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(savedNote(page)).toBeVisible();
}

/** The copy of the page that this browser has saved. */
const copy = (page: Page): Promise<string> =>
  page.evaluate(async () => (await (await caches.match(location.pathname))?.text()) ?? "");

/** The paths of everything that this browser has saved. */
const saved = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      paths.push(...requests.map(({ url }) => new URL(url).pathname));
    }
    return paths;
  });

/** Opens an address without a network; returns whether the browser shows any page of the shop. */
async function opens(page: Page, path: string): Promise<boolean> {
  return page.goto(path).then(
    () => true,
    () => false,
  );
}

test("tickets that were opened once are shown without a network, with their codes", { tag: "@both" }, async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  const { all, first } = await buyTickets(context);
  const errors = browserErrors(page);
  await openOnline(page, all);
  await expect(copyNote(page)).toHaveCount(0);
  expect(errors).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await expect(copyNote(page)).toBeVisible();
  const codes = page.getByRole("img", { name: /^QR code: ./ });
  expect(await codes.count()).toBeGreaterThan(1);
  for (const code of await codes.all()) {
    await expect
      .poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
  await expect(page.getByRole("heading", { level: 1, name: "Your Tickets" })).toHaveCSS(
    "font-family",
    /figtree/i,
  );
  await expectAccessible(page);

  // A page that was not opened before is not there.
  const other = await context.newPage();
  expect(await opens(other, first)).toBe(false);

  // With a network again, the page itself is opened.
  await context.setOffline(false);
  await expect(savedNote(page)).toBeVisible();
  await expect(copyNote(page)).toHaveCount(0);
});

test("a ticket that was revoked meanwhile shows it once there is a network", async ({ page, context }) => {
  await signInAsNew(context);
  const { first } = await buyTickets(context);
  await openOnline(page, first);
  const code = page.getByRole("img", { name: /^QR code: ./ });
  const media = await page.locator(".ticket-code p").textContent();
  await context.setOffline(true);
  await page.reload();
  await expect(copyNote(page)).toBeVisible();
  await expect(code).toBeVisible();

  voidTicket(media ?? "");
  await context.setOffline(false);
  await expect(
    page.getByText("This ticket or pass is no longer valid because it was canceled."),
  ).toBeVisible();
  await expect(code).toHaveCount(0);
  await expect.poll(() => copy(page)).toContain("no longer valid because it was canceled");
  await context.setOffline(true);
  await page.reload();
  await expect(copyNote(page)).toBeVisible();
  await expect(code).toHaveCount(0);
});

test("only ticket pages and the files that they need are saved", async ({ page, context }) => {
  await signInAsNew(context);
  const { all } = await buyTickets(context);
  await openOnline(page, all);
  await page.goto("/profile", { waitUntil: "networkidle" });
  await page.goto("/cart", { waitUntil: "networkidle" });
  const paths = await saved(page);
  expect(paths).toContain(all);
  expect(paths.filter((path) => !/^\/_next\/static\/|^\/api\/ticket\/barcode\//.test(path))).toEqual([all]);
  const controlled = await page.evaluate(() => navigator.serviceWorker.controller === null);
  expect(controlled, "the service worker controls ticket pages only").toBe(true);
});

test("signing out in another tab removes the tickets from this browser", async ({ page, context }) => {
  await signInAsNew(context);
  const { all } = await buyTickets(context);
  await openOnline(page, all);
  const other = await context.newPage();
  await other.goto("/profile");
  await other.getByRole("link", { name: "Logout" }).click();
  await expect(other.getByText("You've been signed out.")).toBeVisible();
  expect(await saved(other)).toEqual([]);

  await context.setOffline(true);
  expect(await opens(page, all)).toBe(false);
});

test("the tickets of an account are removed when another account uses the browser, not when its session ends", async ({
  page,
  context,
}) => {
  const owner = await registered(context);
  await signIn(context, owner);
  const { all } = await buyTickets(context);
  await openOnline(page, all);

  // The session ends without signing out. The tickets stay, but with a network only their owner sees them.
  await context.clearCookies();
  await page.goto(all);
  await expect(page).toHaveURL(/\/authenticate\/smart-login/);
  expect(await saved(page)).toContain(all);
  await signIn(context, owner);
  await openOnline(page, all);

  await context.clearCookies();
  await signInAsNew(context);
  await page.goto("/profile");
  await expect.poll(() => saved(page)).toEqual([]);
  await context.setOffline(true);
  expect(await opens(page, all)).toBe(false);
});

test("the copy is shown when the shop does not answer, and files that no copy needs are removed", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  const { all } = await buyTickets(context);
  await openOnline(page, all);
  await page.evaluate(async () => {
    const [name = ""] = await caches.keys();
    await (await caches.open(name)).put("/_next/static/chunks/of-an-earlier-version.js", new Response("0"));
  });
  expect(await saved(page)).toContain("/_next/static/chunks/of-an-earlier-version.js");

  await context.route(
    (url) => url.pathname === all,
    (route) => route.fulfill({ status: 503, body: "Unavailable" }),
  );
  await page.goto(all);
  const unanswered = page.getByText(
    /^Note: We can't reach the shop right now\. This copy was saved on .+\.$/,
  );
  await expect(unanswered).toBeVisible();
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Try again" }).click()]);
  await expect(unanswered).toBeVisible();

  // As soon as the shop answers, the page itself is opened.
  await context.unrouteAll();
  await expect(savedNote(page)).toBeVisible();
  expect(await saved(page)).not.toContain("/_next/static/chunks/of-an-earlier-version.js");
});
