import { expect, test } from "vitest";
import type { Product, Variant } from "@/api/types";
import { planDisclaimers } from "./plan-products";

const product = (productDisplayName: string, ...variants: Partial<Variant>[]) =>
  ({ productDisplayName, variants }) as Product;
const byPlan = { installmentBillingPlanId: "plan", installmentBillingPlanDisclaimer: "<p>12 months</p>" };

test("a disclaimer lists the name of each of its products once", () => {
  const products = [product("Gold", byPlan, byPlan), product("Silver", byPlan), product("Bronze", {})];
  expect(planDisclaimers(products)).toEqual([["<p>12 months</p>", ["Gold", "Silver"]]]);
});
