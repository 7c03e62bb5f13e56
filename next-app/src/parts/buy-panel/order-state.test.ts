import { describe, expect, test } from "vitest";
import type { Variant } from "@/api/types";
import { anExchange } from "@/parts/exchange-notice/sample";
import type { UnitSeats } from "@/parts/performance-picker/picker-state";
import { aVariant } from "@/parts/performance-picker/sample";
import { type } from "@/parts/quantity-stepper/stepper-state";
import {
  cartLines,
  entitledTo,
  exchangedQuantities,
  groupOf,
  initialQuantities,
  keptQuantities,
  missing,
  missingSeats,
  redeemedLines,
  seatLines,
  totalCents,
} from "./order-state";

const variant = (id: string, change: Partial<Variant> = {}) =>
  aVariant(id, { displayPrice: 0.1, unitPrice: 0.1, ...change });
const adult = variant("adult", { displayPrice: 49.99 });
const group = variant("group", { minQuantity: 5 });
const of = (value: number) => ({ value, typed: null });

test("choices are incomplete until variants are loaded", () => {
  expect(missing(null, {})).toEqual({ reason: "choices" });
});

test("nothing can be added without a quantity", () => {
  expect(missing([adult, group], {})).toEqual({ reason: "quantity" });
  expect(missing([adult], { adult: of(0) })).toEqual({ reason: "quantity" });
});

test("nothing can be added while one of the quantities is invalid", () => {
  expect(missing([adult, group], { adult: of(1), group: type("2") })).toEqual({
    reason: "invalid",
    variant: group,
  });
});

test("items can be added if at least one quantity is chosen and valid", () => {
  expect(missing([adult, group], { adult: of(1) })).toBeNull();
});

test("the total is exact and leaves out invalid quantities", () => {
  expect(totalCents([adult, variant("child")], { adult: of(2), child: of(3) })).toBe(9998 + 30);
  expect(totalCents([group], { group: type("2") })).toBe(0);
});

test("only chosen variants become lines, each with the same performances", () => {
  const performances = [{ selectionIndex: 1, performanceId: "p" }];
  expect(cartLines("day", [adult, group], { adult: of(2) }, performances)).toEqual([
    { productId: "day", productVariantId: "adult", quantity: 2, unitPrice: 0.1, performances },
  ]);
  expect(cartLines("day", [adult], { adult: of(1) }, undefined)).toEqual([
    { productId: "day", productVariantId: "adult", quantity: 1, unitPrice: 0.1 },
  ]);
});

test("each chosen seat becomes a line with its performance and seat, and an order without lines is reported as missing seats", () => {
  const unit = { seats: { p: "b-7" }, variantId: "adult", unitPrice: 48.74, displayPrice: 49.99 };
  const at = ({ p: seatId }: UnitSeats) => [{ selectionIndex: 1, performanceId: "p", seatId }];
  expect(seatLines("concert", [unit], at)).toEqual([
    {
      productId: "concert",
      productVariantId: "adult",
      quantity: 1,
      unitPrice: 48.74,
      performances: at({ p: "b-7" }),
    },
  ]);
  expect(missingSeats([unit], true)).toBeNull();
  expect(missingSeats([unit], false)).toEqual({ reason: "choices" });
  expect(missingSeats([], true)).toEqual({ reason: "seats" });
});

test("a variant chosen before the product was opened starts with its minimum quantity", () => {
  expect(initialQuantities([adult, group], "group", 1)).toEqual({ group: of(5) });
  expect(initialQuantities([adult], "adult", 1)).toEqual({ adult: of(1) });
  expect(initialQuantities([adult], "group", 1)).toEqual({});
});

test("without a chosen variant the standard one starts with its minimum quantity, and passes with none", () => {
  expect(initialQuantities([adult, group], undefined, 1)).toEqual({ adult: of(1) });
  expect(initialQuantities([group, adult], undefined, 1)).toEqual({ group: of(5) });
  expect(initialQuantities([variant("pass", { isPass: true }), adult], undefined, 1)).toEqual({});
  expect(initialQuantities([], undefined, 1)).toEqual({});
});

test("the first quantity is the size of the group within the limits of the variant", () => {
  expect(initialQuantities([adult], undefined, 4)).toEqual({ adult: of(4) });
  expect(initialQuantities([adult], undefined, 99)).toEqual({ adult: of(adult.maxQuantity) });
  expect(initialQuantities([group], undefined, 2)).toEqual({ group: of(5) });
});

test("a group can be as large as the limit of the standard variant, and there is none for passes or single tickets", () => {
  expect(groupOf({ variants: [adult, group] })).toEqual({ max: adult.maxQuantity });
  expect(groupOf({ variants: [variant("pass", { isPass: true }), adult] })).toBeUndefined();
  expect(groupOf({ variants: [variant("one", { maxQuantity: 1 })] })).toBeUndefined();
  expect(groupOf({ variants: [variant("many", { maxQuantity: 1000 })] })).toEqual({ max: 100 });
  expect(groupOf({ variants: [] })).toBeUndefined();
});

test("quantities are kept for the next date if they are for the whole group and their variants are offered", () => {
  const child = variant("child", {});
  const before = { adult: of(2), child: of(1), senior: of(0) };
  expect(keptQuantities([adult, child], before, 3)).toEqual({ adult: of(2), child: of(1) });
  expect(keptQuantities([adult, child], before, 4)).toBeNull();
  expect(keptQuantities([adult], before, 3)).toBeNull();
  expect(keptQuantities([adult, child], {}, 1)).toBeNull();
});

describe("redemption", () => {
  const entitled = {
    variantId: "adult",
    entitlements: [
      { id: "friends/1", remainingQuantity: 1 },
      { id: "friends/2", remainingQuantity: 2 },
    ],
  };
  const line = (quantity: number) => ({ productId: "day", productVariantId: "adult", quantity });

  test("a redemption offers only the redeemed variant, up to the remaining number", () => {
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
  ])("%i redeemed items are taken from one entitlement after the other", (quantity, taken) => {
    const lines = redeemedLines([line(quantity)], entitled);
    expect(lines.map(({ entitlementId, quantity }) => [entitlementId, quantity])).toEqual(taken);
  });

  test("the entitlements of a redeemed variant are distributed over all lines", () => {
    const lines = redeemedLines([line(1), line(1)], entitled);
    expect(lines.map(({ entitlementId }) => entitlementId)).toEqual(["friends/1", "friends/2"]);
  });
});

test("the quantities start with what is still missing of an exchange, unless a group of another size is wanted", () => {
  const exchange = anExchange();
  expect(exchangedQuantities([adult, variant("child")], exchange, "park-day", 1)).toEqual({
    adult: of(2),
    child: of(1),
  });
  expect(exchangedQuantities([adult, variant("child")], exchange, "park-day", 3)).not.toBeNull();
  expect(exchangedQuantities([adult, variant("child")], exchange, "park-day", 5)).toBeNull();
  // A variant that is not offered that day, and another product.
  expect(exchangedQuantities([adult], exchange, "park-day", 1)).toEqual({ adult: of(2) });
  expect(exchangedQuantities([adult], exchange, "ferry", 1)).toBeNull();
  expect(exchangedQuantities([adult], { ...exchange, missing: [] }, "park-day", 1)).toBeNull();
  expect(exchangedQuantities([adult], undefined, "park-day", 1)).toBeNull();
});
