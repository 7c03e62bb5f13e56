import { expect, test } from "vitest";
import { differ, standardPrice } from "./standard-price";

const price = (extProductVariantId: string, displayPrice: number) => ({
  extProductVariantId,
  displayName: extProductVariantId,
  displayPrice,
});
const prices = [price("adult", 48), price("child", 30)];

test("the price is that of the chosen or the standard variant, never the cheapest", () => {
  expect(standardPrice(prices)?.displayPrice).toBe(48);
  expect(standardPrice(prices, "child")?.displayPrice).toBe(30);
  expect(standardPrice(prices, "not sold here")?.displayPrice).toBe(48);
  expect(standardPrice([])).toBeNull();
});

test("equal prices do not differ", () => {
  expect(differ([price("adult", 48), null, price("adult", 48)])).toBe(false);
  expect(differ([price("adult", 48), price("adult", 30)])).toBe(true);
});
