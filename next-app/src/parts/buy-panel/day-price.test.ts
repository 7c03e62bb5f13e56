import { expect, test } from "vitest";
import type { Product } from "@/api/types";
import { initial, type PickerState } from "@/parts/performance-picker/picker-state";
import { aDetail, aPerformance, aVariant } from "@/parts/performance-picker/sample";
import { dayPrice } from "./day-price";
import { initialQuantities } from "./order-state";

const variants = [aVariant("adult", { displayPrice: 50 }), aVariant("child", { displayPrice: 30 })];
const product = { id: "day", variants, hasPlaces: false } as unknown as Product;
const at = (id: string, adult: number, more = {}) =>
  aPerformance(id, {
    prices: [
      { extProductVariantId: "adult", displayName: "Adult", displayPrice: adult },
      { extProductVariantId: "child", displayName: "Child", displayPrice: 30 },
    ],
    ...more,
  });

/** The price of a day with these times for two adults. */
function price(performances: PickerState["performances"], more: Partial<PickerState> = {}, of = product) {
  const state: PickerState = { ...initial, date: "2026-12-05", groupSize: 2, performances, ...more };
  return dayPrice(of, state, (sold) => initialQuantities(sold, undefined, 2));
}

test("the price of a day is that of the group over the times that have room, and its lines are at the cheapest", () => {
  const full = at("full", 10, { hasRoom: false });
  expect(price([at("late", 65), at("early", 60.5), full])).toEqual({
    lowest: 12_100,
    highest: 13_000,
    lines: [
      {
        productId: "day",
        productVariantId: "adult",
        quantity: 2,
        unitPrice: 9,
        performances: [{ selectionIndex: 1, performanceId: "early" }],
      },
    ],
  });
  expect(price([at("noon", 60), at("two", 60)])).toMatchObject({ lowest: 12_000, highest: 12_000 });
});

test("a chosen show or time decides the price", () => {
  const performances = [at("river", 60), at("hill", 70, { showId: "hill" })];
  expect(price(performances, { show: { id: "hill", automatic: false } })).toMatchObject({ lowest: 14_000 });
  expect(price(performances, { chosen: [{ id: "river", automatic: false }] })).toMatchObject({
    lowest: 12_000,
    highest: 12_000,
  });
});

test("with later times to choose there are no lines, because they would be incomplete", () => {
  const evening = aPerformance("evening", { selectionIndex: 2 });
  expect(price([at("noon", 60), evening])).toEqual({ lowest: 12_000, highest: 12_000, lines: [] });
});

test("there is no price before the day, with places, once the variants have loaded, and without prices", () => {
  expect(price(null)).toBeNull();
  expect(price([at("noon", 60)], {}, { ...product, hasPlaces: true })).toBeNull();
  expect(price([at("noon", 60)], { detail: aDetail() })).toBeNull();
  expect(price([aPerformance("noon")])).toBeNull();
});
