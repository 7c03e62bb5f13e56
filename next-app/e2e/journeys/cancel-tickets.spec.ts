import { expect, type Page, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import { decoded, emailsOf, linkIn } from "../support/emails";
import { addTickets, placeOrder } from "../support/purchase";
import { browserErrors } from "../support/shop";

const cancellation = (page: Page) => page.getByRole("region", { name: "If you can't make it" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "What would you like to cancel?" });
const refunds = (page: Page) => page.getByRole("region", { name: "Refunds" });

/** The amount in a row of the quote. */
async function row(page: Page, name: string): Promise<number> {
  const term = dialog(page).getByRole("term").filter({ hasText: name });
  const text = (await term.locator("xpath=following-sibling::dd[1]").textContent()) ?? "";
  return Number(text.replace(/[^\d.−-]/g, "").replace("−", "-"));
}

test("a signed-in shopper cancels two of five tickets of a group offer, by keyboard", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  await signInAsNew(context);
  await addTickets(context, "deep-time", { "deep-time-adult": 5 }, { later: 2 });
  const { orderId } = await placeOrder(context);
  await page.goto(`/order-lookup/my/${orderId}`, { waitUntil: "networkidle" });
  await expect(cancellation(page)).toContainText("Free cancellation until");
  const open = page.getByRole("button", { name: "Cancel tickets" });
  await open.focus();
  await page.keyboard.press("Enter");
  const boxes = dialog(page).getByRole("checkbox");
  await expect(boxes).toHaveCount(6);
  await expectAccessible(page);
  await dialog(page)
    .getByRole("checkbox", { name: /^Ticket 4/ })
    .focus();
  await page.keyboard.press("Space");
  await expect(dialog(page).getByText("Total refund", { exact: true })).toBeVisible();
  const one = await row(page, "Total refund");
  await dialog(page)
    .getByRole("checkbox", { name: /^Ticket 5/ })
    .press("Space");
  const submit = dialog(page).getByRole("button", { name: /^Cancel and get/ });
  // Four tickets still have the offer; three cost their full price.
  await expect(async () => expect(await row(page, "Total refund")).not.toBe(one)).toPass();
  const two = await row(page, "Total refund");
  expect(two).toBeLessThan(2 * one);
  expect(await row(page, "Price with taxes and fees")).toBeGreaterThan(two);
  await expect(submit).toHaveText(`Cancel and get $${two.toFixed(2)} back`);
  await expectAccessible(page);

  await submit.dblclick();
  await expect(dialog(page)).toHaveCount(0);
  await expect(refunds(page).getByRole("listitem")).toHaveCount(1);
  await expect(refunds(page)).toContainText(`$${two.toFixed(2)}`);
  await expect(refunds(page)).toContainText("2 ×");
  await page.reload();
  await expect(page.getByText("3 × Adult")).toBeVisible();
  await expect(refunds(page).getByRole("listitem")).toHaveCount(1);
  await open.click();
  await expect(dialog(page).getByRole("checkbox")).toHaveCount(4);
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
  expect(errors).toEqual([]);
});

test("a guest who opens the link of the confirmation cancels everything", async ({ page, context }) => {
  await addTickets(context, "deep-time", { "deep-time-adult": 2 }, { later: 3 });
  const { orderId } = await placeOrder(context);
  const [mail] = await emailsOf(orderId, 1);
  expect(decoded(mail ?? "")).toContain("Free cancellation until");
  await page.goto(linkIn(mail ?? ""));
  await page.getByRole("navigation", { name: "Tickets and printing" }).getByText("Cancel tickets").click();
  await dialog(page).getByRole("button", { name: "Cancel selected items" }).press("Enter");
  await expect(dialog(page).getByRole("alert")).toContainText("Select at least one ticket or item first.");
  await dialog(page).getByRole("checkbox", { name: "All 2" }).check();
  await dialog(page)
    .getByRole("button", { name: /^Cancel and get/ })
    .click();
  await expect(refunds(page)).toContainText("2 ×");
  await expect(page.getByText("Everything in this order was canceled.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel tickets" })).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: "Done:" })).toBeFocused();
  // No ticket is valid any more.
  await expect(page.getByRole("button", { name: /^(View Tickets|Choose a ticket)$/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Tickets (PDF)" })).toHaveCount(0);
});
