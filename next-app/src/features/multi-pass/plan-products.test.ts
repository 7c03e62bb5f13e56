import { expect, test } from "vitest";
import type { Product, Variant } from "@/api/types";
import { noPasses, offeredIn, passes } from "./passes-state";
import { planDisclaimers, visibleProducts, withoutPlan } from "./plan-products";

const product = (productDisplayName: string, ...variants: Partial<Variant>[]) =>
  ({ productDisplayName, variants }) as Product;
const byPlan = { installmentBillingPlanId: "plan", installmentBillingPlanDisclaimer: "<p>12 months</p>" };

test("the tab for full payment shows all variants", () => {
  const products = [product("Gold", byPlan, {}), product("Silver", {})];
  expect(visibleProducts(products, false, noPasses)).toBe(products);
});

test("the tab for payment plans shows only variants with a plan, and chosen ones", () => {
  const child = { extProductVariantId: "child" };
  const products = [product("Gold", byPlan, {}), product("Silver", child)];
  expect(visibleProducts(products, true, noPasses).map(({ variants }) => variants)).toEqual([[byPlan]]);
  const chosen = passes(noPasses, { type: "added", variantId: "child" }, offeredIn(products));
  expect(visibleProducts(products, true, chosen).map(({ variants }) => variants)).toEqual([
    [byPlan],
    [child],
  ]);
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
