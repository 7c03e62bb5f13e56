import type { PromotionType, SaleFlow } from "@/api/types";

/**
 * The sale context: the flow, promotion and rights under which something is sold. It is sent with every call of one
 * sale. The server decides whether it is valid.
 */
export type Sale = {
  saleFlowId: SaleFlow;
  promotionCode?: string;
  specificPromotionTypeId?: PromotionType;
  promotionSaleFlowId?: SaleFlow;
  tags?: string[];
  /** One of the promotions that the other fields select. If present, only this promotion applies. */
  extPromotionId?: string;
  /** The cart lines to move. Each line keeps its sale context. */
  lineIds?: string[];
};

export const publicSale: Sale = { saleFlowId: 1 };

/** The sale context of a tag page. */
export function tagSale(tags: string[]): Sale {
  return { saleFlowId: 3, specificPromotionTypeId: 5, tags };
}

/** The sale context of a tag page of passes, which sells new passes. */
export function newPassSale(tags: string[]): Sale {
  return { saleFlowId: 3, specificPromotionTypeId: 7, tags };
}

/** The sale context of the add-ons for the products in the cart. */
export const addOnSale: Sale = { saleFlowId: 4, specificPromotionTypeId: 9 };

/** The sale context of a promotion code. */
export function codeSale(promotionCode: string): Sale {
  return { saleFlowId: 5, promotionCode };
}

/** The sale context of the cross-sells for a product in the cart. */
export const crossSellSale: Sale = { saleFlowId: 6, specificPromotionTypeId: 18 };

/** The sale context of a tag's offer for verified visitors. */
export function verifiedSale(tags: string[]): Sale {
  return { saleFlowId: 7, specificPromotionTypeId: 10, tags };
}

/** The sale context in which an entitlement of a pass or an account is redeemed. */
export function redemption(saleFlowId: 2 | 15, extPromotionId: string): Sale {
  return { saleFlowId, extPromotionId };
}

/**
 * An advance sale. Before the public sale, it is open to visitors with a code or with certain passes. All
 * other visitors see the public sale on its page.
 */
export const advance = { saleFlowId: 14 } as const satisfies Partial<Sale>;

export function advanceSale(promotionCode: string): Sale {
  return { ...advance, promotionCode };
}

/** The sale context under which cart lines are changed. */
export function cartSale(lineIds: string[]): Sale {
  return { ...publicSale, lineIds };
}

/** The fields of the sale context in the calls that list products. */
export function multiProductQuery({ tags, ...way }: Sale) {
  return { ...way, tagsCsv: tags?.join(",") };
}

/** The fields of the sale context in the calls for one product. */
export function productQuery({ specificPromotionTypeId, tags, ...way }: Sale) {
  return { ...way, promotionTypeId: specificPromotionTypeId, tagsCsv: tags?.join(",") };
}

/** The query parameters by which a link to a product page names a sale context. */
export type SaleQuery = Partial<Record<string, string | string[]>>;

/**
 * The sale context that the query of an address names. The sale flow of the page takes precedence over the flow in the
 * query. If neither names a flow, a promotion code means flow 5. Unknown numbers of flows and promotion types are
 * ignored.
 */
export function saleOf(query: SaleQuery, page: Partial<Sale> = {}): Sale {
  const code = textOf(query.promotionCode);
  const tags = (textOf(query.tags) ?? "")
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
  return {
    saleFlowId: page.saleFlowId ?? numberOf(query.saleFlowId, saleFlows) ?? (code ? 5 : 1),
    promotionCode: code,
    specificPromotionTypeId: numberOf(query.specificPromotionTypeId, promotionTypes),
    promotionSaleFlowId: numberOf(query.promotionSaleFlowId, saleFlows),
    tags: tags.length > 0 ? tags : undefined,
  };
}

const saleFlows: readonly SaleFlow[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 14, 15];
const promotionTypes: readonly PromotionType[] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
];

function textOf(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value.trim() || undefined : undefined;
}

function numberOf<N extends number>(
  value: string | string[] | undefined,
  known: readonly N[],
): N | undefined {
  return known.find((one) => String(one) === textOf(value));
}
