import { expect, test } from "vitest";
import type { Product } from "@/api/types";
import { crossSellSale } from "@/parts/performance-picker/sale";
import { filled, type SectionKind } from "./sections";

const product = (id: string, variants: string[]) =>
  ({ id, variants: variants.map((variant) => ({ id: variant })) }) as unknown as Product;
const section = (kind: SectionKind, products: Product[]) => ({ kind, sale: crossSellSale, products });

test("products without variants and sections without products are left out, and the order is kept", () => {
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
