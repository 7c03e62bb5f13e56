import type { CartItem } from "@/api/types";

/** How many of some variants stand in the cart. */
export function countInCart(items: readonly CartItem[], variantIds: readonly string[]): number {
  let count = 0;
  for (const item of items) if (variantIds.includes(item.productVariantId)) count += item.quantity;
  return count;
}
