import { expect, test } from "vitest";
import { differ, standardPrice } from "./standard-price";

const price = (extProductVariantId: string, displayPrice: number) => ({
  extProductVariantId,
  displayName: extProductVariantId,
  displayPrice,
});
const prices = [price("adult", 48), price("child", 30)];

test("the standard price is the price of the chosen or the default variant, not the lowest one", () => {
  expect(standardPrice(prices)?.displayPrice).toBe(48);
  expect(standardPrice(prices, "child")?.displayPrice).toBe(30);
  expect(standardPrice(prices, "not sold here")?.displayPrice).toBe(48);
  expect(standardPrice([])).toBeNull();
});

test("prices differ if their amounts differ, and missing prices are ignored", () => {
  expect(differ([price("adult", 48), null, price("adult", 48)])).toBe(false);
  expect(differ([price("adult", 48), price("adult", 30)])).toBe(true);
});
