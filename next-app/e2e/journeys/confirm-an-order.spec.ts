import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { emailsOf, linkIn, recipientOf } from "../support/emails";
import { fillCart, placeOrder } from "../support/purchase";
import { browserErrors } from "../support/shop";

/** The phone number that `placeOrder` sends. */
const phone = "(401) 555-0142";

test("the confirmation e-mail is sent again from the confirmation page, to a different address", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  await fillCart(context);
  const { orderId } = await placeOrder(context);
  const [first = ""] = await emailsOf(orderId, 1);
  expect(recipientOf(first)).toBe("ada.byron@example.com");
  await page.goto("/confirmation", { waitUntil: "networkidle" });
  await expect(page.getByText("Confirmation sent to")).toBeVisible();

  const resend = page.getByRole("button", { name: "Resend Email" });
  await resend.click();
  const dialog = page.getByRole("dialog", { name: "Recipient Email Address" });
  const email = dialog.getByLabel("Email");
  await expect(email).toBeFocused();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(resend).toBeFocused();

  await resend.click();
  await email.fill("charles@example");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByText("A valid email address is required")).toBeVisible();
  await email.fill("charles@example.org");
  await email.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Confirmation resent");
  await expect(page.getByRole("status").filter({ hasText: "Confirmation resent" }).first()).toBeVisible();
  await expect(page.locator("[data-confirmation-address]")).toHaveText("charles@example.org");
  const letters = await emailsOf(orderId, 2);
  expect(letters.map(recipientOf).sort()).toEqual(["ada.byron@example.com", "charles@example.org"]);

  // Neither reload nor Back sends an e-mail.
  await page.reload();
  await expect(page.locator("[data-confirmation-address]")).toHaveText("charles@example.org");
  await page.goto("/");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Checkout Successful!");
  expect(await emailsOf(orderId, 2)).toHaveLength(2);
  expect(errors).toEqual([]);
});

test("going back after an order opens the cart page, which links to the confirmation", async ({
  page,
  context,
}) => {
  await fillCart(context);
  await page.goto("/checkout", { waitUntil: "networkidle" });
  // Stores the page where shopping began. For an empty cart without an order, the shop would open this page.
  await page.evaluate(() => sessionStorage.setItem("midway.product-selection", "/"));
  await placeOrder(context);
  await page.goto("/confirmation", { waitUntil: "networkidle" });
  await page.goBack();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByText("We brought you here because your cart is empty.")).toBeVisible();
  await page.getByRole("link", { name: "See your confirmation" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Checkout Successful!");
});

test("the visit can be added to a calendar, and the tickets can be downloaded as a PDF", async ({
  page,
  context,
}) => {
  await fillCart(context);
  await placeOrder(context);
  await page.goto("/confirmation", { waitUntil: "networkidle" });
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Add to calendar" }).click();
  const entry = await download;
  expect(entry.suggestedFilename()).toMatch(/^[0-9A-Z]{8}\.ics$/);
  expect(readFileSync(await entry.path(), "utf8").match(/BEGIN:VEVENT/g)).toHaveLength(1);

  const paper = page.waitForEvent("download");
  await page.getByRole("link", { name: "Tickets (PDF)" }).click();
  const file = await paper;
  expect(file.suggestedFilename()).toMatch(/^tickets-[0-9A-Z]{8}\.pdf$/);
  expect(readFileSync(await file.path(), "latin1").slice(0, 5)).toBe("%PDF-");
});

test("a guest sees the order after opening the e-mail's link and entering the right phone number", async ({
  browser,
  context,
}) => {
  await fillCart(context);
  const { orderId, invoiceNumber } = await placeOrder(context);
  const [letter = ""] = await emailsOf(orderId, 1);
  const path = linkIn(letter);

  const guest = await browser.newContext();
  const page = await guest.newPage();
  const errors = browserErrors(page);
  const headers = (await page.goto(path))?.headers() ?? {};
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers["cache-control"]).toBe("no-store");
  expect(headers["x-robots-tag"]).toBe("noindex");
  expect(headers["content-security-policy"]).not.toContain("report");

  const dialog = page.getByRole("dialog", { name: "Verify Phone Number" });
  await expect(dialog).toContainText(
    "For security purposes, you must verify the phone number associated with your order before you can view it.",
  );
  const field = dialog.getByLabel("Phone");
  await expect(field).toHaveAttribute("type", "tel");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Verify Phone Number" }).click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("A valid, numeric phone number is required")).toBeVisible();
  await field.fill("401 555 0143");
  await field.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText(
    "We couldn't find an order for this link and phone number.",
  );
  await expect(page.getByText(invoiceNumber)).toHaveCount(0);
  await field.fill(phone);
  await field.press("Enter");
  await expect(page.locator("[data-confirmation-number]")).toHaveText(invoiceNumber);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your order");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("button", { name: "View Tickets" }).click();
  await expect(page.locator(".ticket").first()).toBeVisible();

  // The session remembers that this guest may see the order.
  await page.reload();
  await expect(page.locator("[data-confirmation-number]")).toHaveText(invoiceNumber);
  await page.goto("/");
  await page.goBack();
  await expect(page.locator("[data-confirmation-number]")).toHaveText(invoiceNumber);
  expect(errors).toEqual([]);
  await guest.close();
});

