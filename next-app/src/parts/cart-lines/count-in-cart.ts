import type { CartItem } from "@/api/types";

/** How many of some variants are in the cart; with a code, only those that were bought with it. */
export function countInCart(
  items: readonly CartItem[],
  variantIds: readonly string[],
  promotionCode?: string,
): number {
  // Small and large letters of a code are the same.
  const code = promotionCode?.toUpperCase();
  return items
    .filter((item) => variantIds.includes(item.productVariantId))
    .filter((item) => code === undefined || item.promotionCode?.toUpperCase() === code)
    .reduce((count, { quantity }) => count + quantity, 0);
}
