import type { Cart, CartGroup, CartItem } from "@/api/types";

/** An empty cart for tests and samples. */
export const emptyCart: Cart = {
  itemGroups: [],
  cartEmpty: true,
  lastRemoved: [],
  unmet: [],
  questions: [],
  openPasses: 0,
  blankPasses: 0,
  cartRevised: false,
  cartTotal: 0,
  cartTotalNetTaxesAndFees: 0,
  displaySubtotal: 0,
  codeSavings: [],
  taxTotal: 0,
  feeTotal: 0,
  addedFeeTotal: 0,
  fees: [],
  deliveryTotal: 0,
  acceptTerms: false,
  acceptInstallmentTerms: false,
  acknowledgeLocation: false,
  paymentInProgress: false,
  holdExtendable: false,
  now: "2026-11-20T15:00:00Z",
};

/** A cart line for tests and samples: `quantity` items at `unitPrice`. */
export function aLine(id: string, unitPrice: number, quantity = 1): CartItem {
  return {
    id,
    productVariantId: "adult",
    productVariantIsPass: false,
    saleFlowId: 1,
    displayName: "Adult",
    unitPrice,
    displayPrice: unitPrice,
    unitFees: 0,
    itemFees: 0,
    itemTotal: unitPrice * quantity,
    displayTotal: unitPrice * quantity,
    offers: [],
    entitlements: [],
    hostLines: [],
    quantity,
    minQuantity: 1,
    maxQuantity: 10,
    performances: [],
    seats: [],
    deliveryItem: false,
  };
}

/** A visit of a cart line for tests and samples. */
export function aVisit(
  changes: Partial<CartItem["performances"][number]> = {},
): CartItem["performances"][number] {
  return {
    selectionIndex: 1,
    performanceId: "fossils.20261205.1400",
    showId: "deep-time",
    showName: "Deep Time",
    performanceDate: "2026-12-05",
    performanceTime: "14:00",
    validAllDay: false,
    ...changes,
  };
}

/** A cart group for tests and samples: the lines of one product. */
export function aGroup(productId: string, ...items: CartItem[]): CartGroup {
  return {
    productId,
    productName: productId,
    productDisplayName: productId,
    isPackage: false,
    isBundle: false,
    isDonation: false,
    hasPage: true,
    weekCalendar: false,
    displayPackageItemPricingDetails: false,
    packageItemGroups: [],
    allowPerformanceChange: true,
    items,
  };
}
