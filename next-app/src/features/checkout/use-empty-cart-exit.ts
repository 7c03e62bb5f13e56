"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useEffect } from "react";
import { useMiniCart } from "@/api/swr";
import type { Cart } from "@/api/types";
import { storeReason } from "@/flow/reason";
import { selectionPath } from "@/flow/sale-path";
import { loadPending } from "@/parts/card-dialog/memory";
import { loadRemoval } from "@/parts/cart-lines/last-removal";
import { checkoutTexts } from "@/text/areas/checkout";
import { useText } from "@/text/use-text";
import { emptyCartExit } from "./empty-cart-exit";

type Options = {
  cart: Cart;
  /**
   * Whether the cart was empty when the page was opened and the shopper has an order: its items were probably bought.
   */
  ordered: boolean;
  /** Whether an order or a payment is in progress. Until it ends, an empty cart may mean that its items were bought. */
  busy: boolean;
  /** Whether a redirect to the next page has already started. */
  done: RefObject<boolean>;
};

/** Leaves checkout when the cart is empty. */
export function useEmptyCartExit({ cart, ordered, busy, done }: Options): void {
  const t = useText(checkoutTexts);
  const router = useRouter();
  const { data: miniCart } = useMiniCart();
  const isEmpty = cart.cartEmpty || miniCart?.itemCount === 0;
  const hasRemovedLines = Boolean(cart.previousCart);
  useEffect(() => {
    if (!isEmpty || busy || done.current || loadPending()) return;
    done.current = true;
    const { path, explains } = emptyCartExit({ hasRemovedLines, ordered, selectionPath: selectionPath() });
    if (explains) storeReason(t(loadRemoval() ? "checkout.left-removed" : "checkout.left-empty"));
    router.replace(path);
  }, [isEmpty, busy, done, hasRemovedLines, ordered, router, t]);
}
