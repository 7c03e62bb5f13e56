import type { Product, Variant } from "@/api/types";
import { isOpenFor } from "@/lib/capacity";
import { type PickerState, sections } from "@/parts/performance-picker/picker-state";
import { type PriceSpan, priceSpan } from "@/parts/price/price-span";

/**
 * The prices of what the shopper can still choose; null if there are none. They are those of the offered variants, or
 * else of the chosen section or of all open ones, or else those on the days of the calendar, or else of the product.
 */
export function startPrice(
  product: Product,
  state: PickerState,
  offered: Variant[] | null,
  onDays: PriceSpan | null,
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
  return onDays ?? priceSpan(product.variants);
}
