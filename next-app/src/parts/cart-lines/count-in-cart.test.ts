import { expect, test } from "vitest";
import type { CartItem } from "@/api/types";
import { countInCart } from "./count-in-cart";

test("the quantities of all lines of the given variants are counted together", () => {
  const items = [
    { productVariantId: "adult", quantity: 2 },
    { productVariantId: "child", quantity: 1 },
    { productVariantId: "adult", quantity: 1 },
  ] as CartItem[];
  expect(countInCart(items, ["adult"])).toBe(3);
  expect(countInCart(items, ["adult", "child"])).toBe(4);
  expect(countInCart(items, ["senior"])).toBe(0);
});

test("with a promotion code, only lines bought with that code are counted", () => {
  const items = [
    { productVariantId: "adult", quantity: 2 },
    { productVariantId: "adult", quantity: 1, promotionCode: "ROSES" },
    { productVariantId: "adult", quantity: 4, promotionCode: "TULIPS" },
  ] as CartItem[];
  expect(countInCart(items, ["adult"], "roses")).toBe(1);
  expect(countInCart(items, ["adult"])).toBe(7);
});
