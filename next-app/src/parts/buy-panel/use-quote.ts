"use client";

import { keys, useApi } from "@/api/swr";
import type { CartAddLine, CartQuote, Product, Variant } from "@/api/types";
import type { Sale } from "@/parts/performance-picker/sale";

/**
 * The price quote of the chosen lines including offers; null if no offer can apply and no price is limited to a number of
 * units, no line is chosen, or no quote was received.
 */
export function useQuote(
  product: Product,
  variants: readonly Variant[],
  sale: Sale,
  items: CartAddLine[],
): CartQuote | null {
  const isLimited = variants.some(({ unitsAtPrice }) => unitsAtPrice !== undefined);
  const isQuoted = (product.offers.length > 0 || isLimited) && items.length > 0;
  const { data } = useApi(isQuoted ? keys.quote(sale, items) : null, (api) =>
    api.POST("/cart/quote", { body: { ...sale, items } }),
  );
  return isQuoted ? (data?.value ?? null) : null;
}
