import { expect, test } from "vitest";
import type { CartItem, Product } from "@/api/types";
import { aGroup, aLine } from "@/parts/cart-lines/sample";
import {
  cheapest,
  codeChoices,
  otherOffers,
  pricedChoice,
  replacedOffers,
  savingLines,
  unchangedCart,
} from "./code-choice";
import { codeLines } from "./code-lines";

const line = (id: string, changes: Partial<CartItem> = {}) => ({ ...aLine(id, 50, 2), ...changes });
const quote = (displayTotal: number, ...offers: [string, number][]) => ({
  displayTotal,
  offers: offers.map(([displayName, saved]) => ({
    quantity: 1,
    displayName,
    unitPriceAdjustment: -saved,
    adjustmentTotal: -saved,
    displayAdjustmentTotal: -saved,
  })),
});
const childFree = "One child free";
/** Two adults, whose child is free, and an evening in the theater. */
const child = line("child", {
  productVariantId: "child",
  displayTotal: 0,
  offers: quote(0, [childFree, 32.5]).offers,
});
const family = {
  itemGroups: [aGroup("day", line("adult"), child), aGroup("play", line("seat-1"), line("seat-2"))],
};
const all = [
  { id: "day", variants: [{ extProductVariantId: "adult" }, { extProductVariantId: "child" }] },
  { id: "play", variants: [{ extProductVariantId: "adult" }] },
] as Product[];
const unchanged = unchangedCart(family);
const covered = codeLines(family, all, "CODE");
const seats = covered.slice(2);

test("a code is priced for all lines and for the lines of each variant", () => {
  const ids = (lines: typeof covered) => codeChoices(lines).map((choice) => choice.map(({ id }) => id));
  expect(ids(covered)).toEqual([
    ["adult", "child", "seat-1", "seat-2"],
    ["adult"],
    ["child"],
    ["seat-1", "seat-2"],
  ]);
  expect(ids(seats)).toEqual([["seat-1", "seat-2"]]);
});

test("a code is used where it lowers the price, although a different offer in the cart is worth more", () => {
  const [everywhere, adults, evening] = [
    pricedChoice(covered, quote(310)),
    pricedChoice(covered.slice(0, 1), quote(322)),
    pricedChoice(seats, quote(280, [childFree, 32.5])),
  ];
  expect(unchanged.total).toBe(300_00);
  expect(savingLines(unchanged, [adults, evening])).toEqual(seats);
  expect(cheapest(unchanged, [everywhere, adults, evening])).toBe(evening);
  expect(cheapest(unchanged, [everywhere, pricedChoice(seats, quote(300))])).toBe(unchanged);
});

test("an offer that the code would replace is named with what it saves and what the code saves instead", () => {
  const replacing = replacedOffers(unchanged, pricedChoice(covered, quote(328.5)));
  expect(replacing).toEqual({ names: [childFree], worth: 32_50, saving: 4_00 });
});

test("no choice is offered if no offer is lost or the code saves nothing", () => {
  expect(replacedOffers(unchanged, pricedChoice(covered, quote(301, [childFree, 32.5])))).toBeNull();
  expect(replacedOffers(unchanged, pricedChoice(covered, quote(332.5)))).toBeNull();
});

test("offers that a code keeps from applying are named if the cart would cost less with them", () => {
  const without = pricedChoice(covered, quote(150, [childFree, 32.5]));
  const withCode = (total: number, ...offers: [string, number][]) =>
    pricedChoice([], quote(total, ...offers));
  expect(otherOffers(withCode(170), without)).toEqual({ names: [childFree], less: 2000 });
  expect(otherOffers(withCode(170, [childFree, 32.5]), without)).toBeNull();
  expect(otherOffers(withCode(150), without), "the code saves as much").toEqual({
    names: [childFree],
    less: 0,
  });
});
