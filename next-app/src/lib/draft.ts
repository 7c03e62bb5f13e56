/**
 * Typed values of a page in the tab's session storage, for reload and Back. A draft ends with the tab, the session
 * (`flow/tab-data.ts`) or its time limit. A draft never contains card data.
 */
type Stored = { savedAt: number; values: unknown };

const keyOf = (name: string) => `midway.${name}`;

export function saveDraft(name: string, values: unknown): void {
  try {
    const stored: Stored = { savedAt: Date.now(), values };
    sessionStorage.setItem(keyOf(name), JSON.stringify(stored));
  } catch {
    // Without storage the shopper types the values again.
  }
}

/** Returns the draft; null if there is none or it is too old. The caller must check the content. */
export function loadDraft(name: string, notOlderThanSeconds: number): unknown {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null") as Stored | null;
    if (!stored || !(Date.now() - stored.savedAt < notOlderThanSeconds * 1000)) return null;
    return stored.values;
  } catch {
    return null;
  }
}

export function removeDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // Without storage there is nothing to remove.
  }
}
