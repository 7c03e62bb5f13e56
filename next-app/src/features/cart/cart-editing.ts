import type { Cart, CartGroup, CartItem, CartModifyLine } from "@/api/types";
import { removedGroups } from "@/parts/previous-cart/previous-state";
import type { LinePlace } from "./restored-focus";

/** The group that is being edited: in the cart, or among the groups that a revision removed. */
export function editedGroup(cart: Cart, { id, removed }: LinePlace): CartGroup | undefined {
  const groups = removed ? removedGroups(cart) : cart.itemGroups;
  return groups.find((group) => group.items.some((item) => item.id === id));
}

/**
 * The line from which focus moves on after the dialog: the first line that the dialog removes from the cart, or else
 * the edited line.
 */
export function focusOrigin({ id, removed }: LinePlace, changes: CartModifyLine[]): LinePlace {
  const leaving = removed ? undefined : changes.find((change) => change.quantity === 0);
  return { id: leaving?.id ?? id, removed };
}

/** The names of the offers and sales that lowered the price of a line in an earlier state of the cart and no longer do. */
export function endedOffers(before: Pick<Cart, "itemGroups">, item: CartItem): string[] {
  const namesOf = ({ offers, promotionName }: CartItem) => [
    ...offers.map(({ displayName }) => displayName),
    ...(promotionName ? [promotionName] : []),
  ];
  const earlier = before.itemGroups.flatMap((group) => group.items).find(({ id }) => id === item.id);
  const now = new Set(namesOf(item));
  return [...new Set(earlier ? namesOf(earlier) : [])].filter((name) => !now.has(name));
}
