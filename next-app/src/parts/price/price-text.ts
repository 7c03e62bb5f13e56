import { formatMoney } from "@/lib/money";
import type { Translate } from "@/text/texts";

/** A price as text; zero is "Free". Totals and receipts show the amount instead. */
export function priceText(t: Translate<"product">, amount: number): string {
  return amount === 0 ? t("product.free") : formatMoney(amount);
}
