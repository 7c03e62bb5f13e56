import { expect, test } from "vitest";
import { emptyCartExit } from "./empty-cart-exit";

const nothing = { hasRemovedLines: false, ordered: false, selectionPath: "/product/single/day" };

test("an empty cart redirects to product selection, which shows an explanation", () => {
  expect(emptyCartExit(nothing)).toEqual({ path: "/product/single/day", explains: true });
});

test("a cart with lines removed by a revision redirects to the cart page, even after an order", () => {
  const exit = { path: "/cart", explains: false };
  expect(emptyCartExit({ ...nothing, hasRemovedLines: true })).toEqual(exit);
  expect(emptyCartExit({ ...nothing, hasRemovedLines: true, ordered: true })).toEqual(exit);
});

test("an empty cart after an order or without a selection redirects to the cart page with reroute=true", () => {
  const exit = { path: "/cart?reroute=true", explains: false };
  expect(emptyCartExit({ ...nothing, ordered: true })).toEqual(exit);
  expect(emptyCartExit({ ...nothing, selectionPath: "/cart" })).toEqual(exit);
});
