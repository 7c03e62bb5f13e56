/**
 * What was typed on a page, in the tab's own storage, for reload and Back: it goes with the tab, with the visit (`flow/visit.ts`) and
 * with the session's time. Never holds a card.
 */
type Stored = { savedAt: number; values: unknown };

const keyOf = (name: string) => `midway.${name}`;

export function keepDraft(name: string, values: unknown): void {
  try {
    const stored: Stored = { savedAt: Date.now(), values };
    sessionStorage.setItem(keyOf(name), JSON.stringify(stored));
  } catch {
    // A browser that stores nothing asks again, then.
  }
}

/** Null where there is none, or an older one. Whoever asks checks what it holds. */
export function recallDraft(name: string, notOlderThanSeconds: number): unknown {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null") as Stored | null;
    if (!stored || !(Date.now() - stored.savedAt < notOlderThanSeconds * 1000)) return null;
    return stored.values;
  } catch {
    return null;
  }
}

export function forgetDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // Nothing was stored either.
  }
}
