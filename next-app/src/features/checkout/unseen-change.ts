import type { Cart } from "@/api/types";
import { agreedTerms } from "@/parts/payment-plan/plan";
import { removedGroups } from "@/parts/previous-cart/previous-state";

type SeenCart = Pick<
  Cart,
  | "itemGroups"
  | "previousCart"
  | "cartRevised"
  | "reviseCartMessage"
  | "cartTotal"
  | "extDeliveryMethodId"
  | "installmentBilling"
>;

/**
 * The change of the cart that the shopper has not yet seen: a revision, changed terms of the payment plan (returned as
 * "revision"), or a changed total; null if there is none. The payment must wait until the change is shown. A total that
 * changed because the shopper chose a different delivery method is not reported: the payment dialog shows it.
 */
export function unseenChange(
  shown: SeenCart,
  current: SeenCart,
  deliveryMethodId?: string,
): "revision" | "total" | null {
  if (current.cartRevised && revisionOf(current) !== revisionOf(shown)) return "revision";
  const choseDelivery = (shown.extDeliveryMethodId ?? "") !== (deliveryMethodId ?? "");
  if (!choseDelivery && current.cartTotal !== shown.cartTotal) return "total";
  return agreedTerms(current) === agreedTerms(shown) ? null : "revision";
}

function revisionOf(cart: SeenCart): string {
  const removed = removedGroups(cart).flatMap((group) => group.items.map((item) => item.id));
  return JSON.stringify([cart.cartRevised, cart.reviseCartMessage, removed]);
}
