import { expect, test } from "vitest";
import type { Variant } from "@/api/types";
import { priceSpan } from "./price-span";

const variant = (displayPrice: number, highestDisplayPrice?: number) =>
  ({
    displayPrice,
    highestDisplayPrice,
    displayPriceIsFrom: highestDisplayPrice !== undefined,
    inFromPrice: true,
  }) as Variant;

test("a product's price range goes from its cheapest variant to its most expensive one", () => {
  expect(priceSpan([])).toBeNull();
  expect(priceSpan([variant(20), variant(12.5)])).toMatchObject({ lowest: 12.5, highest: 20 });
});

test("free variants are ignored unless all variants are free", () => {
  expect(priceSpan([variant(20), variant(0)])).toMatchObject({ lowest: 20, highest: 20, count: 1 });
  expect(priceSpan([variant(20), variant(0), variant(15)])).toMatchObject({ lowest: 15, highest: 20 });
  expect(priceSpan([variant(0), variant(0)])).toMatchObject({ lowest: 0, highest: 0, count: 2 });
  expect(priceSpan([variant(0, 30)])).toMatchObject({ lowest: 0, highest: 30 });
});

test("a variant that is left out of the lowest price counts only if there is no other", () => {
  const carer = { ...variant(2), inFromPrice: false };
  expect(priceSpan([carer, variant(20)])).toMatchObject({ lowest: 20, highest: 20, count: 1 });
  expect(priceSpan([carer, variant(0)])).toMatchObject({ lowest: 0, highest: 2, count: 2 });
  expect(priceSpan([carer])).toMatchObject({ lowest: 2 });
});

test("if prices differ by day, the range ends at the price of the most expensive day", () => {
  expect(priceSpan([variant(50.5, 80.5), variant(32.5, 55.5)])).toMatchObject({
    lowest: 32.5,
    highest: 80.5,
    cheapest: { displayPrice: 32.5 },
  });
});

test("the cheapest variant is named if it is only for some shoppers and all others cost more", () => {
  const named = (displayName: string, displayPrice: number, isRestricted: boolean) =>
    ({ ...variant(displayPrice), displayName, isRestricted }) as Variant;
  const [adult, child, senior] = [
    named("Adult", 20, true),
    named("Child", 12, true),
    named("Senior", 12, true),
  ];
  expect(priceSpan([adult, child])?.lowestFor).toBe("Child");
  expect(priceSpan([adult, child, senior])?.lowestFor).toBe("Child");
  expect(priceSpan([adult, child, named("Evening", 12, false)])?.lowestFor).toBeUndefined();
  expect(priceSpan([adult, named("Evening", 12, false)])?.lowestFor).toBeUndefined();
  expect(priceSpan([child])?.lowestFor).toBeUndefined();
  expect(priceSpan([child, senior])?.lowestFor).toBeUndefined();
});
