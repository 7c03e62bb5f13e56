// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Cart } from "@/api/types";
import { emptyCart } from "@/parts/cart-lines/sample";
import { CartSummary } from "./cart-summary";

afterEach(cleanup);

test("the summary reports that the cart is empty", () => {
  render(<CartSummary cart={emptyCart} lines={<ul />} />);
  expect(screen.getByRole("region", { name: "Cart Summary" }).textContent).toContain(
    "There are no items in your cart",
  );
});

test("the summary of a cart with items does not report an empty cart", () => {
  render(<CartSummary cart={{ ...emptyCart, cartEmpty: false }} lines={<ul />} />);
  expect(screen.queryByText("There are no items in your cart")).toBeNull();
});

const plan = {
  eligible: true,
  blocked: false,
  planTypeId: 1 as const,
  downPayment: 45,
  paymentDivisor: 2,
  payments: [
    { paymentNumber: 1, paymentDate: "2026-12-20", paymentAmount: 27.5 },
    { paymentNumber: 2, paymentDate: "2027-01-20", paymentAmount: 27.5 },
  ],
};
const summary = () => screen.getByRole("region", { name: "Cart Summary" }).textContent;

test("a plan is offered, stays shown after the shopper chooses it, and disappears after the shopper declines it", () => {
  const cart: Cart = { ...emptyCart, cartEmpty: false, cartTotal: 100, installmentBilling: plan };
  const { rerender } = render(<CartSummary cart={cart} />);
  expect(summary()).toContain("Or choose our 3-month payment plan");
  expect(summary()).toContain("3 payments: $45.00 today, then 2 monthly payments of $27.50");
  expect(summary()).not.toContain("Payment schedule");
  expect(summary()).not.toContain("Due today");
  rerender(<CartSummary cart={{ ...cart, installmentBilling: { ...plan, selected: true } }} />);
  expect(summary()).toContain("3-month payment plan");
  expect(summary()).toContain("Order total$100.00Due today$45.00");
  expect(summary()).toContain(
    "Down payment Today$45.00Payment 2 December 20, 2026$27.50Payment 3 January 20, 2027$27.50",
  );
  rerender(<CartSummary cart={{ ...cart, installmentBilling: { ...plan, selected: false } }} />);
  expect(summary()).not.toMatch(/payment plan/i);
});

test("a chosen plan can be replaced with the full price", async () => {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push(`${request.method} ${new URL(request.url).pathname}`);
    return Response.json({ success: true });
  });
  const cart: Cart = { ...emptyCart, cartEmpty: false, cartTotal: 100, installmentBilling: plan };
  const { rerender } = render(<CartSummary cart={cart} />);
  expect(screen.queryByRole("button", { name: "Pay in full instead" })).toBeNull();
  rerender(<CartSummary cart={{ ...cart, installmentBilling: { ...plan, selected: true } }} />);
  fireEvent.click(screen.getByRole("button", { name: "Pay in full instead" }));
  await vi.waitFor(() => expect(sent).toEqual(["POST /api/cart/clear-installment-billing"]));
  // The shop shows neither the plan nor the pressed button after this call, so focus must move to the title.
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Cart Summary"));
  vi.unstubAllGlobals();
});

test("plans that cannot be combined are not offered, and the reason is shown", () => {
  const blocked = { eligible: false, blocked: true, selectionWarning: "They do not combine.", payments: [] };
  render(<CartSummary cart={{ ...emptyCart, cartTotal: 100, installmentBilling: blocked }} />);
  expect(summary()).toContain("They do not combine.");
  expect(summary()).not.toContain("Payment plan");
});

const withFee: Cart = {
  ...emptyCart,
  cartEmpty: false,
  cartTotal: 100,
  installmentBilling: { ...plan, planFee: 6 },
};

test("a plan that was not chosen is offered with its fee", () => {
  render(<CartSummary cart={withFee} />);
  screen.getByRole("heading", { name: "Or choose our 3-month payment plan" });
  screen.getByText(/Today's payment includes a plan fee of \$6\.00\.$/);
  screen.getByRole("button", { name: "Choose this payment plan" });
});

test("the subtotal includes the ticket fees, and other fees are listed one by one with the fee of a chosen plan", () => {
  const fees = [
    { name: "Ticket fees", amount: 3, included: true },
    { name: "Order processing fee", amount: 3.95, included: false },
    { name: "Payment plan fee", amount: 6, included: false },
  ];
  const chosen = { ...plan, planFee: 6, selected: true };
  render(
    <CartSummary
      cart={{
        ...withFee,
        displaySubtotal: 83,
        feeTotal: 12.95,
        addedFeeTotal: 9.95,
        fees,
        installmentBilling: chosen,
      }}
    />,
  );
  screen.getByText(/Today's payment includes a plan fee of \$6\.00\.$/);
  expect(screen.getByText("Subtotal").nextSibling?.textContent).toBe("$83.00");
  expect(screen.getByText("Ticket fees, included").nextSibling?.textContent).toBe("$3.00");
  expect(screen.getByText("Order fees").nextSibling?.textContent).toBe("$9.95");
  expect(screen.getByText("Order processing fee").nextSibling?.textContent).toBe("$3.95");
  expect(screen.getByText("Payment plan fee").nextSibling?.textContent).toBe("$6.00");
});

test("a single fee has a row of its own, without the heading of all fees", () => {
  const fees = [{ name: "Order processing fee", amount: 3.95, included: false }];
  render(<CartSummary cart={{ ...withFee, feeTotal: 3.95, addedFeeTotal: 3.95, fees }} />);
  expect(screen.getByText("Order processing fee").nextSibling?.textContent).toBe("$3.95");
  expect(screen.queryByText("Order fees")).toBeNull();
});
