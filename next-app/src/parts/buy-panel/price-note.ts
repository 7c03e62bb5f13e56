import type { Product } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { priceSpan } from "@/parts/price/price-span";
import type { Translate } from "@/text/texts";

/**
 * The sentence that says for which variant, or for which place, the days of a calendar show prices. They are those of
 * the standard variant, so the sentence has the price of the variants in `chosen` too if these are others.
 */
export function priceNote(
  t: Translate<"picker">,
  { variants, hasPlaces }: Pick<Product, "variants" | "hasPlaces">,
  chosen: readonly string[],
): string | undefined {
  if (hasPlaces) return t("picker.prices-for", { variant: t("picker.cheapest-section") });
  const [standard] = variants;
  if (!standard) return undefined;
  const variant = standard.displayName;
  const own = variants.filter(({ extProductVariantId }) => chosen.includes(extProductVariantId));
  const lowest = own.includes(standard) ? 0 : (priceSpan(own)?.lowest ?? 0);
  return lowest > 0
    ? t("picker.prices-for-other", { variant, price: formatMoney(lowest) })
    : t("picker.prices-for", { variant });
}
