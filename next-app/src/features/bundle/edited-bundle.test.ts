import { expect, test } from "vitest";
import type { BundleStep, BundleVariant, CartGroup, PackageGroup } from "@/api/types";
import { aPerformance } from "@/parts/performance-picker/sample";
import { cartLines, initial, missing, reduce } from "./bundle-state";
import { editedBundle } from "./edited-bundle";

const saturday = "2026-11-21";

const noon: PackageGroup["items"][number]["performances"][number] = {
  selectionIndex: 1,
  performanceId: "noon",
  showId: "tour",
  showName: "Tour",
  performanceDate: saturday,
  performanceTime: "12:00",
  validAllDay: false,
};

function part(productVariantId: string, quantity: number, performances = [noon]) {
  return { productVariantId, displayName: productVariantId, quantity, performances, seats: [] };
}

/** A bundle of the cart: a car that is included, a tour for three at noon, and a book. */
const group: Pick<CartGroup, "bundleDate" | "packageItemGroups"> = {
  bundleDate: saturday,
  packageItemGroups: [
    { productId: "parking", productDisplayName: "Parking", items: [part("car", 1, [])] },
    { productId: "tour", productDisplayName: "Tour", items: [part("adult", 2), part("child", 1)] },
    { productId: "shop", productDisplayName: "Shop", items: [part("book", 1, [])] },
  ],
};

function step(
  id: string,
  [minQuantity, maxQuantity]: [number, number],
  productId: string,
  variants: string[],
  times: string[] = [],
): BundleStep {
  const variant = (variantId: string): BundleVariant => ({
    extProductVariantId: variantId,
    displayName: variantId,
    minQuantity: 1,
    maxQuantity: 10,
    requiresPerformance: times.length > 0,
    displayPrice: 10,
    capacityLevelId: 1,
    capacityDescription: "Available",
    performancePrices: times.map((performanceId) => ({ performanceId, displayPrice: 10 })),
  });
  const performances = times.map((time) =>
    aPerformance(time, { showId: "tour", performanceTime: time === "noon" ? "12:00" : "14:00" }),
  );
  return {
    promotionRuleId: id,
    uiLabel: id,
    uiDescription: "",
    minQuantity,
    maxQuantity,
    products: [
      { extProductId: productId, displayName: productId, performances, variants: variants.map(variant) },
    ],
  };
}

const steps = [
  step("arriving", [1, 1], "parking", ["car"]),
  step("walking", [2, 6], "tour", ["adult", "child"], ["noon", "two"]),
  step("taking-home", [0, 2], "shop", ["book", "leaflet"]),
];

const edited = editedBundle("line-1", { group, removed: false });

function opened() {
  const { date, chosen } = edited;
  const returned = reduce(initial, { type: "returned", date, carried: chosen, open: null });
  return reduce(returned, { type: "stepsLoaded", date: saturday, steps });
}

test("the builder opens with the day, the time and the quantities of the bundle in the cart", () => {
  expect(edited).toMatchObject({ lineId: "line-1", removed: false, date: saturday });
  const state = opened();
  expect(state.times).toEqual({ tour: ["noon"] });
  expect(missing(state)).toBeNull();
  expect(state.dropped).toEqual([]);
  expect(cartLines(state).map((line) => [line.productVariantId, line.quantity])).toEqual([
    ["car", 1],
    ["adult", 2],
    ["child", 1],
    ["book", 1],
  ]);
});

test("parts of one product that the cart lists apart are one choice", () => {
  const [parking, tour, shop] = group.packageItemGroups as [PackageGroup, PackageGroup, PackageGroup];
  const apart = tour.items.map((item) => ({ ...tour, items: [item] }));
  const { chosen } = editedBundle("line-1", {
    group: { ...group, packageItemGroups: [parking, ...apart, shop] },
    removed: false,
  });
  expect(chosen).toEqual(edited.chosen);
});

test("a bundle for which the cart knows no day opens with the calendar", () => {
  const { date } = editedBundle("line-1", { group: { packageItemGroups: [] }, removed: false });
  expect(date).toBeNull();
});

test("all times of a part with several selections are choices", () => {
  const two = { ...noon, selectionIndex: 2, performanceId: "two", showId: "boat", performanceTime: "14:00" };
  const { chosen } = editedBundle("line-1", {
    group: {
      packageItemGroups: [
        { productId: "tour", productDisplayName: "Tour", items: [part("adult", 2, [noon, two])] },
      ],
    },
    removed: false,
  });
  expect(chosen[0]?.times).toEqual([
    { showId: "tour", performanceTime: "12:00" },
    { showId: "boat", performanceTime: "14:00" },
  ]);
});
