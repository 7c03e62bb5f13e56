import type { Variant } from "@/api/types";

/** The price range of a product over its variants and, if prices differ by day and time, over the upcoming days. */
export type PriceSpan = {
  lowest: number;
  highest: number;
  /** The cheapest variant. */
  cheapest: Variant;
  /** The name of the cheapest variant, if it is only for some shoppers and all others cost more. */
  lowestFor?: string;
  /** The number of variants in the range. */
  count: number;
};

/**
 * The price range of variants; null if there are none. Variants that are always free, and those that the operator leaves
 * out of "from" prices, do not count if there are others, so that no page says "from Free".
 */
export function priceSpan(variants: Variant[]): PriceSpan | null {
  const setting = variants.filter((each) => each.inFromPrice && highestOf(each) > 0);
  const counted = setting.length > 0 ? setting : variants;
  const [first, ...others] = counted;
  if (!first) return null;
  const cheapest = others.reduce(
    (best, each) => (each.displayPrice < best.displayPrice ? each : best),
    first,
  );
  const lowest = cheapest.displayPrice;
  const equal = counted.filter((each) => each.displayPrice === lowest);
  const isForSome = equal.length < counted.length && equal.every((each) => each.isRestricted);
  return {
    lowest,
    highest: Math.max(...counted.map(highestOf)),
    cheapest,
    ...(isForSome ? { lowestFor: cheapest.displayName } : {}),
    count: counted.length,
  };
}

/**
 * The price range of what anyone can buy, with the name of its cheapest variant. If all variants are only for some
 * shoppers, it is the range of all of them.
 */
export function spanForAll(variants: Variant[]): PriceSpan | null {
  const span = priceSpan(variants.filter(({ isRestricted }) => !isRestricted));
  return span ? { ...span, lowestFor: span.cheapest.displayName } : priceSpan(variants);
}

const highestOf = (variant: Variant) => variant.highestDisplayPrice ?? variant.displayPrice;
