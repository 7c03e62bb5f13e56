import type { CartItem } from "@/api/types";

/** The number of items of some variants in the cart; with a code, only items bought with that code. */
export function countInCart(
  items: readonly CartItem[],
  variantIds: readonly string[],
  promotionCode?: string,
): number {
  // Codes are not case-sensitive.
  const code = promotionCode?.toUpperCase();
  return items
    .filter((item) => variantIds.includes(item.productVariantId))
    .filter((item) => code === undefined || item.promotionCode?.toUpperCase() === code)
    .reduce((count, { quantity }) => count + quantity, 0);
}
