import type { TextIdOf } from "@/text/texts";

/** Why somebody who was on the way to a page is asked to sign in, by the page. Where it says so itself, nothing is added. */
const reasons: [RegExp, TextIdOf<"account">][] = [
  [/^\/pass\//, "account.reason-pass"],
  [/^\/(account-)?entitlement\//, "account.reason-entitlement"],
  [/^\/product\//, "account.reason-product"],
];

export function signInReason(returnTo: string): TextIdOf<"account"> | null {
  return reasons.find(([path]) => path.test(returnTo))?.[1] ?? null;
}
