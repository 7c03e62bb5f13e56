import type { Product, ProductDate } from "@/api/types";
import { type PriceSpan, priceSpan } from "./price-span";

type Props = {
  product: Pick<Product, "hasPlaces" | "variants">;
  dates: ProductDate[];
  /** The data of the week calendar, which always has prices. */
  week?: unknown;
};

/**
 * The prices on the days of the calendar, with the name of their variant: the first one, which is the standard variant,
 * or that of the cheapest section. Null if the days have no prices, if no variant is cheaper, because then `priceSpan`
 * begins with the same price, or if it is free.
 */
export function calendarSpan({ product: { hasPlaces, variants }, dates, week }: Props): PriceSpan | null {
  const prices = dates.flatMap(({ fromPrice }) => fromPrice ?? []);
  if (week === undefined && prices.length === 0) return null;
  const inSections = hasPlaces && week === undefined;
  const lowest = Math.min(...prices);
  const shown = inSections ? variants.find(({ displayPrice }) => displayPrice === lowest) : variants[0];
  const all = priceSpan(variants);
  const own = shown ? priceSpan([shown]) : null;
  if (!all || !own || own.lowest <= all.lowest) return null;
  return { ...own, highest: inSections ? all.highest : own.highest, lowestFor: own.cheapest.displayName };
}
