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

/** A page of the shop has ended this tab's visit, and the page that says so is reached by way of another site perhaps. */
const endedKey = "midway.visit-ended";

export function endVisit(): void {
  try {
    sessionStorage.setItem(endedKey, "1");
  } catch {
    // The browser says where the page was come from, then.
  }
}

export function visitHasEnded(): boolean {
  try {
    return sessionStorage.getItem(endedKey) !== null;
  } catch {
    return false;
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
