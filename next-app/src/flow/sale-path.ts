import { isPage, routes } from "@/lib/routes";
import { nextStep, type SaleFacts, type Step } from "./next-step";

/**
 * The flow's steps that have a page, and the memory of where this visitor's shopping began. The memory is the tab's session
 * storage: two tabs may shop along two paths.
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

export function rememberSelectionPath(path: string): void {
  try {
    sessionStorage.setItem(key, path);
  } catch {
    // A browser that stores nothing still sells: the fallbacks below take over.
  }
}

/** Only a path of this shop is ever followed, whatever another script may have stored. */
function storedPath(): string | null {
  try {
    const path = sessionStorage.getItem(key);
    return path && isPage(path.split("?")[0] ?? "") ? path : null;
  } catch {
    return null;
  }
}

/** Where a step that ends in product selection goes: without a stored path, to the cart. */
export function selectionPath(): string {
  return storedPath() ?? routes.cart();
}

/** Where "add more items" and "return to site" go: without a stored path, to what is on sale. */
export function moreItemsPath(): string {
  return storedPath() ?? routes.home();
}

export function pathAfter(step: Step, facts: SaleFacts): string {
  const next = nextStep(step, facts, (candidate) => candidate in pageSteps);
  return (next && pageSteps[next]?.()) || routes.home();
}
