import type { TextIdOf } from "@/text/texts";

/** Why a guest must sign in to open a page, by the path of the page. Pages without an entry show no reason. */
const reasons: [RegExp, TextIdOf<"account">][] = [
  [/^\/pass\//, "account.reason-pass"],
  [/^\/(account-)?entitlement\//, "account.reason-entitlement"],
  [/^\/product\//, "account.reason-product"],
];

export function signInReason(returnTo: string): TextIdOf<"account"> | null {
  return reasons.find(([path]) => path.test(returnTo))?.[1] ?? null;
}
