import { routes } from "@/lib/routes";

export type PurchaseStep = "passholders" | "cart" | "checkout" | "confirmation";

type Bought = { productVariantIsPass: boolean };

/** Whether a purchase has passes, whose passholders must be completed. */
export function havePasses(groups: readonly { items: readonly Bought[] }[]): boolean {
  return groups.some(({ items }) => items.some((item) => item.productVariantIsPass));
}

/**
 * The steps of a purchase, each with its address if the shopper may go back to it. They depend on the items only: the
 * pages that offer a payment plan and a donation belong to checkout, so a step has the same number whatever the shopper
 * chooses there.
 */
export function purchaseSteps(
  current: PurchaseStep,
  hasPasses: boolean,
): { step: PurchaseStep; href: string | null }[] {
  const steps: { step: PurchaseStep; href: string | null }[] = [
    // This order is the same on all pages, also for a shopper who opens the cart before the passholders.
    ...(hasPasses ? [{ step: "passholders" as const, href: routes.passDemographics() }] : []),
    { step: "cart", href: routes.cart() },
    { step: "checkout", href: null },
    { step: "confirmation", href: null },
  ];
  const position = steps.findIndex(({ step }) => step === current);
  // The cart of a placed order is empty, so none of its steps can be revisited.
  const mayGoBack = current !== "confirmation";
  return steps.map(({ step, href }, index) => ({ step, href: mayGoBack && index < position ? href : null }));
}
