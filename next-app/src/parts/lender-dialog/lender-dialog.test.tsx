// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isOnOrigin } from "@/lib/load-script";
import LenderDialog from "./lender-dialog";

beforeEach(() => {
  document.documentElement.dataset.theme = "light";
});
afterEach(cleanup);

const props = { amount: 129, onPaid: () => {}, onCancel: () => {}, onClose: () => {} };

test("an unknown lender is reported in the dialog, and the shopper can pay in full instead", async () => {
  render(<LenderDialog {...props} processor="elsewhere" resume={null} />);
  expect((await screen.findByRole("alert")).textContent).toContain("Unable to open payment processor");
  expect(screen.getByRole("dialog", { name: "Payment Plan Details" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Pay in full" })).toBeDefined();
});

test("without an offer, the shopper can return to checkout, contact the lender again, or pay in full", async () => {
  const [onCancel, onClose] = [vi.fn(), vi.fn()];
  render(<LenderDialog {...props} {...{ onCancel, onClose }} processor="elsewhere" resume={null} />);
  await screen.findByRole("alert");
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  press("Back to checkout");
  press("Close");
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose.mock.calls).toEqual([[null], [null], [null]]);
  expect(onCancel).not.toHaveBeenCalled();
  press("Pay in full");
  expect(onCancel).toHaveBeenCalledOnce();
  press("Try again");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(document.activeElement?.textContent).toBe("Contacting the lender");
  await screen.findByRole("button", { name: "Try again" });
});

test("a payment with an unknown outcome is shown as being checked, without an offer", () => {
  const attempt = { processor: "sandbox-lender", sessionKey: "u1", paymentKey: "0123456789", amount: 129 };
  render(
    <LenderDialog
      {...props}
      processor="sandbox-lender"
      resume={{ attempt, call: "order", cardholderName: "", cardholderAddress: "", saveCard: false }}
    />,
  );
  const dialog = screen.getByRole("dialog", { name: "Payment Plan Details" });
  expect(dialog.textContent).toContain("We're checking your payment. Please don't pay again.");
  expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull();
});

test.each([
  ["https://lender.example/lender/script.js", true],
  ["https://lender.example.evil.example/script.js", false],
  ["http://lender.example/script.js", false],
  ["data:text/javascript,1", false],
  ["/script.js", false],
])("%s is a script of the lender: %s", (address, is) => {
  expect(isOnOrigin(address, "https://lender.example")).toBe(is);
});
