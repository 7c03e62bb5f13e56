import type { Variant } from "@/api/types";
import { type PriceSpan, priceSpan } from "./price-span";

/**
 * The price range of the standard variant, with its name. It is the first variant, and the days of a calendar show its
 * prices. Null if no variant is cheaper, because then `priceSpan` begins with the same price, or if it is free.
 */
export function standardSpan(variants: Variant[]): PriceSpan | null {
  const all = priceSpan(variants);
  const [standard] = variants;
  if (!all || !standard || standard.displayPrice <= all.lowest) return null;
  const own = priceSpan([standard]);
  return own && { ...own, lowestFor: standard.displayName };
}
