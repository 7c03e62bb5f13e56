import type { Product, Variant } from "@/api/types";
import { isOpenFor } from "@/lib/capacity";
import { type PickerState, sections } from "@/parts/performance-picker/picker-state";
import { type PriceSpan, priceSpan, spanForAll } from "@/parts/price/price-span";

/**
 * The prices of what the shopper can still choose; null if there are none. They are those of the offered variants, or
 * else of the chosen section or of all open ones, or else those on the days of the calendar, or else of the product. If
 * the calendar has prices, those that anyone can pay are shown, as above the calendar.
 */
export function startPrice(
  product: Product,
  state: PickerState,
  offered: Variant[] | null,
  onDays: PriceSpan | null,
): PriceSpan | null {
  const sold = offered ?? soldInSections(product, state);
  if (sold.length === 0) return onDays ?? priceSpan(product.variants);
  return onDays ? spanForAll(sold) : priceSpan(sold);
}

/** The variants in the chosen section or in all open ones, at their prices there. */
function soldInSections({ variants }: Product, state: PickerState): Variant[] {
  const possible = sections(state).filter((section) =>
    state.section ? section.showCategoryId === state.section.id : isOpenFor(section),
  );
  const known = new Map(variants.map((variant) => [variant.extProductVariantId, variant]));
  return possible.flatMap(({ prices }) =>
    prices.flatMap(({ extProductVariantId, displayPrice }) => {
      const variant = known.get(extProductVariantId);
      return variant ? [{ ...variant, displayPrice, highestDisplayPrice: displayPrice }] : [];
    }),
  );
}
