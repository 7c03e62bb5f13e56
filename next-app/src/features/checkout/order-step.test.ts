import { expect, test } from "vitest";
import type { Cart } from "@/api/types";
import { aGroup, aLine, emptyCart } from "@/parts/cart-lines/sample";
import { orderStep } from "./order-step";

const cart = (total: number): Cart => ({
  ...emptyCart,
  cartEmpty: false,
  itemGroups: [aGroup("book", aLine("line-1", total))],
  cartTotal: total,
});

test("checkout stops when the cart is empty or could not be read", () => {
  expect(orderStep(cart(20), emptyCart)).toEqual({ type: "stop" });
  expect(orderStep(cart(20), undefined)).toEqual({ type: "stop" });
});

test("a changed total must be confirmed before it is paid", () => {
  expect(orderStep(cart(20), cart(25))).toEqual({ type: "confirm-change", change: "total" });
});

test("a revision of the cart must be confirmed before payment", () => {
  const revised = { ...cart(20), cartRevised: true, reviseCartMessage: "Removed" };
  expect(orderStep(cart(20), revised)).toEqual({ type: "confirm-change", change: "revision" });
});

test("a total that changed only because of a new delivery method is paid without confirmation", () => {
  expect(orderStep(cart(20), cart(25), "post")).toEqual({ type: "pay", amount: 25 });
});

test("a cart with a total is paid, and a free cart is submitted without payment", () => {
  expect(orderStep(cart(20), cart(20))).toEqual({ type: "pay", amount: 20 });
  expect(orderStep(cart(0), cart(0))).toEqual({ type: "submit" });
});
