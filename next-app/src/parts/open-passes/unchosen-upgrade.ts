import type { CartPass } from "@/api/types";

/**
 * Whether a pass upgrades a ticket and has no product yet. The shopper has only looked at the upgrades: only their page
 * shows the pass, and it keeps nothing from being paid.
 */
export function isUnchosenUpgrade(
  pass: Pick<CartPass, "requiresProductSelection" | "isTicketUpgrade">,
): boolean {
  return pass.requiresProductSelection && pass.isTicketUpgrade;
}
