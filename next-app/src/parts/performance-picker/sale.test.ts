import { expect, test } from "vitest";
import { type SaleQuery, saleOf } from "./sale";

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
])("%j names %j", (query, sale) => {
  expect(saleOf(query)).toEqual(sale);
});

test("the way of the page itself stands before what its address says", () => {
  expect(saleOf({ promotionCode: "TEN", saleFlowId: "3" }, { saleFlowId: 14 })).toEqual({
    saleFlowId: 14,
    promotionCode: "TEN",
  });
});
