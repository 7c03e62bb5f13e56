"use client";

import { keys, useApi } from "@/api/swr";
import type { CartAddLine, CartQuote, Product } from "@/api/types";
import type { Sale } from "@/parts/performance-picker/sale";

/**
 * The price quote of the chosen lines including offers; null if no offer can apply, no line is chosen, or no quote was
 * received.
 */
export function useQuote(product: Product, sale: Sale, items: CartAddLine[]): CartQuote | null {
  const isQuoted = product.offers.length > 0 && items.length > 0;
  const { data } = useApi(isQuoted ? keys.quote(sale, items) : null, (api) =>
    api.POST("/cart/quote", { body: { ...sale, items } }),
  );
  return isQuoted ? (data?.value ?? null) : null;
}
