/** The domains of e-mail providers that shoppers use most, as they are spelled. */
const providers = [
  "gmail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "icloud.com",
  "aol.com",
  "live.com",
  "msn.com",
  "me.com",
  "comcast.net",
  "verizon.net",
  "sbcglobal.net",
  "att.net",
  "cox.net",
  "charter.net",
  "protonmail.com",
];

/** The domains of other providers that differ from one of these by a letter. */
const lookalikes = ["mail.com", "email.com", "ymail.com", "cloud.com"];

/**
 * The e-mail address that was probably meant, if its domain resembles that of a common provider; null if the domain is
 * right or not known.
 */
export function meantEmail(typed: string): string | null {
  const email = typed.trim();
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  if (at < 1 || providers.includes(domain) || lookalikes.includes(domain)) return null;
  const meant = providers.find((provider) => isTypoOf(domain, provider));
  return meant ? `${email.slice(0, at)}@${meant}` : null;
}

/** Whether a domain differs by few letters: the longer the provider's name, the more. Short names are often right. */
function isTypoOf(domain: string, provider: string): boolean {
  const [name = "", ending = ""] = split(domain);
  const [meantName = "", meantEnding = ""] = split(provider);
  const most = meantName.length >= 7 ? 2 : meantName.length >= 5 ? 1 : 0;
  return isWithin(most, name, meantName) && isWithin(1, ending, meantEnding);
}

/** The parts of a domain before and after its first dot. */
function split(domain: string): string[] {
  const dot = domain.indexOf(".");
  return dot < 0 ? [domain] : [domain.slice(0, dot), domain.slice(dot + 1)];
}

/** Whether at most `edits` letters must be added, dropped, replaced or swapped with the next one. */
function isWithin(edits: number, typed: string, meant: string): boolean {
  if (typed === meant) return true;
  const [next, afterTyped, afterMeant] = [edits - 1, typed.slice(1), meant.slice(1)];
  if (typed[0] === meant[0]) return isWithin(edits, afterTyped, afterMeant);
  if (edits === 0) return false;
  const isSwapped = typed[0] === meant[1] && typed[1] === meant[0];
  return (
    isWithin(next, afterTyped, meant) ||
    isWithin(next, typed, afterMeant) ||
    isWithin(next, afterTyped, afterMeant) ||
    (isSwapped && isWithin(next, typed.slice(2), meant.slice(2)))
  );
}
