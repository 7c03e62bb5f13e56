/** By which way something is sold: sent along with every call of one sale. */
export type Sale = {
  saleFlowId: number;
  promotionCode?: string;
  specificPromotionTypeId?: number;
  promotionSaleFlowId?: number;
};

export const publicSale: Sale = { saleFlowId: 1 };
