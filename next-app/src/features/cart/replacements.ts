import type { Cart } from "@/api/types";
import type { LeavingLine } from "@/parts/cart-lines/leaving";
import { type Exchange, isExchanged } from "@/parts/exchange-notice/exchange-state";

/** The lines of the cart that the shopper has chosen for what is exchanged: all of the same products and bundles. */
export function replacementsIn({ itemGroups }: Pick<Cart, "itemGroups">, exchange: Exchange): LeavingLine[] {
  return itemGroups.flatMap((group, at) =>
    isExchanged(exchange, group.productId) ? group.items.map((item) => ({ group, item, at })) : [],
  );
}
