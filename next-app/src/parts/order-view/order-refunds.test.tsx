// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { confirmationTexts } from "@/text/areas/confirmation";
import { createTranslate } from "@/text/texts";
import { OrderRefunds } from "./order-refunds";

const t = createTranslate({}, confirmationTexts);

test("an order without refunds says nothing about refunds", () => {
  const { container } = render(
    <OrderRefunds t={t} refunds={{ refunds: [], refundedTotal: 0 }} newOrders={{}} />,
  );
  expect(container.textContent).toBe("");
});

test("each refund says what was refunded, how much, and whether it is paid back", () => {
  const items = [{ orderItemId: "1", displayName: "Tour, Adult", quantity: 2 }];
  const date = "2026-11-29T10:00:00-05:00";
  const refunds = [
    {
      refundDate: date,
      amount: 45.7,
      noLongerDue: 0,
      kept: 0,
      exchangeCredit: 0,
      standing: "PaidBack" as const,
      items,
    },
    {
      refundDate: date,
      amount: 5,
      noLongerDue: 0,
      kept: 0,
      exchangeCredit: 0,
      standing: "NotPaidBack" as const,
      items: [],
    },
    {
      refundDate: date,
      amount: 0,
      noLongerDue: 90,
      kept: 0,
      exchangeCredit: 0,
      standing: "Canceled" as const,
      items,
    },
  ];
  render(<OrderRefunds t={t} refunds={{ refunds, refundedTotal: 45.7 }} newOrders={{}} />);
  const [first, second, third] = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(first).toContain("$45.70");
  expect(first).toContain("2 × Tour, Adult");
  expect(first).toContain("Refunded.");
  expect(second).toContain("$5.00");
  expect(second).toContain("We'll contact you");
  expect(third).not.toContain("$0.00");
  expect(third).toContain("$90.00 will no longer be charged.");
  expect(screen.getByText("Total refunded").parentElement?.textContent).toContain("$45.70");
});

test("a refund links to the order for which the tickets were exchanged, if the visitor may open it", () => {
  cleanup();
  const exchange = (exchangedFor: string, refundDate: string) => ({
    refundDate,
    amount: 0,
    noLongerDue: 0,
    kept: 0,
    exchangedFor,
    exchangeCredit: 12,
    standing: "Exchanged" as const,
    items: [{ orderItemId: exchangedFor, displayName: "Tour, Adult", quantity: 1 }],
  });
  const refunds = [
    exchange("OWN", "2026-11-29T10:00:00-05:00"),
    exchange("OTHER", "2026-11-30T10:00:00-05:00"),
  ];
  render(<OrderRefunds t={t} refunds={{ refunds, refundedTotal: 0 }} newOrders={{ OWN: "order-2" }} />);
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([["See order OWN", "/order-lookup/my/order-2"]]);
});
