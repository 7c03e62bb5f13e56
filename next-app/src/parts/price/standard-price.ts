import type { VariantPrice } from "@/api/types";

/**
 * The price to show for several variants: the price of the variant chosen before, or else the price of the first
 * variant, which is the standard variant.
 */
export function standardPrice(prices: VariantPrice[], chosen?: string): VariantPrice | null {
  return prices.find(({ extProductVariantId }) => extProductVariantId === chosen) ?? prices[0] ?? null;
}

/** Whether the prices of several places or times differ. */
export function differ(prices: (VariantPrice | null)[]): boolean {
  return new Set(prices.flatMap((price) => (price ? [price.displayPrice] : []))).size > 1;
}
