import type { PromotionType, SaleFlow } from "@/api/types";

/** By which way something is sold: sent along with every call of one sale. */
export type Sale = {
  saleFlowId: SaleFlow;
  promotionCode?: string;
  specificPromotionTypeId?: PromotionType;
  promotionSaleFlowId?: SaleFlow;
};

export const publicSale: Sale = { saleFlowId: 1 };

/** The sale of somebody who has a code. */
export function codeSale(promotionCode: string): Sale {
  return { saleFlowId: 5, promotionCode };
}
