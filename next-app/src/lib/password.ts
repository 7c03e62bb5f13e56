/** The password rules, one by one. The API runs the same test cases (`api/vectors/password.json`). */
export const passwordRules = ["length", "lowercase", "uppercase", "digit", "symbol"] as const;

export type PasswordRule = (typeof passwordRules)[number];

const minLength = 8;
const maxLength = 128;

export function isRuleMet(demand: PasswordRule, password: string): boolean {
  switch (demand) {
    case "length": {
      // Counts code points, so that a character outside the BMP counts as one character and not as two UTF-16 units.
      const length = [...password].length;
      return length >= minLength && length <= maxLength;
    }
    case "lowercase":
      return /\p{Lowercase}/u.test(password);
    case "uppercase":
      return /\p{Uppercase}/u.test(password);
    case "digit":
      return /[0-9]/.test(password);
    case "symbol":
      return /[^\p{Alphabetic}\p{N}]/u.test(password);
  }
}

/** The person who chooses a password. */
export type PasswordOwner = { emailAddress: string; firstName?: string; lastName?: string };

/** Shorter names and local parts are not checked, because they occur inside too many ordinary words. */
const minNameLength = 4;

/** Whether a password contains a name of its owner or what precedes the `@` of the owner's e-mail address. */
export function containsOwn(
  password: string,
  { emailAddress, firstName = "", lastName = "" }: PasswordOwner,
): boolean {
  const [local = ""] = emailAddress.split("@");
  const own = [firstName, lastName, local].map((text) => text.trim().toLowerCase());
  const typed = password.toLowerCase();
  return own.some((text) => [...text].length >= minNameLength && typed.includes(text));
}

export function isPassword(password: string): boolean {
  return passwordRules.every((demand) => isRuleMet(demand, password));
}
