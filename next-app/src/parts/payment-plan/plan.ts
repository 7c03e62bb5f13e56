import type { Cart, InstallmentBilling } from "@/api/types";

/** The `planTypeId` of a lender's plan. A lender's plan has no list of payments, only a disclaimer. */
export const lender = 2;

type PlanCart = Pick<Cart, "installmentBilling" | "cartTotal">;

/** The plan with which the cart can be paid; null if there is none or the shopper has declined it. */
export function planOf(cart: PlanCart): InstallmentBilling | null {
  const plan = offeredPlan(cart);
  return plan?.selected === false ? null : plan;
}

/** The plan that the shopper may choose, or has chosen; null if there is none. */
export function offeredPlan({ installmentBilling: plan, cartTotal }: PlanCart): InstallmentBilling | null {
  return plan?.eligible && !plan.blocked && cartTotal > 0 ? plan : null;
}

/** The plan with which the shopper pays; null if none was chosen. */
export function agreedPlan(cart: PlanCart): InstallmentBilling | null {
  const plan = planOf(cart);
  return plan?.selected === true ? plan : null;
}

/** A key for the terms of the chosen plan. Changed payments are changed terms, which must be accepted again. */
export function agreedTerms(cart: PlanCart): string | null {
  const plan = agreedPlan(cart);
  return plan && JSON.stringify([plan.extPlanId, plan.payments]);
}

/** Whether only a part is paid today. With a lender's plan, the full price is paid today. */
export function paysPartToday(cart: PlanCart): boolean {
  const plan = agreedPlan(cart);
  return plan !== null && plan.planTypeId !== lender;
}

/** The down payment of the chosen plan, or else the cart's total. */
export function dueToday(cart: PlanCart): number {
  return agreedPlan(cart)?.downPayment ?? cart.cartTotal;
}

/**
 * Whether the page of payment options asks the shopper to choose between a plan and the full price. A shopper who has
 * declined the plan is asked again.
 */
export function asksHowToPay(cart: PlanCart): boolean {
  const plan = offeredPlan(cart);
  return plan !== null && plan.selected !== true;
}
