import { expect, test } from "vitest";
import type { AccountEntitlementProduct, EntitlementVariant } from "@/api/types";
import { byProduct, rowsOfAccount, rowsOfPasses } from "./rows";

const ofPass: EntitlementVariant = {
  productId: "day",
  productVariantId: "adult",
  productName: "Day Ticket",
  productVariantName: "Adult",
  extPromotionId: "friends",
  entitlementName: "Bring a friend",
  displayPrice: 0,
  validityStartDate: "2026-11-22",
  validityEndDate: "2027-11-21",
  totalQuantity: 4,
  remainingQuantity: 3,
  accountFirstName: "Ada",
  accountLastName: "Lovelace",
  entitlements: [
    { id: "friends/1", remainingQuantity: 1 },
    { id: "friends/2", remainingQuantity: 2 },
  ],
};

const ofAccount: AccountEntitlementProduct = {
  id: "photo",
  productDisplayName: "Photo Pass",
  variants: [
    {
      id: "photo-day",
      displayName: "One day",
      displayPrice: 5,
      entitlement: {
        id: "members/ada",
        extPromotionId: "members",
        name: "Members",
        maxRedemptions: 2,
        remainingRedemptions: 2,
      },
    },
  ],
};

test("a row of a pass's entitlements contains the passholder, the sale context and each entitlement", () => {
  const [row] = rowsOfPasses([ofPass]);
  expect(row).toMatchObject({ holder: "Ada Lovelace", total: 4, remaining: 3, from: "2026-11-22" });
  expect(row?.sale).toEqual({ saleFlowId: 2, extPromotionId: "friends" });
  expect(row?.entitled).toEqual({ variantId: "adult", entitlements: ofPass.entitlements });
});

test("the row of an entitlement that cannot be redeemed yet contains the reason", () => {
  const heldBackReason = "Available once the pass is paid in full.";
  const [ofPasses] = rowsOfPasses([{ ...ofPass, remainingQuantity: 0, heldBackReason }]);
  expect(ofPasses).toMatchObject({ remaining: 0, heldBack: heldBackReason });
  const [variant] = ofAccount.variants;
  if (!variant) throw new Error("a variant");
  const entitlement = { ...variant.entitlement, remainingRedemptions: 0, heldBackReason };
  const [ofAccounts] = rowsOfAccount([{ ...ofAccount, variants: [{ ...variant, entitlement }] }]);
  expect(ofAccounts).toMatchObject({ remaining: 0, heldBack: heldBackReason });
});

test("the row of an account's entitlement contains the price, the sale context and the entitlement", () => {
  const [row] = rowsOfAccount([ofAccount]);
  expect(row).toMatchObject({ holder: "", productName: "Photo Pass", price: 5, remaining: 2 });
  expect(row?.sale).toEqual({ saleFlowId: 15, extPromotionId: "members" });
  expect(row?.entitled.entitlements).toEqual([{ id: "members/ada", remainingQuantity: 2 }]);
});

test("rows are grouped by product, in the order of the first row of each product", () => {
  const rows = rowsOfPasses([
    ofPass,
    { ...ofPass, productId: "tour" },
    { ...ofPass, productVariantId: "child" },
  ]);
  expect(byProduct(rows).map(({ productId, rows }) => [productId, rows.length])).toEqual([
    ["day", 2],
    ["tour", 1],
  ]);
});
