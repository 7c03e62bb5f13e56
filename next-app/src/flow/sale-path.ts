import { isPage, routes } from "@/lib/routes";
import { nextStep, type SaleFacts, type Step } from "./next-step";

/**
 * The steps of a sale that have a page, and the path of the page on which this visitor last chose products. The path is
 * in the tab's session storage, because each tab may have a different path.
 */
export const pageSteps: Partial<Record<Step, () => string>> = {
  "pass-link": routes.passLink,
  "pass-demographics": routes.passDemographics,
  "pass-products": routes.passProducts,
  "pass-add-ons": routes.passAddOns,
  "non-pass-add-ons": routes.nonPassAddOns,
  "upgrade-product": routes.upgradeProducts,
  entitlements: routes.entitlements,
  "account-entitlements": routes.accountEntitlements,
  cart: routes.cart,
  "installment-billing": routes.installmentBilling,
  donate: routes.donate,
  checkout: routes.checkout,
  confirmation: routes.confirmation,
};

const key = "midway.product-selection";

export function saveSelectionPath(path: string): void {
  try {
    sessionStorage.setItem(key, path);
  } catch {
    // Without storage the fallbacks below apply.
  }
}

/**
 * The stored path, if it is a path of this shop. It is checked because another script may have stored a different
 * value.
 */
function storedPath(): string | null {
  try {
    const path = sessionStorage.getItem(key);
    return path && isPage(path.split("?")[0] ?? "") ? path : null;
  } catch {
    return null;
  }
}

/** The target of a step that returns to product selection; the cart if no path is stored. */
export function selectionPath(): string {
  return storedPath() ?? routes.cart();
}

/** The target of "add more items" and "return to site"; the home page if no path is stored. */
export function moreItemsPath(): string {
  return storedPath() ?? routes.home();
}

export function pathAfter(step: Step, facts: SaleFacts): string {
  const next = nextStep(step, facts, (candidate) => candidate in pageSteps);
  return (next && pageSteps[next]?.()) || routes.home();
}
