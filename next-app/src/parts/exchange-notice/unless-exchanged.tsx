"use client";

import type { ReactNode } from "react";
import { isExchanged } from "./exchange-state";
import { useExchange } from "./use-exchange";

/** What does not apply to a shopper who is exchanging something of this product or bundle, such as the fees of an order. */
export function UnlessExchanged({ productId, children }: { productId: string; children: ReactNode }) {
  const exchange = useExchange();
  return isExchanged(exchange, productId) ? null : children;
}
