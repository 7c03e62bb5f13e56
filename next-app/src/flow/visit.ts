/** What a tab remembers of a visit: forgotten when the visit ends, because the next visitor may be another person. */
const emailKey = "midway.email";

/** The e-mail on its way from one page of signing in to the next: it belongs into no address and no history. */
export function carryEmail(email: string): void {
  try {
    sessionStorage.setItem(emailKey, email);
  } catch {
    // It is typed once more, then.
  }
}

export function carriedEmail(): string {
  try {
    return sessionStorage.getItem(emailKey) ?? "";
  } catch {
    return "";
  }
}

export function forgetVisit(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith("midway.")) sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing was stored either.
  }
}
