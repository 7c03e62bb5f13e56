import type { Cart, InstallmentBilling } from "@/api/types";

/** Whose plan it is that has no payments to be listed, only a disclaimer (spec 1 §3, planTypeId). */
export const lender = 2;

type PlanCart = Pick<Cart, "installmentBilling" | "cartTotal">;

/** The plan that a cart may be paid by: shown until its shopper has said no (spec 1 §4). */
export function planOf({ installmentBilling: plan, cartTotal }: PlanCart): InstallmentBilling | null {
  if (!plan?.eligible || plan.blocked || cartTotal <= 0 || plan.selected === false) return null;
  return plan;
}

/** The plan that its shopper pays by, if it is one. */
export function agreedPlan(cart: PlanCart): InstallmentBilling | null {
  const plan = planOf(cart);
  return plan?.selected === true ? plan : null;
}

/** What its shopper agrees to with that plan: other payments are other terms. */
export function agreedTerms(cart: PlanCart): string | null {
  const plan = agreedPlan(cart);
  return plan && JSON.stringify([plan.extPlanId, plan.payments]);
}

/** Whether only a part is paid today. A lender pays all of it at once. */
export function paysPartToday(cart: PlanCart): boolean {
  const plan = agreedPlan(cart);
  return plan !== null && plan.planTypeId !== lender;
}

/** What is to be paid today. */
export function dueToday(cart: PlanCart): number {
  return agreedPlan(cart)?.downPayment ?? cart.cartTotal;
}

/** Whether its shopper is still to be asked how to pay (spec 2 §4, "Installment select"). */
export function asksHowToPay({ installmentBilling: plan, cartTotal }: PlanCart): boolean {
  return Boolean(plan?.eligible) && !plan?.blocked && plan?.selected !== true && cartTotal > 0;
}
