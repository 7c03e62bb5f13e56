import type { CartItem } from "@/api/types";
import { formatMoney, toCents } from "@/lib/money";
import type { Translate } from "@/text/texts";

type Fees = Pick<CartItem, "itemFees" | "unitFees" | "quantity">;

/**
 * The fees in the price of a line: `includes $1.50 in fees per item`, or their sum if offers waive the fees of some units.
 * Null if there are none.
 */
export function feesText(t: Translate<"cart">, { itemFees, unitFees, quantity }: Fees): string | null {
  if (itemFees === 0) return null;
  if (quantity === 1) return t("cart.fees", { amount: formatMoney(itemFees) });
  const isEach = toCents(itemFees) === toCents(unitFees) * quantity;
  if (isEach) return t("cart.each-fees", { amount: formatMoney(unitFees) });
  if (quantity === 2) return t("cart.both-fees", { amount: formatMoney(itemFees) });
  return t("cart.all-fees", { amount: formatMoney(itemFees), quantity });
}
