/** RFC 5321 allows 256 bytes for a path, which includes two angle brackets around the address. */
const maxEmailBytes = 254;
const maxLocalPartBytes = 64;

const bytes = (text: string) => new TextEncoder().encode(text).length;

/**
 * Whether the text has the form of an e-mail address: a local part, an @, a domain with a dot, no spaces. The API
 * validates again.
 */
export function isEmail(email: string): boolean {
  const at = email.lastIndexOf("@");
  if (at < 1 || bytes(email) > maxEmailBytes) return false;
  const local = email.slice(0, at);
  const labels = email.slice(at + 1).split(".");
  return (
    bytes(local) <= maxLocalPartBytes &&
    !/[\s\p{Cc}@<>(),;:"[\]\\]/u.test(local) &&
    !/^\.|\.\.|\.$/.test(local) &&
    labels.length > 1 &&
    labels.every((label) => /^[\p{Alphabetic}\p{N}-]{1,63}$/u.test(label) && !/^-|-$/.test(label))
  );
}
