import type { VariantPrice } from "@/api/types";

/** What is shown where several variants cost differently: the one that was chosen already, or the first, which is the standard one. */
export function standardPrice(prices: VariantPrice[], chosen?: string): VariantPrice | null {
  return prices.find(({ extProductVariantId }) => extProductVariantId === chosen) ?? prices[0] ?? null;
}

/** The prices of several places or times, and whether they differ. */
export function differ(prices: (VariantPrice | null)[]): boolean {
  return new Set(prices.flatMap((price) => (price ? [price.displayPrice] : []))).size > 1;
}
