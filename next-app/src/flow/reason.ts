/** Stores why a visitor was redirected, for the target page to show once. */
const key = "midway.reason";

export function storeReason(text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Without storage the redirect works, but its reason is not shown.
  }
}

export function takeReason(): string | null {
  try {
    const reason = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return reason;
  } catch {
    return null;
  }
}
