// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Cart } from "@/api/types";
import { CartSummary } from "./cart-summary";

afterEach(cleanup);

const empty: Cart = {
  itemGroups: [],
  cartEmpty: true,
  openPasses: 0,
  cartRevised: false,
  cartTotal: 0,
  cartTotalNetTaxesAndFees: 0,
  taxTotal: 0,
  feeTotal: 0,
  deliveryTotal: 0,
  acceptTerms: false,
  acknowledgeLocation: false,
  paymentInProgress: false,
  holdExtendable: false,
  now: "2026-11-20T15:00:00Z",
};

test("an empty cart is said to be in the summary's own words", () => {
  render(<CartSummary cart={empty} lines={<ul />} />);
  expect(screen.getByRole("region", { name: "Cart Summary" }).textContent).toContain(
    "There are no items in your cart",
  );
});

test("a cart with something in it is not", () => {
  render(<CartSummary cart={{ ...empty, cartEmpty: false }} lines={<ul />} />);
  expect(screen.queryByText("There are no items in your cart")).toBeNull();
});
