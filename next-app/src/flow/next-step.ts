/**
 * Decides what "Continue" opens. This is the only place that defines the order of the steps of a sale. A step whose
 * page does not exist in the shop is skipped.
 */
export type Step =
  | "product-selection"
  | "pass-link"
  | "pass-demographics"
  | "pass-products"
  | "pass-add-ons"
  | "non-pass-add-ons"
  | "entitlements"
  | "account-entitlements"
  | "upgrade-product"
  | "cart"
  | "installment-billing"
  | "donate"
  | "checkout"
  | "confirmation";

export type SaleFacts = {
  /** Whether the latest selection includes passes. */
  passesInvolved: boolean;
  /** Whether the shopper is asked to choose between a payment plan and the full price. */
  installmentBilling: boolean;
  /** Whether the shopper asked for checkout on the product page, so that optional pages are skipped. */
  direct?: boolean;
};

/** The step after `step`, or null after the last one. */
export function nextStep(step: Step, facts: SaleFacts, exists: (step: Step) => boolean): Step | null {
  let next: Step | null = following(step, facts);
  while (next !== null && !exists(next)) next = following(next, facts);
  return next;
}

function following(step: Step, facts: SaleFacts): Step | null {
  switch (step) {
    case "product-selection":
      if (facts.passesInvolved) return "pass-demographics";
      if (facts.direct) return facts.installmentBilling ? "installment-billing" : "checkout";
      return "non-pass-add-ons";
    case "pass-link":
    case "upgrade-product":
      return "pass-demographics";
    case "pass-demographics":
      return "pass-products";
    case "pass-products":
      return "pass-add-ons";
    case "pass-add-ons":
    case "non-pass-add-ons":
    case "entitlements":
    case "account-entitlements":
      return "cart";
    case "cart":
      return facts.installmentBilling ? "installment-billing" : "donate";
    case "installment-billing":
      return "donate";
    case "donate":
      return "checkout";
    case "checkout":
      return "confirmation";
    case "confirmation":
      return null;
  }
}
