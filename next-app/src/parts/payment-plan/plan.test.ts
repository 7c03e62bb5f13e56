import { expect, test } from "vitest";
import type { InstallmentBilling } from "@/api/types";
import { agreedPlan, asksHowToPay, dueToday, planOf } from "./plan";

const offered: InstallmentBilling = { eligible: true, blocked: false, downPayment: 40, payments: [] };

test.each<[string, Partial<InstallmentBilling> | undefined, number, [boolean, boolean, number, boolean]]>([
  // The columns: plan shown, plan agreed, due today, whether the shopper is still asked.
  ["no plan", undefined, 100, [false, false, 100, false]],
  ["not asked yet", {}, 100, [true, false, 100, true]],
  ["chosen", { selected: true }, 100, [true, true, 40, false]],
  ["refused", { selected: false }, 100, [false, false, 100, true]],
  ["blocked", { eligible: false, blocked: true, selected: true }, 100, [false, false, 100, false]],
  ["not eligible", { eligible: false }, 100, [false, false, 100, false]],
  ["nothing to pay", { selected: true }, 0, [false, false, 0, false]],
  ["nothing to pay, not asked", {}, 0, [false, false, 0, false]],
])("the plan and the amount due of a cart: %s", (_, plan, cartTotal, [shown, agreed, due, asks]) => {
  const cart = { cartTotal, installmentBilling: plan && { ...offered, ...plan } };
  expect(planOf(cart) !== null).toBe(shown);
  expect(agreedPlan(cart) !== null).toBe(agreed);
  expect(dueToday(cart)).toBe(due);
  expect(asksHowToPay(cart)).toBe(asks);
});
