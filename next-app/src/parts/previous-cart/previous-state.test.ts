import { expect, test } from "vitest";
import type { Cart } from "@/api/types";
import { aGroup, aLine } from "@/parts/cart-lines/sample";
import { changedTotals, removedGroups, repricedFrom } from "./previous-state";

const line = (id: string, price = 20) => aLine(id, price, 2);

const totals = { cartTotal: 50, displaySubtotal: 40, taxTotal: 4, addedFeeTotal: 6, deliveryTotal: 0 };
const before: NonNullable<Cart["previousCart"]> = {
  itemGroups: [aGroup("museum", line("a"), line("b")), aGroup("park", line("c"))],
  cartTotal: 98,
  displaySubtotal: 80,
  taxTotal: 8,
  addedFeeTotal: 10,
  deliveryTotal: 0,
};

test("a line that is no longer in the cart is listed as removed, with its product", () => {
  const cart = { itemGroups: [aGroup("museum", line("b"))], previousCart: before };
  expect(removedGroups(cart).map(({ productId, items }) => [productId, items.map(({ id }) => id)])).toEqual([
    ["museum", ["a"]],
    ["park", ["c"]],
  ]);
});

test("a cart without a revision has no removed lines, changed prices or changed totals", () => {
  expect(removedGroups({ itemGroups: [aGroup("museum", line("a"))] })).toEqual([]);
  expect(repricedFrom({ itemGroups: [] }, line("a"))).toBeNull();
  expect(changedTotals({ itemGroups: [], ...totals })).toEqual([]);
});

test("the earlier price of a line is shown only if it changed", () => {
  const cart = { itemGroups: [aGroup("museum", line("a", 25), line("b"))], previousCart: before };
  expect(repricedFrom(cart, line("a", 25))?.displayPrice).toBe(20);
  expect(repricedFrom(cart, line("b"))).toBeNull();
  expect(repricedFrom(cart, line("new"))).toBeNull();
});

test("the earlier amount of a total is shown if it differs", () => {
  const cart = { itemGroups: [], previousCart: before, ...totals };
  expect(changedTotals(cart)).toEqual([
    { textId: "summary.subtotal", was: 80, now: 40 },
    { textId: "summary.tax", was: 8, now: 4 },
    { textId: "summary.fees", was: 10, now: 6 },
    { textId: "summary.total", was: 98, now: 50 },
  ]);
});

test("if the previous cart has no totals, its removed lines are still listed and no totals are compared", () => {
  const cart = { itemGroups: [], previousCart: { itemGroups: before.itemGroups }, ...totals };
  expect(removedGroups(cart)).toHaveLength(2);
  expect(changedTotals(cart)).toEqual([]);
});
