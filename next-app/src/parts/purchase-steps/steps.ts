import type { Cart, Order } from "@/api/types";
import { routes } from "@/lib/routes";
import { asksHowToPay } from "@/parts/payment-plan/plan";

export type PurchaseStep =
  | "passholders"
  | "cart"
  | "payment-options"
  | "donation"
  | "checkout"
  | "confirmation";

/** What decides which steps a purchase has, and which of them may be revisited. */
export type PurchaseFacts = {
  /** Whether passes are bought, whose passholders must be completed. */
  passholders: boolean;
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
  const { installmentBilling: plan, cartTotal, itemGroups } = cart;
  return {
    passholders: itemGroups.some(({ items }) => items.some((item) => item.productVariantIsPass)),
    donates,
    mayDonate: donates && !itemGroups.some((group) => group.isDonation),
    hasPlan: Boolean(plan?.eligible) && !plan?.blocked && cartTotal > 0,
    mayChoosePlan: asksHowToPay(cart),
  };
}

/** Nothing of a placed order can be changed. */
export function factsOfOrder({ installmentBilling, items }: Order, donates: boolean): PurchaseFacts {
  return {
    passholders: items.some((item) => item.productVariantIsPass),
    donates,
    mayDonate: false,
    hasPlan: installmentBilling?.selected === true,
    mayChoosePlan: false,
  };
}

/** The optional steps that a shopper usually meets before checkout, for a page that does not know which were met. */
export function expectedSteps({ donates, hasPlan }: PurchaseFacts): PurchaseStep[] {
  return [...(hasPlan ? (["payment-options"] as const) : []), ...(donates ? (["donation"] as const) : [])];
}

/**
 * The steps of a purchase, each with its address if the shopper may go back to it. Of the optional steps before the
 * current one, only those in `met` are included; of those after it, only the ones that will be met.
 */
export function purchaseSteps(
  current: PurchaseStep,
  { passholders, mayDonate, mayChoosePlan }: PurchaseFacts,
  met: readonly PurchaseStep[],
): { step: PurchaseStep; href: string | null }[] {
  const steps: Step[] = [
    // This order is the same on all pages, also for a shopper who opens the cart before the passholders.
    ["passholders", passholders, routes.passDemographics()],
    ["cart", true, routes.cart()],
    ["payment-options", mayChoosePlan, mayChoosePlan ? routes.installmentBilling() : null],
    ["donation", mayDonate, mayDonate ? routes.donate() : null],
    ["checkout", true, null],
    ["confirmation", true, null],
  ];
  const position = steps.findIndex(([step]) => step === current);
  // The cart of a placed order is empty, so none of its steps can be revisited.
  const mayGoBack = current !== "confirmation";
  return steps.flatMap(([step, isAhead, href], index) => {
    const isOptional = step === "payment-options" || step === "donation";
    const isPresent = index === position || (isOptional && index < position ? met.includes(step) : isAhead);
    return isPresent ? [{ step, href: mayGoBack && index < position ? href : null }] : [];
  });
}

/** A step, whether it is shown while it is ahead, and its address if it may be revisited. */
type Step = [PurchaseStep, boolean, string | null];
