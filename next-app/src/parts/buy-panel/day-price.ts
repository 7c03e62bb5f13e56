import type { CartAddLine, Performance, Product, Variant } from "@/api/types";
import { isOpenFor } from "@/lib/capacity";
import { indexes, type PickerState } from "@/parts/performance-picker/picker-state";
import { cartLines, type Quantities, totalCents } from "./order-state";

/** What the group pays on the chosen day, over the times that have room for it. */
export type DayPrice = {
  /** The lowest and the highest total, in cents. */
  lowest: number;
  highest: number;
  /** The lines of the cart at the cheapest time; none if more than one time is chosen one after the other. */
  lines: CartAddLine[];
};

/**
 * The price of a day while its time is not chosen yet. Null before a day is chosen, and for products with sections or
 * seats, whose prices depend on the place. `quantitiesOf` returns the quantities with which variants would be offered.
 */
export function dayPrice(
  product: Product,
  state: PickerState,
  quantitiesOf: (variants: Variant[]) => Quantities,
): DayPrice | null {
  if (product.hasPlaces || state.detail !== null) return null;
  const [first, ...later] = indexes(state);
  const totals = (state.performances ?? [])
    .filter((performance) => performance.selectionIndex === first && isPossible(state, performance))
    .map((performance) => {
      const variants = variantsAt(product, performance);
      const quantities = quantitiesOf(variants);
      return { performance, variants, quantities, cents: totalCents(variants, quantities) };
    })
    .filter(({ cents }) => cents > 0)
    .sort((one, other) => one.cents - other.cents);
  const [cheapest] = totals;
  if (!cheapest || first === undefined) return null;
  const { performance, variants, quantities } = cheapest;
  const chosen = [{ selectionIndex: first, performanceId: performance.performanceId }];
  return {
    lowest: cheapest.cents,
    highest: totals.at(-1)?.cents ?? cheapest.cents,
    lines: later.length > 0 ? [] : cartLines(product.id, variants, quantities, chosen),
  };
}

/** Whether a time has room, and is of the show and the time that are chosen already, if any. */
function isPossible({ show, chosen: [chosen] }: PickerState, performance: Performance): boolean {
  if (show !== null && performance.showId !== show.id) return false;
  return chosen === undefined ? isOpenFor(performance) : performance.performanceId === chosen.id;
}

/** The variants of a product that are sold at a time, at its prices. */
function variantsAt(product: Product, { prices }: Performance): Variant[] {
  const known = new Map(product.variants.map((variant) => [variant.extProductVariantId, variant]));
  return prices.flatMap(({ extProductVariantId, displayPrice }) => {
    const variant = known.get(extProductVariantId);
    return variant ? [{ ...variant, displayPrice }] : [];
  });
}
