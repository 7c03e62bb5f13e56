import type { Product, Variant } from "@/api/types";
import { isOpenFor } from "@/lib/capacity";
import { type PickerState, sections } from "@/parts/performance-picker/picker-state";
import { type PriceSpan, priceSpan } from "@/parts/price/price-span";
import { standardSpan } from "@/parts/price/standard-span";

/**
 * The prices of what the shopper can still choose; null if there are none. They are those of the offered variants, or
 * else of the chosen section or of all open ones, or else of the product. `daysArePriced` says that the calendar shows
 * the prices of the standard variant, which the price of the product then follows.
 */
export function startPrice(
  product: Product,
  state: PickerState,
  offered: Variant[] | null,
  daysArePriced: boolean,
): PriceSpan | null {
  if (offered) return priceSpan(offered);
  const possible = sections(state).filter((section) =>
    state.section ? section.showCategoryId === state.section.id : isOpenFor(section),
  );
  const known = new Map(product.variants.map((variant) => [variant.extProductVariantId, variant]));
  const sold = possible.flatMap(({ prices }) =>
    prices.flatMap(({ extProductVariantId, displayPrice }) => {
      const variant = known.get(extProductVariantId);
      return variant ? [{ ...variant, displayPrice, highestDisplayPrice: displayPrice }] : [];
    }),
  );
  if (sold.length > 0) return priceSpan(sold);
  return (daysArePriced ? standardSpan(product.variants) : null) ?? priceSpan(product.variants);
}
