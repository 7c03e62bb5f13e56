/** Why a visitor was taken to another page, kept for that page to say once. */
const key = "midway.reason";

export function leaveReason(text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // The move itself does not depend on its explanation.
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
