import type { Cart, CartGroup, CartItem } from "@/api/types";

/** The cart after a revision, with the previous cart. */
type RevisedCart = Pick<Cart, "itemGroups" | "previousCart">;
type Totals = Pick<Cart, "displaySubtotal" | "taxTotal" | "addedFeeTotal" | "deliveryTotal" | "cartTotal">;

/** The earlier lines that are no longer in the cart, grouped by product. */
export function removedGroups({ itemGroups, previousCart }: RevisedCart): CartGroup[] {
  const present = lines(itemGroups);
  return (previousCart?.itemGroups ?? [])
    .map((group) => ({ ...group, items: group.items.filter((item) => !present.has(item.id)) }))
    .filter((group) => group.items.length > 0);
}

/** A key that distinguishes a removed line from the same line added again. */
export const removedKey = (item: Pick<CartItem, "id">): string => `removed ${item.id}`;

/** The earlier line, if the revision changed its price. */
export function repricedFrom({ previousCart }: RevisedCart, item: CartItem): CartItem | null {
  const before = lines(previousCart?.itemGroups ?? []).get(item.id);
  if (!before) return null;
  const same = before.displayPrice === item.displayPrice && before.displayTotal === item.displayTotal;
  return same ? null : before;
}

const totals = [
  { field: "displaySubtotal", textId: "summary.subtotal" },
  { field: "deliveryTotal", textId: "summary.delivery" },
  { field: "taxTotal", textId: "summary.tax" },
  { field: "addedFeeTotal", textId: "summary.fees" },
  { field: "cartTotal", textId: "summary.total" },
] as const satisfies { field: keyof Totals; textId: string }[];

export type ChangedTotal = { textId: (typeof totals)[number]["textId"]; was: number; now: number };

/** The totals that differ from the previous cart; none if the server reports no totals of a previous cart. */
export function changedTotals(cart: RevisedCart & Totals): ChangedTotal[] {
  return totals.flatMap(({ field, textId }) => {
    const was = cart.previousCart?.[field];
    const now = cart[field];
    return was === undefined || was === now ? [] : [{ textId, was, now }];
  });
}

function lines(groups: CartGroup[]): Map<string, CartItem> {
  return new Map(groups.flatMap((group) => group.items.map((item) => [item.id, item])));
}
