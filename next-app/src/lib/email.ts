/** RFC 5321's longest path, less its brackets. */
const longestEmail = 254;
const longestLocalPart = 64;

const bytes = (text: string) => new TextEncoder().encode(text).length;

/** A standard address: something, an @, a domain with a dot; no blanks. The API has the last word. */
export function isEmail(email: string): boolean {
  const at = email.lastIndexOf("@");
  if (at < 1 || bytes(email) > longestEmail) return false;
  const local = email.slice(0, at);
  const labels = email.slice(at + 1).split(".");
  return (
    bytes(local) <= longestLocalPart &&
    !/[\s\p{Cc}@<>(),;:"[\]\\]/u.test(local) &&
    !/^\.|\.\.|\.$/.test(local) &&
    labels.length > 1 &&
    labels.every((label) => /^[\p{Alphabetic}\p{N}-]{1,63}$/u.test(label) && !/^-|-$/.test(label))
  );
}
