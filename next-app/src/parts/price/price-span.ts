import type { Variant } from "@/api/types";

/** What a product costs: over its variants and, where prices differ by day and time, over the coming days. */
export type PriceSpan = {
  lowest: number;
  highest: number;
  /** The variant that costs least. */
  cheapest: Variant;
};

export function priceSpan(variants: Variant[]): PriceSpan | null {
  const [first, ...others] = variants;
  if (!first) return null;
  const cheapest = others.reduce(
    (best, each) => (each.displayPrice < best.displayPrice ? each : best),
    first,
  );
  const highest = Math.max(...variants.map((each) => each.highestDisplayPrice ?? each.displayPrice));
  return { lowest: cheapest.displayPrice, highest, cheapest };
}
