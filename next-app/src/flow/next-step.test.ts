import { expect, test } from "vitest";
import { nextStep, type SaleFacts, type Step } from "./next-step";

const plain: SaleFacts = { passesInvolved: false, installmentBilling: false };
const all = () => true;

test.each<[Step, Partial<SaleFacts>, Step | null]>([
  ["product-selection", {}, "non-pass-add-ons"],
  ["product-selection", { passesInvolved: true }, "pass-demographics"],
  ["product-selection", { direct: true }, "checkout"],
  ["product-selection", { direct: true, installmentBilling: true }, "installment-billing"],
  ["product-selection", { direct: true, passesInvolved: true }, "pass-demographics"],
  ["non-pass-add-ons", {}, "cart"],
  ["pass-link", {}, "pass-demographics"],
  ["pass-demographics", {}, "pass-products"],
  ["pass-products", {}, "pass-add-ons"],
  ["pass-add-ons", {}, "cart"],
  ["entitlements", {}, "cart"],
  ["account-entitlements", {}, "cart"],
  ["upgrade-product", {}, "pass-demographics"],
  ["cart", {}, "donate"],
  ["cart", { installmentBilling: true }, "installment-billing"],
  ["installment-billing", { installmentBilling: true }, "donate"],
  ["donate", {}, "checkout"],
  ["checkout", {}, "confirmation"],
  ["confirmation", {}, null],
])("the step after %s with %j is %s", (step, facts, next) => {
  expect(nextStep(step, { ...plain, ...facts }, all)).toBe(next);
});

test("steps without a page are skipped", () => {
  const built = new Set<Step>(["cart", "checkout", "confirmation"]);
  const exists = (step: Step) => built.has(step);
  expect(nextStep("product-selection", { ...plain, passesInvolved: true }, exists)).toBe("cart");
  expect(nextStep("cart", { ...plain, installmentBilling: true }, exists)).toBe("checkout");
  expect(nextStep("cart", plain, (step) => step === "cart")).toBeNull();
});
