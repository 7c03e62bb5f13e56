import { expect, test } from "vitest";
import type { Product, Variant } from "@/api/types";
import { planDisclaimers, visibleProducts, withoutPlan } from "./plan-products";

const product = (productDisplayName: string, ...variants: Partial<Variant>[]) =>
  ({ productDisplayName, variants }) as Product;
const byPlan = { installmentBillingPlanId: "plan", installmentBillingPlanDisclaimer: "<p>12 months</p>" };

test("the tab for full payment shows all variants", () => {
  const products = [product("Gold", byPlan, {}), product("Silver", {})];
  expect(visibleProducts(products, false)).toBe(products);
});

test("the tab for payment plans shows only variants with a plan", () => {
  const [gold, ...others] = visibleProducts([product("Gold", byPlan, {}), product("Silver", {})], true);
  expect(gold?.variants).toEqual([byPlan]);
  expect(others).toEqual([]);
});

test("a disclaimer lists the name of each of its products once", () => {
  const products = [product("Gold", byPlan, byPlan), product("Silver", byPlan), product("Bronze", {})];
  expect(planDisclaimers(products)).toEqual([["<p>12 months</p>", ["Gold", "Silver"]]]);
});

test("passes without a plan are named with their product", () => {
  const child = { displayName: "Child", effectivePassLevelName: "Silver" };
  expect(withoutPlan([product("Season Pass", byPlan, child), product("Museum", byPlan)])).toEqual([
    "Child (Silver), Season Pass",
  ]);
});
