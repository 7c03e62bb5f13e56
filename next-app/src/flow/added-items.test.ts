// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { saveDraft } from "@/lib/draft";
import { type AddedItems, hasAddedItems, saveAddedItems, takeAddedItems } from "./added-items";

const added: AddedItems = {
  productId: "tour",
  product: "Tour",
  when: "Sat, Nov 28, 10:00 AM",
  tickets: [{ variantId: "adult", name: "Adult", quantity: 2 }],
};

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("added items are reported once, within a minute", () => {
  saveAddedItems(added);
  expect(takeAddedItems()).toEqual(added);
  expect(takeAddedItems()).toBeNull();
  saveAddedItems(added);
  vi.advanceTimersByTime(60_000);
  expect(takeAddedItems()).toBeNull();
});

test("stored data of another shape is ignored", () => {
  saveDraft("added", { product: "Tour" });
  expect(takeAddedItems()).toBeNull();
});

test.each([
  [
    "with the same tickets in two lines",
    [
      ["tour", "adult", 1],
      ["tour", "adult", 1],
    ],
    true,
  ],
  ["with fewer tickets", [["tour", "adult", 1]], false],
  ["with the tickets of another product", [["walk", "adult", 2]], false],
  ["that is empty", [], false],
] as const)("a cart %s: has the added items: %s", (_, lines, expected) => {
  const groups = lines.map(([productId, productVariantId, quantity]) => ({
    productId,
    items: [{ productVariantId, quantity }],
  }));
  expect(hasAddedItems(added, groups)).toBe(expected);
});

test("a bundle is in the cart if its group is", () => {
  const bundle = { ...added, tickets: [] };
  expect(
    hasAddedItems(bundle, [{ productId: "tour", items: [{ productVariantId: "x", quantity: 1 }] }]),
  ).toBe(true);
  expect(hasAddedItems(bundle, [])).toBe(false);
});
