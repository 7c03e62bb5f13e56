import type { CartGroup } from "@/api/types";
import type { Chosen } from "./bundle-state";

/** A bundle of the cart that the shopper edits. */
export type EditedBundle = {
  lineId: string;
  /** Whether a revision removed the line from the cart. */
  removed: boolean;
  date: string | null;
  chosen: Chosen[];
};

type BundleGroup = Pick<CartGroup, "bundleDate" | "packageItemGroups">;

/** The choices with which a bundle of the cart was built. */
export function editedBundle(
  lineId: string,
  { group: { bundleDate, packageItemGroups }, removed }: { group: BundleGroup; removed: boolean },
): EditedBundle {
  const chosen = new Map<string, Chosen>();
  for (const { productId, productDisplayName, items } of packageItemGroups) {
    for (const { productVariantId: variantId, displayName, quantity, performances } of items) {
      // All variants of a product have the same times.
      const product = chosen.get(productId) ?? {
        productId,
        name: productDisplayName,
        times: performances.map(({ showId, performanceTime }) => ({ showId, performanceTime })),
        variants: [],
      };
      product.variants.push({ variantId, name: displayName, quantity: { value: quantity, typed: null } });
      chosen.set(productId, product);
    }
  }
  return { lineId, removed, date: bundleDate ?? null, chosen: [...chosen.values()] };
}
