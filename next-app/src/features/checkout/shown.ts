import type { Cart } from "@/api/types";
import { removedGroups } from "@/parts/previous-cart/previous-state";

type Shown = Pick<
  Cart,
  "itemGroups" | "previousCart" | "cartRevised" | "reviseCartMessage" | "cartTotal" | "extDeliveryMethodId"
>;

/**
 * What the shopper has not seen of a cart yet: a revision, or another total. Nothing is paid before. A total that
 * follows from the shopper's own choice of delivery, made a moment ago, is told with the payment.
 */
export function unseen(shown: Shown, current: Shown, deliveryMethodId?: string): "revision" | "total" | null {
  if (current.cartRevised && revisionOf(current) !== revisionOf(shown)) return "revision";
  const choseDelivery = (shown.extDeliveryMethodId ?? "") !== (deliveryMethodId ?? "");
  return choseDelivery || current.cartTotal === shown.cartTotal ? null : "total";
}

function revisionOf(cart: Shown): string {
  const removed = removedGroups(cart).flatMap((group) => group.items.map((item) => item.id));
  return JSON.stringify([cart.cartRevised, cart.reviseCartMessage, removed]);
}
