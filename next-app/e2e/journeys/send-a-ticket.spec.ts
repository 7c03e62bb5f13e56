import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import { emailsOf, linkIn } from "../support/emails";
import { addParkTickets, placeOrder } from "../support/purchase";
import { browserErrors } from "../support/shop";

/** Sending a ticket of an order to somebody else, taking it back, and getting a fresh code. */

const section = (page: Page) => page.getByRole("region", { name: "Send or replace tickets" });
const codes = (page: Page) => page.locator(".ticket-code p").allTextContents();

/** Adds two tickets of a day that has not begun: only those get fresh codes. */
async function addLaterTickets(context: BrowserContext) {
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await addParkTickets(context, { "park-day-adult": 2 }, { saleFlowId: 1 }, inThreeDays);
}

/** Opens the list of tickets on the page of an order. */
async function openList(page: Page) {
  await section(page).getByRole("button", { name: "Choose a ticket" }).click();
  await expect(
    section(page)
      .getByRole("button", { name: /^Get a new code:/ })
      .first(),
  ).toBeVisible();
}

async function sendFirst(page: Page): Promise<string> {
  const all = section(page);
  await all
    .getByRole("button", { name: /^Send to someone:/ })
    .first()
    .click();
  await expect(all.getByLabel("Recipient's name")).toBeFocused();
  await expectAccessible(page);
  await all.getByRole("button", { name: "Cancel" }).click();
  await expect(all.getByRole("button", { name: /^Send to someone:/ }).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(all.getByLabel("Your name")).not.toHaveValue("");
  await all.getByRole("button", { name: "Send ticket" }).click();
  await expect(all.getByText("Enter a name of 60 characters or fewer").first()).toBeVisible();
  await all.getByLabel("Recipient's name").fill("Nora");
  await all.getByLabel("Your name").fill("Ada Lovelace");
  await all.getByRole("button", { name: "Send ticket" }).click();
  await expect(all.getByText(/^Sent to Nora on /)).toBeVisible();
  return all.getByLabel("Link for Nora").inputValue();
}

/** The page of the link in a new browser. */
async function openAsRecipient(browser: Browser, link: string): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link, { waitUntil: "networkidle" });
  return [context, page];
}

async function tryAll(page: Page, browser: Browser) {
  const errors = browserErrors(page);
  await openList(page);
  const before = await codes(page);
  expect(before).toHaveLength(2);
  const link = await sendFirst(page);
  await expectAccessible(page);
  // The sender has no code of it any more, and sees who has.
  await expect.poll(() => codes(page)).toContain("Sent to Nora");
  expect((await codes(page)).filter((code) => before.includes(code))).toHaveLength(1);
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByRole("article").getByText("Sent to Nora", { exact: true }).first()).toBeVisible();
  await expect(section(page).getByRole("button", { name: /^Take it back:/ })).toBeVisible();

  const [context, recipient] = await openAsRecipient(browser, link);
  await expect(
    recipient.getByRole("heading", { level: 1, name: "A ticket from Ada Lovelace" }),
  ).toBeVisible();
  const [received = ""] = await codes(recipient);
  expect(before).not.toContain(received);
  await expect(recipient.locator(".ticket")).toHaveCount(1);
  await expectAccessible(recipient);
  const text = (await recipient.locator("main").textContent()) ?? "";
  expect(text).not.toMatch(/\$|@|Confirmation number/);
  const [download] = await Promise.all([
    recipient.waitForEvent("download"),
    recipient.getByRole("link", { name: "Tickets (PDF)" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^ticket-.*\.pdf$/);

  const all = section(page);
  await all.getByRole("button", { name: /^Take it back:/ }).click();
  await expect(all.getByRole("button", { name: "Take it back now" })).toBeFocused();
  await all.getByRole("button", { name: "Take it back now" }).click();
  await expect(all.getByRole("status").filter({ hasText: "The ticket is yours again" })).toBeFocused();
  await expect.poll(() => codes(page)).not.toContain(received);
  await recipient.reload({ waitUntil: "networkidle" });
  await expect(recipient.getByRole("heading", { name: "We couldn't find this ticket" })).toBeVisible();
  await expectAccessible(recipient);
  await context.close();

  const renewed = await codes(page);
  await all
    .getByRole("button", { name: /^Get a new code:/ })
    .first()
    .click();
  await all.getByRole("button", { name: "Get a new code now" }).click();
  await expect(all.getByText("The ticket now has a new code.")).toBeVisible();
  await expect.poll(async () => (await codes(page)).filter((code) => renewed.includes(code)).length).toBe(1);
  await expectAccessible(page);
  expect(errors).toEqual([]);
}

test("a signed-in buyer sends a ticket, takes it back and gets a fresh code", { tag: "@both" }, async ({
  page,
  context,
  browser,
}) => {
  await signInAsNew(context);
  await addLaterTickets(context);
  const { orderId } = await placeOrder(context);
  await page.goto(`/order-lookup/my/${orderId}`, { waitUntil: "networkidle" });
  await tryAll(page, browser);
});

test("a guest does the same at the link of the order", { tag: "@both" }, async ({
  page,
  context,
  browser,
}) => {
  await addLaterTickets(context);
  const { orderId } = await placeOrder(context);
  const [mail] = await emailsOf(orderId, 1);
  await page.goto(linkIn(mail ?? ""), { waitUntil: "networkidle" });
  await tryAll(page, browser);
});
