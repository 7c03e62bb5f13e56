"use client";

import { useCart, useMiniCart } from "@/api/swr";
import type { Exchange } from "./exchange-state";

/**
 * The tickets that the visitor is exchanging; undefined for a visitor who exchanges none, and while they are not known.
 * Visitors without an exchange read nothing for it.
 */
export function useExchange(): Exchange | undefined {
  // The header of each page has read it.
  const { data: miniCart } = useMiniCart({ revalidateIfStale: false });
  const isThere = miniCart?.isExchange === true;
  const { data: cart } = useCart({}, isThere);
  return isThere ? cart?.exchange : undefined;
}
