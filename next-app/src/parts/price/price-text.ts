import { formatMoney } from "@/lib/money";
import type { Say } from "@/text/texts";

/** A price as a visitor would say it: what costs nothing is free. Totals and receipts keep their figures. */
export function priceText(t: Say<"product">, amount: number): string {
  return amount === 0 ? t("product.free") : formatMoney(amount);
}
