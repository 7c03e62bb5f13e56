"use client";

import { keys, useApi } from "@/api/swr";
import type { CartAddLine, CartQuote, Product } from "@/api/types";
import type { Sale } from "@/parts/performance-picker/sale";

/** What the chosen lines come to with the offers that they serve; null where no offer can, and until it is known. */
export function useQuote(product: Product, sale: Sale, items: CartAddLine[]): CartQuote | null {
  const asked = product.hasOffers && items.length > 0;
  const { data } = useApi(asked ? keys.quote(sale, items) : null, (api) =>
    api.POST("/cart/quote", { body: { ...sale, items } }),
  );
  return asked ? (data?.value ?? null) : null;
}
