"use client";

import { useEffect, useState } from "react";
import { useSWRConfig } from "swr";
import { keys, useRevisedCart } from "@/api/swr";
import type { Cart } from "@/api/types";
import { routes } from "@/lib/routes";

/** How often a cart is read again during a payment, in milliseconds. */
const payingPollMs = 3000;

/**
 * The cart of the page: rendered on the server, then read again, which reclaims expired claims. The cached copy is
 * dropped when the shopper leaves the page, because the server sends a newer one when the page is opened again.
 */
export function usePageCart(initial: Cart) {
  const { mutate } = useSWRConfig();
  useEffect(() => {
    return () => {
      void mutate(keys.revisedCart, undefined, { revalidate: false });
    };
  }, [mutate]);
  return useRevisedCart({
    fallbackData: initial,
    revalidateOnFocus: true,
    pollMs: (latest) => (latest?.paymentInProgress ? payingPollMs : 0),
  });
}

/** Whether `value` has been true since the page was opened. */
export function useHasBeenTrue(value: boolean): boolean {
  const [ever, setEver] = useState(value);
  if (value && !ever) setEver(true);
  return ever;
}

/**
 * Removes `?reroute=true` from the address, so that the message is not shown again after a reload or from a bookmark.
 */
export function useQueryRemoval(present: boolean) {
  useEffect(() => {
    if (present) window.history.replaceState(window.history.state, "", routes.cart());
  }, [present]);
}
