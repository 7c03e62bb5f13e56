import type { Cart } from "@/api/types";

/** Tells carts with different lines or quantities apart, so that a message about a cart ends with it. */
export function cartKey({ itemGroups }: Pick<Cart, "itemGroups">): string {
  return itemGroups.flatMap(({ items }) => items.map(({ id, quantity }) => `${id} ${quantity}`)).join();
}
