import type { Cart, Order } from "@/api/types";
import { routes } from "@/lib/routes";
import { asksHowToPay } from "@/parts/payment-plan/plan";

export type PurchaseStep = "cart" | "payment-options" | "donation" | "checkout" | "confirmation";

/** What decides which steps a purchase has, and which of them may be revisited. */
export type PurchaseFacts = {
  /** Whether the shop offers donations. */
  donates: boolean;
  /** Whether a donation can still be given. */
  mayDonate: boolean;
  /** Whether the items can be paid with a plan. */
  hasPlan: boolean;
  /** Whether the choice between a plan and the full price is still open. */
  mayChoosePlan: boolean;
};

export function factsOfCart(cart: Cart, donates: boolean): PurchaseFacts {
  const { installmentBilling: plan, cartTotal } = cart;
  return {
    donates,
    mayDonate: donates && !cart.itemGroups.some((group) => group.isDonation),
    hasPlan: Boolean(plan?.eligible) && !plan?.blocked && cartTotal > 0,
    mayChoosePlan: asksHowToPay(cart),
  };
}

/** Nothing of a placed order can be changed. */
export function factsOfOrder({ installmentBilling }: Order, donates: boolean): PurchaseFacts {
  const hasPlan = installmentBilling?.selected === true;
  return { donates, mayDonate: false, hasPlan, mayChoosePlan: false };
}

/** The steps from the cart to the confirmation, each with its address if the shopper may go back to it. */
export function purchaseSteps(
  current: PurchaseStep,
  { donates, mayDonate, hasPlan, mayChoosePlan }: PurchaseFacts,
): { step: PurchaseStep; href: string | null }[] {
  const steps: [PurchaseStep, boolean, string | null][] = [
    ["cart", true, routes.cart()],
    ["payment-options", hasPlan, mayChoosePlan ? routes.installmentBilling() : null],
    ["donation", donates, mayDonate ? routes.donate() : null],
    ["checkout", true, null],
    ["confirmation", true, null],
  ];
  const present = steps.filter(([, isPresent]) => isPresent);
  const position = present.findIndex(([step]) => step === current);
  // The cart of a placed order is empty, so none of its steps can be revisited.
  const mayGoBack = current !== "confirmation";
  return present.map(([step, , href], index) => ({
    step,
    href: mayGoBack && index < position ? href : null,
  }));
}
