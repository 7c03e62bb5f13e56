import type { Variant } from "@/api/types";

/** What a product costs: over its variants and, where prices differ by day and time, over the coming days. */
export type PriceSpan = {
  lowest: number;
  highest: number;
  /** The variant that costs least. */
  cheapest: Variant;
  /** How many variants it spans. */
  count: number;
};

/** Free variants count only where all are: beside what is paid for they are an extra, and no price is "from Free". */
export function priceSpan(variants: Variant[]): PriceSpan | null {
  const paid = variants.filter((each) => highestOf(each) > 0);
  const counted = paid.length > 0 ? paid : variants;
  const [first, ...others] = counted;
  if (!first) return null;
  const cheapest = others.reduce(
    (best, each) => (each.displayPrice < best.displayPrice ? each : best),
    first,
  );
  const highest = Math.max(...counted.map(highestOf));
  return { lowest: cheapest.displayPrice, highest, cheapest, count: counted.length };
}

const highestOf = (variant: Variant) => variant.highestDisplayPrice ?? variant.displayPrice;
