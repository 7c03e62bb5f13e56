import { expect, test } from "vitest";
import type { ReservationAddOn } from "@/api/types";
import type { Row } from "@/parts/entitlements/rows";
import { publicSale, redemption } from "@/parts/performance-picker/sale";
import {
  benefitsFor,
  missingChoice,
  noChoices,
  pricedVariants,
  purchases,
  selectionsOf,
  withoutQuantities,
} from "./choices";

const variant = (id: string) => ({
  id,
  name: id,
  displayPrice: 12,
  displayPriceIsFrom: false,
  unitPrice: 11,
  minQuantity: 1,
  maxQuantity: 4,
});
const price = (id: string, displayPrice: number) => ({ id, displayPrice, unitPrice: displayPrice - 1 });
const time = (selectionIndex: number, performanceId: string) => ({
  selectionIndex,
  performanceId,
  showName: "Parking",
  prices: selectionIndex === 1 ? [price("car", 12), price("bus", 12)] : [],
});
const parking: ReservationAddOn = {
  productId: "parking",
  name: "Parking",
  shortDescription: "",
  variants: [variant("car"), variant("bus")],
  times: [],
};
const tour: ReservationAddOn = { ...parking, times: [time(2, "late"), time(1, "ten"), time(1, "two")] };
/** The lines of the only call of `cart/add`, if nothing is redeemed. */
const bought = (addOn: ReservationAddOn, choices: typeof noChoices) =>
  purchases(addOn, choices, [])[0]?.items;
const count = (value: number) => ({ value, typed: null });

test("times are grouped by selection", () => {
  expect(selectionsOf(tour).map(({ index, times }) => [index, times.length])).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

test("an add-on requires a quantity within the limits, and a time if there are several", () => {
  expect(missingChoice(parking, noChoices, [])).toBe("reservation-add-ons.none-chosen");
  expect(missingChoice(parking, { ...noChoices, quantities: { car: count(5) } }, [])).toBe(
    "reservation-add-ons.none-chosen",
  );
  expect(missingChoice(parking, { ...noChoices, quantities: { car: count(1) } }, [])).toBeNull();
  const car = { ...noChoices, quantities: { car: count(1) } };
  expect(missingChoice(tour, car, [])).toBe("reservation-add-ons.option-required");
  const times = tour.times.map((one) => ({ ...one, performanceTime: "14:00" }));
  expect(missingChoice({ ...tour, times }, car, [])).toBe("reservation-add-ons.time-required");
  expect(missingChoice(tour, { quantities: { car: count(1) }, times: { 1: "two" } }, [])).toBeNull();
});

test("variants are added at the chosen time, or at the only time if there is one", () => {
  expect(bought(parking, { ...noChoices, quantities: { car: count(2), bus: count(0) } })).toEqual([
    { productVariantId: "car", productId: "parking", quantity: 2, unitPrice: 11 },
  ]);
  expect(bought(tour, { quantities: { bus: count(1) }, times: { 1: "two" } })).toEqual([
    {
      productVariantId: "bus",
      productId: "parking",
      quantity: 1,
      unitPrice: 11,
      performances: [
        { selectionIndex: 1, performanceId: "two" },
        { selectionIndex: 2, performanceId: "late" },
      ],
    },
  ]);
});

test("a variant is sold only at times that have a price for it, and has the price of the chosen time", () => {
  const evening = { ...time(1, "two"), prices: [price("car", 18)] };
  const car = { ...variant("car"), displayPriceIsFrom: true };
  const dearer = {
    ...tour,
    variants: [car, variant("bus")],
    times: [time(1, "ten"), evening, time(2, "late")],
  };
  const prices = (times: Record<number, string>) =>
    pricedVariants(dearer, { ...noChoices, times }).map((it) => [it.id, it.displayPrice, it.isFrom]);
  expect(prices({})).toEqual([
    ["car", 12, true],
    ["bus", 12, false],
  ]);
  expect(prices({ 1: "ten" })).toEqual([
    ["car", 12, false],
    ["bus", 12, false],
  ]);
  expect(prices({ 1: "two" })).toEqual([["car", 18, false]]);
  const both = { quantities: { car: count(1), bus: count(1) }, times: { 1: "two" } };
  expect(
    bought(dearer, both)?.map(({ productVariantId, unitPrice }) => [productVariantId, unitPrice]),
  ).toEqual([["car", 17]]);
});

const free: Row = {
  key: "gold car",
  productId: "parking",
  productName: "Parking",
  variantName: "Car",
  name: "Parking for passholders",
  holder: "Ada Lovelace",
  price: 0,
  from: "2026-12-01",
  to: "2027-11-30",
  total: 10,
  remaining: 3,
  shared: false,
  sale: redemption(2, "pass-parking"),
  entitled: { variantId: "car", entitlements: [{ id: "gold", remainingQuantity: 3 }] },
};

test("a benefit is offered for its product if it is valid on the day of the visit and not used up", () => {
  const offered = (row: Row, day = "2026-12-24", addOn = parking) =>
    benefitsFor(addOn, noChoices, [row], day).length;
  expect(offered(free)).toBe(1);
  expect([offered(free, "2026-11-30"), offered(free, "2027-12-01")]).toEqual([0, 0]);
  expect(offered({ ...free, remaining: 0 })).toBe(0);
  expect(offered({ ...free, remaining: 0, heldBack: "A payment for this pass is due." })).toBe(1);
  expect(offered(free, "2026-12-24", { ...parking, productId: "locker" })).toBe(0);
  expect(offered({ ...free, entitled: { ...free.entitled, variantId: "boat" } })).toBe(0);
});

test("what a pass gives is redeemed in its own call, up to the number left, and the rest is bought", () => {
  const chosen = { quantities: { [free.key]: count(1), bus: count(2) }, times: { 1: "two" } };
  const performances = [
    { selectionIndex: 1, performanceId: "two" },
    { selectionIndex: 2, performanceId: "late" },
  ];
  const line = { productId: "parking", performances };
  expect(missingChoice(tour, chosen, [free])).toBeNull();
  expect(purchases(tour, chosen, [free])).toEqual([
    {
      sale: { saleFlowId: 2, extPromotionId: "pass-parking" },
      items: [{ ...line, productVariantId: "car", quantity: 1, entitlementId: "gold" }],
      keys: ["gold car"],
    },
    {
      sale: publicSale,
      items: [{ ...line, productVariantId: "bus", quantity: 2, unitPrice: 11 }],
      keys: ["bus"],
    },
  ]);
  expect(withoutQuantities(chosen, ["gold car"])).toEqual({ ...chosen, quantities: { bus: count(2) } });
  const tooMany = { ...noChoices, quantities: { [free.key]: count(4) } };
  expect(missingChoice(parking, tooMany, [free])).toBe("reservation-add-ons.none-chosen");
});
