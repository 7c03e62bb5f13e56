import { describe, expect, test } from "vitest";
import type { Variant } from "@/api/types";
import { aVariant } from "@/parts/performance-picker/sample";
import { type } from "@/parts/quantity-stepper/stepper-state";
import {
  cartLines,
  entitledTo,
  missing,
  missingSeats,
  openingQuantities,
  redeemedLines,
  seatLines,
  totalCents,
} from "./order-state";

const variant = (id: string, change: Partial<Variant> = {}) =>
  aVariant(id, { displayPrice: 0.1, unitPrice: 0.1, ...change });
const adult = variant("adult", { displayPrice: 49.99 });
const group = variant("group", { minQuantity: 5 });
const of = (value: number) => ({ value, typed: null });

test("without variants the choices are missing", () => {
  expect(missing(null, {})).toEqual({ reason: "choices" });
});

test("without a quantity nothing can be added", () => {
  expect(missing([adult, group], {})).toEqual({ reason: "quantity" });
  expect(missing([adult], { adult: of(0) })).toEqual({ reason: "quantity" });
});

test("one wrong quantity stops the others", () => {
  expect(missing([adult, group], { adult: of(1), group: type("2") })).toEqual({
    reason: "invalid",
    variant: group,
  });
});

test("one right quantity is enough", () => {
  expect(missing([adult, group], { adult: of(1) })).toBeNull();
});

test("the total is exact and leaves out what cannot be bought", () => {
  expect(totalCents([adult, variant("child")], { adult: of(2), child: of(3) })).toBe(9998 + 30);
  expect(totalCents([group], { group: type("2") })).toBe(0);
});

test("only chosen variants become lines, with the same performances each", () => {
  const performances = [{ selectionIndex: 1, performanceId: "p" }];
  expect(cartLines("day", [adult, group], { adult: of(2) }, performances)).toEqual([
    { productId: "day", productVariantId: "adult", quantity: 2, unitPrice: 0.1, performances },
  ]);
  expect(cartLines("day", [adult], { adult: of(1) }, undefined)).toEqual([
    { productId: "day", productVariantId: "adult", quantity: 1, unitPrice: 0.1 },
  ]);
});

test("named seats are a line each, at the performance and the seat", () => {
  const line = { seatId: "b-7", variantId: "adult", unitPrice: 48.74, displayPrice: 49.99 };
  const order = { lines: [line], cents: 4999, seats: [line] };
  const at = (seatId: string) => [{ selectionIndex: 1, performanceId: "p", seatId }];
  expect(seatLines("concert", order, at)).toEqual([
    {
      productId: "concert",
      productVariantId: "adult",
      quantity: 1,
      unitPrice: 48.74,
      performances: at("b-7"),
    },
  ]);
  expect(missingSeats(order)).toBeNull();
  expect(missingSeats({ lines: [], cents: 0, seats: [line] })).toEqual({ reason: "seats" });
});

test("what was chosen before begins with the least that can be bought", () => {
  expect(openingQuantities([adult, group], "group")).toEqual({ group: of(5) });
  expect(openingQuantities([adult], "adult")).toEqual({ adult: of(1) });
  expect(openingQuantities([adult], "group")).toEqual({});
});

describe("what is redeemed", () => {
  const entitled = {
    variantId: "adult",
    entitlements: [
      { id: "friends/1", remainingQuantity: 1 },
      { id: "friends/2", remainingQuantity: 2 },
    ],
  };
  const line = (quantity: number) => ({ productId: "day", productVariantId: "adult", quantity });

  test("is its variant alone, and no more of it than is left", () => {
    const offered = entitledTo([adult, { ...adult, extProductVariantId: "child" }], entitled);
    expect(offered.map(({ extProductVariantId, maxQuantity }) => [extProductVariantId, maxQuantity])).toEqual(
      [["adult", 3]],
    );
    const [redeemed] = entitledTo([{ ...adult, minQuantity: 5, maxQuantity: 2 }], entitled);
    expect([redeemed?.minQuantity, redeemed?.maxQuantity]).toEqual([1, 3]);
  });

  test.each([
    [1, [["friends/1", 1]]],
    [
      3,
      [
        ["friends/1", 1],
        ["friends/2", 2],
      ],
    ],
    [
      4,
      [
        ["friends/1", 1],
        ["friends/2", 2],
        ["friends/2", 1],
      ],
    ],
  ])("%i of it are taken from one entitlement after the other", (quantity, taken) => {
    const lines = redeemedLines([line(quantity)], entitled);
    expect(lines.map(({ entitlementId, quantity }) => [entitlementId, quantity])).toEqual(taken);
  });

  test("is taken by all lines together", () => {
    const lines = redeemedLines([line(1), line(1)], entitled);
    expect(lines.map(({ entitlementId }) => entitlementId)).toEqual(["friends/1", "friends/2"]);
  });
});
