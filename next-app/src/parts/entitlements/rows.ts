import type { AccountEntitlementProduct, EntitlementVariant } from "@/api/types";
import type { Entitled } from "@/parts/buy-panel/order-state";
import { redemption, type Sale } from "@/parts/performance-picker/sale";

/** The kind of entitlements that a page lists: those of the shopper's passes (`ticket`) or those of the account. */
export type EntitlementKind = "ticket" | "account";

/** An entitlement of a pass or of the account, as a row of the page. */
export type Row = {
  /** A key that stays the same when the list is read again. */
  key: string;
  productId: string;
  productName: string;
  variantName: string;
  /** The name of the entitlement. */
  name: string;
  /** The holder of the pass; empty for an account's entitlement. */
  holder: string;
  price: number;
  from?: string;
  to?: string;
  total: number;
  remaining: number;
  /** Why the entitlement cannot be redeemed yet. */
  heldBack?: string;
  /** Whether several rows share one remaining number. */
  shared: boolean;
  sale: Sale;
  entitled: Entitled;
};

/** The rows of one product. */
export type ProductRows = { productId: string; productName: string; rows: Row[] };

export function rowsOfPasses(variants: EntitlementVariant[]): Row[] {
  const source = (one: EntitlementVariant) => one.entitlements.map(({ id }) => id).join(" ");
  return variants.map((one) => ({
    shared: variants.filter((other) => source(other) === source(one)).length > 1,
    key: one.entitlements.map(({ id }) => id).join(" ") + one.productVariantId,
    productId: one.productId,
    productName: one.productName,
    variantName: one.productVariantName,
    name: one.entitlementName,
    holder: `${one.accountFirstName} ${one.accountLastName}`.trim(),
    price: one.displayPrice,
    from: one.validityStartDate,
    to: one.validityEndDate,
    total: one.totalQuantity,
    remaining: one.remainingQuantity,
    heldBack: one.heldBackReason,
    sale: redemption(2, one.extPromotionId),
    entitled: { variantId: one.productVariantId, entitlements: one.entitlements },
  }));
}

export function rowsOfAccount(products: AccountEntitlementProduct[]): Row[] {
  const all = products.flatMap((product) => product.variants.map(({ entitlement }) => entitlement.id));
  return products.flatMap((product) =>
    product.variants.map(({ id, displayName, displayPrice, entitlement }) => ({
      shared: all.filter((other) => other === entitlement.id).length > 1,
      key: `${entitlement.id} ${id}`,
      productId: product.id,
      productName: product.productDisplayName,
      variantName: displayName,
      name: entitlement.name,
      holder: "",
      price: displayPrice,
      from: entitlement.validityStartDate,
      to: entitlement.validityEndDate,
      total: entitlement.maxRedemptions,
      remaining: entitlement.remainingRedemptions,
      heldBack: entitlement.heldBackReason,
      sale: redemption(15, entitlement.extPromotionId),
      entitled: {
        variantId: id,
        entitlements: [{ id: entitlement.id, remainingQuantity: entitlement.remainingRedemptions }],
      },
    })),
  );
}

export function byProduct(rows: Row[]): ProductRows[] {
  const products: ProductRows[] = [];
  for (const row of rows) {
    const known = products.find(({ productId }) => productId === row.productId);
    if (known) known.rows.push(row);
    else products.push({ productId: row.productId, productName: row.productName, rows: [row] });
  }
  return products;
}