test("after too many wrong phone numbers, a guest must wait", async ({ browser, context }) => {
  await fillCart(context);
  const { orderId } = await placeOrder(context);
  const [letter = ""] = await emailsOf(orderId, 1);
  const guest = await browser.newContext();
  const page = await guest.newPage();
  // The page itself makes one attempt without a phone number.
  await page.goto(linkIn(letter), { waitUntil: "networkidle" });
  const dialog = page.getByRole("dialog", { name: "Verify Phone Number" });
  const field = dialog.getByLabel("Phone");
  for (let tries = 0; tries < 6; tries++) {
    const answered = page.waitForResponse("**/api/order/details/external");
    await field.fill(`401555999${tries}`);
    await field.press("Enter");
    await answered;
    await expect(dialog.getByRole("button", { name: "Continue" })).not.toHaveAttribute("aria-busy");
  }
  await expect(dialog.getByRole("alert")).toContainText(
    /Too many attempts. Please try again in (a minute|\d+ minutes)\./,
  );
  await guest.close();
});

test("the shopper who placed the order opens it without a phone number", async ({ page, context }) => {
  await fillCart(context);
  const { orderId, invoiceNumber } = await placeOrder(context);
  const [letter = ""] = await emailsOf(orderId, 1);
  await page.goto(linkIn(letter));
  await expect(page.locator("[data-confirmation-number]")).toHaveText(invoiceNumber);
});

test("an incomplete link to an order is reported as an invalid order", async ({ page }) => {
  for (const path of ["/order-lookup/anonymous", "/order-lookup/anonymous/0123"]) {
    await page.goto(path);
    await expect(page.getByText("Invalid Order")).toBeVisible();
  }
});

test("the e-mail dialog and the phone number dialog are accessible, with and without an error", async ({
  page,
  browser,
  context,
}) => {
  await fillCart(context);
  const { orderId } = await placeOrder(context);
  const [letter = ""] = await emailsOf(orderId, 1);
  await page.goto("/confirmation", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Resend Email" }).click();
  const email = page.getByRole("dialog").getByLabel("Email");
  await expect(email).toBeFocused();
  await expect(page.getByRole("dialog")).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await email.fill("");
  await email.press("Enter");
  await expect(page.getByText("A valid email address is required")).toBeVisible();
  await expectAccessible(page);

  const guest = await browser.newContext();
  const lookup = await guest.newPage();
  await lookup.goto(linkIn(letter));
  const field = lookup.getByRole("dialog").getByLabel("Phone");
  await expect(field).toBeFocused();
  await expect(lookup.getByRole("dialog")).toBeInViewport({ ratio: 1 });
  await expectAccessible(lookup);
  await field.press("Enter");
  await expect(lookup.getByText("A valid, numeric phone number is required")).toBeVisible();
  await expectAccessible(lookup);
  await field.fill(phone);
  await field.press("Enter");
  await expect(lookup.locator("[data-confirmation-number]")).toBeVisible();
  await expectAccessible(lookup);
  await guest.close();
});

test("addresses that the operator lists and aliases of pages redirect, and an unknown address returns 404", async ({
  request,
}) => {
  const moved = await request.get("/park/day-ticket", { maxRedirects: 0 });
  expect(moved.status()).toBe(301);
  expect(new URL(moved.headers().location ?? "", "http://shop").pathname).toBe("/product/single/park-day");
  const withdrawn = await request.get("/product/single/two-park-day", { maxRedirects: 0 });
  expect(withdrawn.status()).toBe(301);
  expect(new URL(withdrawn.headers().location ?? "", "http://shop").pathname).toBe(
    "/product/single/park-day",
  );
  const forNow = await request.get("/whats-on", { maxRedirects: 0 });
  expect(forNow.status()).toBe(302);
  const elsewhere = await request.get("/visit/directions", { maxRedirects: 0 });
  expect(elsewhere.headers().location).toBe("https://www.merrowpoint.example/visit");
  const alias = await request.get("/reservation/select-date?error=6", { maxRedirects: 0 });
  expect(alias.status()).toBe(308);
  expect(alias.headers().location).toBe("/reservation/date?error=6");
  const unknown = await request.get("/no/such/page", { maxRedirects: 0 });
  expect(unknown.status()).toBe(404);
  expect(await unknown.text()).toContain("Not Found");
});
