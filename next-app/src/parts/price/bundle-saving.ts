import { formatMoney } from "@/lib/money";
import type { Translate } from "@/text/texts";

/** How much a bundle saves; undefined if its parts cost the same outside the bundle. */
export function bundleSaving(t: Translate<"product">, saving: number): string | undefined {
  return saving > 0 ? t("product.bundle-saving", { amount: formatMoney(saving) }) : undefined;
}
