/**
 * What a tab remembers during a session. It is removed when the session ends, because the next visitor may be a
 * different person.
 */
const emailKey = "midway.email";

/** Passes the e-mail address from one sign-in page to the next. It must not appear in a URL or the history. */
export function saveTypedEmail(email: string): void {
  try {
    sessionStorage.setItem(emailKey, email);
  } catch {
    // Without storage the shopper types the address again.
  }
}

export function loadTypedEmail(): string {
  try {
    return sessionStorage.getItem(emailKey) ?? "";
  } catch {
    return "";
  }
}

/**
 * Marks that a page of the shop has ended this tab's session. The mark is needed because links on other sites can also
 * open the page that reports the end.
 */
const endedKey = "midway.session-ended";

export function markSessionEnded(): void {
  try {
    sessionStorage.setItem(endedKey, "1");
  } catch {
    // Without storage, only the Fetch Metadata headers tell whether a page of the shop has ended the session.
  }
}

export function hasSessionEnded(): boolean {
  try {
    return sessionStorage.getItem(endedKey) !== null;
  } catch {
    return false;
  }
}

export function clearTabData(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith("midway.")) sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage there is nothing to remove.
  }
}
