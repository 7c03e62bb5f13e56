import type { CartGroup, Order } from "@/api/types";
import type { PackageLine } from "./package-details";

/** The package of a cart group; null if the group is not a package. */
export function packageOfGroup(group: CartGroup): PackageLine | null {
  if (!group.isPackage) return null;
  return {
    name: group.packageDisplayName ?? group.productDisplayName,
    description: group.packageDiscountDescription,
    percentage: group.packageDiscountPercentage,
    showsPricing: group.displayPackageItemPricingDetails,
    hasFees: group.items.some((item) => item.unitFees > 0),
    groups: group.packageItemGroups,
  };
}

/** The package of an order line; null if the line is not a package. */
export function packageOfItem(item: Order["items"][number]): PackageLine | null {
  if (!item.isPackage) return null;
  return {
    name: item.packageDisplayName ?? item.productDisplayName,
    description: item.packageDiscountDescription,
    percentage: item.packageDiscountPercentage,
    showsPricing: item.displayPackageItemPricingDetails,
    hasFees: item.displayPrice !== item.unitPrice,
    groups: item.packageItems,
  };
}
