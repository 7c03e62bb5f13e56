import { expect, test } from "vitest";
import type { ReservationAddOn } from "@/api/types";
import { cartLines, missingChoice, noChoices, pricedVariants, selectionsOf } from "./choices";

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
const count = (value: number) => ({ value, typed: null });

test("times are grouped by selection", () => {
  expect(selectionsOf(tour).map(({ index, times }) => [index, times.length])).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

test("an add-on requires a quantity within the limits, and a time if there are several", () => {
  expect(missingChoice(parking, noChoices)).toBe("reservation-add-ons.none-chosen");
  expect(missingChoice(parking, { ...noChoices, quantities: { car: count(5) } })).toBe(
    "reservation-add-ons.none-chosen",
  );
  expect(missingChoice(parking, { ...noChoices, quantities: { car: count(1) } })).toBeNull();
  expect(missingChoice(tour, { ...noChoices, quantities: { car: count(1) } })).toBe(
    "reservation-add-ons.time-required",
  );
  expect(missingChoice(tour, { quantities: { car: count(1) }, times: { 1: "two" } })).toBeNull();
});

test("variants are added at the chosen time, or at the only time if there is one", () => {
  expect(cartLines(parking, { ...noChoices, quantities: { car: count(2), bus: count(0) } })).toEqual([
    { productVariantId: "car", productId: "parking", quantity: 2, unitPrice: 11 },
  ]);
  expect(cartLines(tour, { quantities: { bus: count(1) }, times: { 1: "two" } })).toEqual([
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
    cartLines(dearer, both).map(({ productVariantId, unitPrice }) => [productVariantId, unitPrice]),
  ).toEqual([["car", 17]]);
});
