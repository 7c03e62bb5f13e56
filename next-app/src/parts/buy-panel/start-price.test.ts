import { expect, test } from "vitest";
import type { Product, ShowCategory } from "@/api/types";
import { initial, type PickerState } from "@/parts/performance-picker/picker-state";
import { aDetail, aVariant } from "@/parts/performance-picker/sample";
import { startPrice } from "./start-price";

const adult = aVariant("adult", { displayName: "Adult", displayPrice: 40 });
const young = aVariant("young", { displayName: "Under 26", displayPrice: 20, isRestricted: true });
const product = { variants: [adult, young] } as unknown as Product;

function section(showCategoryId: string, prices: Record<string, number>, capacityLevelId = 1) {
  return {
    showCategoryId,
    capacityLevelId,
    hasRoom: true,
    prices: Object.entries(prices).map(([extProductVariantId, displayPrice]) => ({
      extProductVariantId,
      displayName: extProductVariantId,
      displayPrice,
    })),
  } as ShowCategory;
}

/** A show in sections, with its time chosen. */
function inSections(showCategories: ShowCategory[], chosen: string | null = null): PickerState {
  const place = chosen === null ? null : { id: chosen, automatic: false };
  return { ...initial, detail: aDetail({ showTypeId: 2, showCategories }), section: place };
}

const stalls = section("stalls", { adult: 50 });
const gallery = section("gallery", { adult: 40, young: 20 });

test("before a section is chosen, the price is the lowest of all open sections", () => {
  expect(startPrice(product, inSections([stalls, gallery]), null, null)).toMatchObject({
    lowest: 20,
    highest: 50,
    lowestFor: "Under 26",
  });
  const full = section("gallery", { adult: 40, young: 20 }, 4);
  const price = startPrice(product, inSections([stalls, full]), null, null);
  expect(price).toMatchObject({ lowest: 50, highest: 50 });
  expect(price).not.toHaveProperty("lowestFor");
});

test("the price of a chosen section does not name a variant that is not sold there", () => {
  const price = startPrice(product, inSections([stalls, gallery], "stalls"), null, null);
  expect(price).toMatchObject({ lowest: 50 });
  expect(price).not.toHaveProperty("lowestFor");
});

test("without sections, the price is that of the offered variants, or else of the product", () => {
  expect(startPrice(product, initial, [adult], null)).toMatchObject({ lowest: 40, highest: 40 });
  expect(startPrice(product, initial, null, null)).toMatchObject({ lowest: 20, lowestFor: "Under 26" });
});

test("before a day is chosen, the prices on the days come before those of the product", () => {
  const onDays = { lowest: 40, highest: 50, cheapest: adult, count: 1, lowestFor: "Adult" };
  expect(startPrice(product, initial, null, onDays)).toBe(onDays);
  expect(startPrice(product, initial, [young], onDays)).toMatchObject({ lowest: 20 });
});

test("if the days have prices, the price after the day is also one that anyone can pay, with its name", () => {
  const onDays = { lowest: 40, highest: 50, cheapest: adult, count: 1, lowestFor: "Adult" };
  expect(startPrice(product, inSections([stalls, gallery]), null, onDays)).toMatchObject({
    lowest: 40,
    highest: 50,
    lowestFor: "Adult",
  });
  expect(startPrice(product, initial, [adult, young], onDays)).toMatchObject({ lowest: 40, highest: 40 });
});
