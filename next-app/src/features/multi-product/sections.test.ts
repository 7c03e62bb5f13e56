import { expect, test } from "vitest";
import type { CartItem, Product } from "@/api/types";
import { crossSellSale } from "@/parts/performance-picker/sale";
import { countInCart, filled, type SectionKind } from "./sections";

const product = (id: string, variants: string[]) =>
  ({ id, variants: variants.map((variant) => ({ id: variant })) }) as unknown as Product;
const section = (kind: SectionKind, products: Product[]) => ({ kind, sale: crossSellSale, products });

test("products without variants and headings without products are left out, in their order", () => {
  const found = filled([
    section("primary", []),
    section("promotional", [product("photo", ["one"]), product("map", [])]),
    section("secondary", [product("guide", [])]),
    section("products", [product("locker", ["small"])]),
  ]);
  expect(found.map(({ kind, products }) => [kind, products.map(({ id }) => id)])).toEqual([
    ["promotional", ["photo"]],
    ["products", ["locker"]],
  ]);
  expect(filled([])).toEqual([]);
});

test("lines of one variant are counted together, whatever way they were bought", () => {
  const items = [
    { productVariantId: "adult", quantity: 2 },
    { productVariantId: "child", quantity: 1 },
    { productVariantId: "adult", quantity: 1 },
  ] as CartItem[];
  expect(countInCart(items, ["adult"])).toBe(3);
  expect(countInCart(items, ["adult", "child"])).toBe(4);
  expect(countInCart(items, ["senior"])).toBe(0);
});
