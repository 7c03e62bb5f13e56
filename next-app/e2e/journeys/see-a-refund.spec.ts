import { execFileSync } from "node:child_process";
import { expect, type Page, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import { emailsOf, linkIn } from "../support/emails";
import { midway } from "../support/own-shop";
import { addParkTickets, placeOrder } from "../support/purchase";
import { browserErrors } from "../support/shop";

/** Refunds an order as the operator does, and returns what the command says. */
const refund = (order: string, ...options: string[]): string =>
  execFileSync(midway, ["refund", order, "--actor", "Mara", ...options], { encoding: "utf8" });

const refunds = (page: Page) => page.getByRole("region", { name: "Refunds" });

test("a refunded ticket is named on the page of its order, with its amount, and its code is no longer shown", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  await signInAsNew(context);
  await addParkTickets(context, { "park-day-adult": 2 });
  const { orderId, invoiceNumber } = await placeOrder(context);
  await page.goto(`/order-lookup/my/${orderId}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your order");
  await expect(refunds(page)).toHaveCount(0);

  expect(refund(invoiceNumber)).toContain("line 1: 2 ×");
  const amount = /paid back: ([\d.]+)/.exec(refund(invoiceNumber, "--line", "1:1"))?.[1];
  await page.reload();
  await expect(refunds(page).getByRole("listitem")).toHaveCount(1);
  await expect(refunds(page)).toContainText(`$${amount}`);
  await expect(refunds(page)).toContainText("1 ×");
  await expect(refunds(page)).toContainText("Refunded.");
  await expectAccessible(page);

  refund(invoiceNumber, "--all");
  await page.goto(`/ticket/account-grouping/${orderId}`);
  await expect(page.getByText("because it was refunded").first()).toBeVisible();
  await page.goto(`/order-lookup/my/${orderId}`);
  await expect(refunds(page).getByRole("listitem")).toHaveCount(2);
  await expect(refunds(page)).toContainText("Total refunded");
  expect(errors).toEqual([]);
});

test("a guest who opens the link of the confirmation sees a refund", async ({ page, context }) => {
  await addParkTickets(context, { "park-day-adult": 1 });
  const { orderId, invoiceNumber } = await placeOrder(context);
  const [mail] = await emailsOf(orderId, 1);
  refund(invoiceNumber, "--amount", "1.00");
  await page.goto(linkIn(mail ?? ""));
  await expect(refunds(page)).toContainText("$1.00");
  await expect(refunds(page)).toContainText("Refunded.");
});
