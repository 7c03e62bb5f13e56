import { expect, test } from "vitest";
import {
  addOnSale,
  advanceSale,
  cartSale,
  codeSale,
  crossSellSale,
  publicSale,
  type Sale,
  type SaleQuery,
  saleOf,
  tagSale,
  verifiedSale,
} from "./sale";

test.each<[Sale, Sale]>([
  [publicSale, { saleFlowId: 1 }],
  [tagSale(["winter"]), { saleFlowId: 3, specificPromotionTypeId: 5, tags: ["winter"] }],
  [addOnSale, { saleFlowId: 4, specificPromotionTypeId: 9 }],
  [codeSale("TEN"), { saleFlowId: 5, promotionCode: "TEN" }],
  [crossSellSale, { saleFlowId: 6, specificPromotionTypeId: 18 }],
  [verifiedSale(["school"]), { saleFlowId: 7, specificPromotionTypeId: 10, tags: ["school"] }],
  [advanceSale("EARLY"), { saleFlowId: 14, promotionCode: "EARLY" }],
  [cartSale(["a", "b"]), { saleFlowId: 1, lineIds: ["a", "b"] }],
])("a sale context has the numbers of its flow and promotion type: %j", (sale, numbers) => {
  expect(sale).toEqual(numbers);
});

test.each<[SaleQuery, object]>([
  [{}, { saleFlowId: 1 }],
  [{ promotionCode: " TEN " }, { saleFlowId: 5, promotionCode: "TEN" }],
  [{ promotionCode: " " }, { saleFlowId: 1 }],
  [
    { promotionCode: "TEN", saleFlowId: "14" },
    { saleFlowId: 14, promotionCode: "TEN" },
  ],
  [
    { saleFlowId: "3", specificPromotionTypeId: "5", tags: "winter, spring," },
    { saleFlowId: 3, specificPromotionTypeId: 5, tags: ["winter", "spring"] },
  ],
  [
    { saleFlowId: "4", promotionSaleFlowId: "6" },
    { saleFlowId: 4, promotionSaleFlowId: 6 },
  ],
  [{ saleFlowId: "10", specificPromotionTypeId: "20" }, { saleFlowId: 1 }],
  [{ saleFlowId: "3x", tags: ["a", "b"] }, { saleFlowId: 1 }],
])("the query %j is read as the sale context %j", (query, sale) => {
  expect(saleOf(query)).toEqual(sale);
});

test("the sale flow of the page takes precedence over the sale flow in its address", () => {
  expect(saleOf({ promotionCode: "TEN", saleFlowId: "3" }, { saleFlowId: 14 })).toEqual({
    saleFlowId: 14,
    promotionCode: "TEN",
  });
});
