import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import {
  emailField,
  password,
  passwordField,
  registered,
  signIn,
  signInAsNew,
  signInButton,
} from "../support/account";
import { keyboard, walkTo } from "../support/buying";
import { emailsOf, recipientOf } from "../support/emails";
import { fillCartWithPassesOfAda, pass } from "../support/passes";
import { fillCart, fillCartWithGoods, placeOrder } from "../support/purchase";
import { browserErrors } from "../support/shop";

type Ticket = { accountId: string; orderId: string; barcode: string };

/** The signed-in shopper's tickets, as the API returns them. */
async function ticketsOf(context: BrowserContext): Promise<Ticket[]> {
  return (await (await context.request.get("/api/account/ticket")).json()) as Ticket[];
}

const list = (page: Page, name: string) => page.getByRole("region", { name });

/** The page with the tickets of an order that has one visit. */
const ticketsOfOrder = (orderId: string) => `/ticket/account-grouping/${orderId}`;

test("an order is found in the account and opened, and its confirmation e-mail is sent again", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  await signInAsNew(context);
  await fillCart(context);
  const { orderId, invoiceNumber } = await placeOrder(context);
  await emailsOf(orderId, 1);
  const held = await ticketsOf(context);

  await page.goto("/profile", { waitUntil: "networkidle" });
  const orders = list(page, "Orders");
  await expect(orders.getByRole("listitem")).toHaveCount(1);
  await expect(orders.getByRole("listitem")).toContainText(/,\s20\d\d/);
  const total = (await orders.getByText(/^\$/).textContent()) ?? "";
  await orders.getByRole("link", { name: `Order ${invoiceNumber}` }).click();

  await expect(page).toHaveURL(`/order-lookup/my/${orderId}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your order");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByText("Checkout Successful!")).toHaveCount(0);
  await expect(page.locator("[data-confirmation-number]")).toHaveText(invoiceNumber);
  await expect(page.locator("[data-order-total]")).toHaveText(total);
  await expect(page.getByText("Ada Byron")).toBeVisible();
  await page.getByRole("button", { name: "View Tickets" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Your Tickets" })).toBeFocused();
  await expect(page.locator(".ticket")).toHaveCount(held.length);
  for (const { barcode } of held) await expect(page.locator(".ticket-code").getByText(barcode)).toBeVisible();

  await page.getByRole("button", { name: "Resend Email" }).click();
  const email = page.getByRole("dialog", { name: "Recipient Email Address" }).getByLabel("Email");
  await email.fill("charles@example.org");
  await email.press("Enter");
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Confirmation resent");
  await expect(page.getByRole("status").filter({ hasText: "Confirmation resent" }).first()).toBeVisible();
  const letters = await emailsOf(orderId, 2);
  expect(letters.map(recipientOf).sort()).toEqual(["ada.byron@example.com", "charles@example.org"]);
  // The page polls the e-mail's status for the order that it shows.
  await expect(page.locator("[data-confirmation-address]")).toHaveText("charles@example.org");
  await expect(page.getByText("Confirmation sent to")).toBeVisible();

  await page.reload();
  await expect(page.locator("[data-confirmation-number]")).toHaveText(invoiceNumber);
  await page.goBack();
  await expect(page).toHaveURL("/profile");
  expect(errors).toEqual([]);
});

/**
 * Replaces the browser's wake lock and print function, and counts the locks held and the calls of the print function.
 */
async function withDevice(
  page: Page,
): Promise<{ kept: () => Promise<number>; printed: () => Promise<number> }> {
  await page.addInitScript(() => {
    const device = { kept: 0, printed: 0 };
    Object.assign(window, { device });
    window.print = () => {
      device.printed += 1;
    };
    const request = async () => {
      const lock = Object.assign(new EventTarget(), {
        released: false,
        release: async () => {
          lock.released = true;
          device.kept -= 1;
          lock.dispatchEvent(new Event("release"));
        },
      });
      device.kept += 1;
      return lock;
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
  });
  const read = (what: "kept" | "printed") =>
    page.evaluate(
      (name) => (window as unknown as { device: Record<string, number> }).device[name] ?? -1,
      what,
    );
  return { kept: () => read("kept"), printed: () => read("printed") };
}

test("the tickets of a visit are shown together, and the screen stays on until the page is left", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  const device = await withDevice(page);
  await signInAsNew(context);
  await fillCart(context);
  const { orderId } = await placeOrder(context);
  const held = await ticketsOf(context);
  expect(held.length).toBeGreaterThan(1);

  await page.goto("/profile", { waitUntil: "networkidle" });
  // The next visit says how many tickets there are, and the list says for whom.
  await expect(list(page, "Your next visit")).toContainText(`${held.length} tickets`);
  const listed = list(page, "Tickets").getByRole("listitem");
  await expect(listed).toHaveCount(1);
  await expect(listed).toContainText(/\d\s× /);
  await expect(listed.getByRole("link", { name: /^View Tickets/ })).toBeVisible();
  await list(page, "Your next visit")
    .getByRole("link", { name: /^View Tickets/ })
    .click();
  await expect(page).toHaveURL(ticketsOfOrder(orderId));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your Tickets");
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  const tickets = page.locator("article.ticket");
  await expect(tickets).toHaveCount(held.length);
  const visit = page.locator(".ticket-visit");
  await expect(visit).toHaveCount(1);
  await expect(visit.getByRole("heading", { level: 3 })).toHaveText(/,\s20\d\d/);
  await expect(visit).toContainText(`${held.length} tickets`);
  for (const { barcode } of held) await expect(page.getByText(barcode, { exact: true })).toBeVisible();
  for (const code of await tickets.getByRole("img", { name: /^QR code: ./ }).all()) {
    await expect
      .poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
  await expect(page.getByText("If a code doesn't scan, turn up your screen brightness.")).toBeVisible();
  await expect(page.getByText("Your screen will stay on while this page is open.")).toBeVisible();
  expect(await device.kept()).toBe(1);

  await page.getByRole("button", { name: "Print" }).click();
  expect(await device.printed()).toBe(1);
  await page.getByRole("link", { name: "Return to my profile" }).click();
  await expect(page).toHaveURL("/profile");
  await expect.poll(device.kept).toBe(0);
  expect(errors).toEqual([]);
});

test("a pass is shown on a separate page, even on a device that cannot keep its screen on", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  await page.addInitScript(() => Object.defineProperty(navigator, "wakeLock", { value: undefined }));
  await signInAsNew(context);
  await fillCartWithPassesOfAda(context, pass.gold);
  await placeOrder(context);
  const [held] = await ticketsOf(context);
  await page.goto("/profile", { waitUntil: "networkidle" });
  const row = list(page, "Passes").getByRole("listitem").first();
  await expect(row).toContainText("For Ada Lovelace, Adult (Gold)");
  await row.getByRole("link", { name: /^View Pass: Ada Lovelace, / }).click();
  await expect(page).toHaveURL(`/ticket/account/${held?.accountId}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your Pass");
  await expect(page).toHaveTitle(/^Your Pass/);
  await expect(page.locator("article.ticket")).toHaveCount(1);
  await expect(page.locator("article.ticket")).toContainText("Ada Lovelace");
  await expect(page.getByText("Your screen will stay on")).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("orders and tickets of a different account get the same response as ones that do not exist", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({ baseURL });
  await signIn(elsewhere, await registered(elsewhere));
  await fillCart(elsewhere);
  const { orderId } = await placeOrder(elsewhere);
  const [ticket] = await ticketsOf(elsewhere);
  await signInAsNew(context);

  /** Expects that the path returns 404; returns the page's title and main text. */
  const answerOf = async (path: string) => {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not Found");
    return [await page.title(), await page.getByRole("main").textContent()];
  };
  const pages: [before: string, id: string][] = [
    ["/order-lookup/my/", orderId],
    ["/ticket/account/", ticket?.accountId ?? ""],
    ["/ticket/account-grouping/", orderId],
  ];
  for (const [before, id] of pages) {
    const nowhere = await answerOf(`${before}no-such-id`);
    expect((await elsewhere.request.get(`${before}${id}`)).status()).toBe(200);
    expect(await answerOf(`${before}${id}`), before).toEqual(nowhere);
    expect(await answerOf(`${before}${id.split("").reverse().join("")}`), before).toEqual(nowhere);
    expect(await answerOf(`${before}%E0%A4%A`), before).toEqual(nowhere);
  }
  await elsewhere.close();
});

test("a guest who opens an order signs in first and returns to the order", async ({ page, context }) => {
  const email = await signInAsNew(context);
  await fillCart(context);
  const { orderId, invoiceNumber } = await placeOrder(context);
  await context.clearCookies();

  const path = `/order-lookup/my/${orderId}`;
  await page.goto(`/ticket/account-grouping/${orderId}`);
  await expect(page).toHaveURL(
    `/authenticate/smart-login?ReturnUrl=%2Fticket%2Faccount-grouping%2F${orderId}`,
  );
  await page.goto(path, { waitUntil: "networkidle" });
  await expect(page).toHaveURL(`/authenticate/smart-login?ReturnUrl=${encodeURIComponent(path)}`);
  await emailField(page).fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await passwordField(page).fill(password);
  await signInButton(page).click();
  await expect(page).toHaveURL(path);
  await expect(page.locator("[data-confirmation-number]")).toHaveText(invoiceNumber);
});

test("a link to an order that contains no order id is reported as an invalid order", async ({ page }) => {
  await page.goto("/order-lookup/my");
  await expect(page.getByText("Invalid Order")).toBeVisible();
  await expect(page.getByRole("link", { name: "See your orders" })).toHaveAttribute("href", "/profile");
});

test("an order and its tickets are found and opened with the keyboard alone", async ({ page, context }) => {
  await signInAsNew(context);
  await fillCart(context);
  const { orderId, invoiceNumber } = await placeOrder(context);
  const press = keyboard(page);
  await page.goto("/profile", { waitUntil: "networkidle" });
  // The link to a list moves focus to the list's heading.
  await press(page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: /^Orders/ }));
  await expect(page.getByRole("heading", { level: 2, name: "Orders" })).toBeFocused();
  await press(page.getByRole("link", { name: `Order ${invoiceNumber}` }));
  await expect(page).toHaveURL(`/order-lookup/my/${orderId}`);
  await page.waitForLoadState("networkidle");
  await press(page.getByRole("button", { name: "View Tickets" }));
  await expect(page.getByRole("heading", { level: 2, name: "Your Tickets" })).toBeFocused();
  await press(page.getByRole("button", { name: "Resend Email" }));
  const dialog = page.getByRole("dialog", { name: "Recipient Email Address" });
  await expect(dialog.getByLabel("Email")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Resend Email" })).toBeFocused();

  await page.goto("/profile", { waitUntil: "networkidle" });
  await press(list(page, "Your next visit").getByRole("link", { name: /^View Tickets/ }));
  await expect(page).toHaveURL(ticketsOfOrder(orderId));
  await page.waitForLoadState("networkidle");
  await walkTo(page, page.getByRole("button", { name: "Print" }));
  await press(page.getByRole("link", { name: "Return to my profile" }));
  await expect(page).toHaveURL("/profile");
});

test("the account page says that there are no orders yet and links to the products on sale", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await page.goto("/profile", { waitUntil: "networkidle" });
  await expect(list(page, "Tickets")).toContainText(
    "Confirm your email address to see the tickets and passes you bought with it.",
  );
  await expect(list(page, "Orders")).toContainText(
    "Confirm your email address to see the orders you placed with it.",
  );
  await list(page, "Orders").getByRole("link", { name: "See what you can buy" }).click();
  await expect(page).toHaveURL("/");
});

test("only the latest of many orders are shown until the shopper asks for the rest", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  const numbers: string[] = [];
  for (let count = 0; count < 6; count++) {
    await fillCartWithGoods(context);
    numbers.unshift((await placeOrder(context)).invoiceNumber);
  }
  await page.goto("/profile", { waitUntil: "networkidle" });
  const orders = list(page, "Orders");
  const links = orders.getByRole("link", { name: /^Order / });
  await expect(links).toHaveText(numbers.slice(0, 3).map((number) => `Order ${number}`));
  await orders.getByText("Earlier orders (3)").click();
  await expect(links).toHaveText(numbers.map((number) => `Order ${number}`));
});
