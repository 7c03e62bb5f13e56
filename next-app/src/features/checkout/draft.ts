import { type CheckoutValues, parseDraft } from "./checkout-form";

/**
 * What was typed, in the tab's own storage: the server keeps only what is right, and half a phone number is worth
 * keeping too. Never holds a card. It goes with the tab, with the order, and with the session's time.
 */
const key = "midway.checkout";

type Stored = { savedAt: number; values: unknown };

export function keepDraft(values: CheckoutValues): void {
  try {
    const stored: Stored = { savedAt: Date.now(), values };
    sessionStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // Where nothing can be stored, the server's copy has to do.
  }
}

export function recallDraft(notOlderThanSeconds: number): CheckoutValues | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "null") as Stored | null;
    if (!stored || !(Date.now() - stored.savedAt < notOlderThanSeconds * 1000)) return null;
    return parseDraft(stored.values);
  } catch {
    return null;
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored either.
  }
}
