import type { PurchaseStep } from "./steps";

/**
 * The optional steps that this tab has shown since the shopper last left the cart. A step that was skipped is not
 * counted. The list is in the tab's session storage, because each tab may be at a different step.
 */
const key = "midway.met-steps";

/** Only these steps can be skipped. */
const optional: readonly string[] = ["payment-options", "donation"] satisfies PurchaseStep[];

/** The list as it is stored: a comma between two steps; null if the tab has not shown the cart. */
export function storedSteps(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function parseSteps(stored: string): PurchaseStep[] {
  return stored.split(",").filter((step): step is PurchaseStep => optional.includes(step));
}

/** Starts the list when the shopper leaves the cart, or goes to checkout without it. */
export function startSteps(): void {
  store([]);
}

/** Adds the step that the page shows. */
export function noteStep(step: PurchaseStep): void {
  const stored = storedSteps();
  if (step === "cart") startSteps();
  else if (stored !== null && optional.includes(step)) store([...new Set([...parseSteps(stored), step])]);
}

function store(steps: PurchaseStep[]): void {
  try {
    sessionStorage.setItem(key, steps.join(","));
  } catch {
    // Without storage the steps that the shop offers are counted.
  }
}
