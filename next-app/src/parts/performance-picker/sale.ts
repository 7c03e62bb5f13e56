import type { PromotionType, SaleFlow } from "@/api/types";

/** By which way something is sold: sent along with every call of one sale. The server decides what the way is worth. */
export type Sale = {
  saleFlowId: SaleFlow;
  promotionCode?: string;
  specificPromotionTypeId?: PromotionType;
  promotionSaleFlowId?: SaleFlow;
  tags?: string[];
  /** One of the promotions that the rest says, where another would give another price. */
  extPromotionId?: string;
  /** Lines of the cart that are to move: each by the way by which it was bought, whatever that was. */
  lineIds?: string[];
};

export const publicSale: Sale = { saleFlowId: 1 };

/** The page of a tag. */
export function tagSale(tags: string[]): Sale {
  return { saleFlowId: 3, specificPromotionTypeId: 5, tags };
}

/** The page of a tag of passes, on which new ones are bought. */
export function newPassSale(tags: string[]): Sale {
  return { saleFlowId: 3, specificPromotionTypeId: 7, tags };
}

/** What goes with what is in the cart. */
export const addOnSale: Sale = { saleFlowId: 4, specificPromotionTypeId: 9 };

/** The sale of somebody who has a code. */
export function codeSale(promotionCode: string): Sale {
  return { saleFlowId: 5, promotionCode };
}

/** What is offered beside a product of the cart. */
export const crossSellSale: Sale = { saleFlowId: 6, specificPromotionTypeId: 18 };

/** A tag's offer for verified visitors. */
export function verifiedSale(tags: string[]): Sale {
  return { saleFlowId: 7, specificPromotionTypeId: 10, tags };
}

/** What somebody is entitled to by a pass, or by the account. */
export function redemption(saleFlowId: 2 | 15, extPromotionId: string): Sale {
  return { saleFlowId, extPromotionId };
}

/** The sale that opens with a code before everybody's does. Without a code its page shows what everybody sees. */
export const advance = { saleFlowId: 14 } as const satisfies Partial<Sale>;

export function advanceSale(promotionCode: string): Sale {
  return { ...advance, promotionCode };
}

/** What is in the cart and is to move. */
export function cartSale(lineIds: string[]): Sale {
  return { ...publicSale, lineIds };
}

/** How a call for what a way leads to names the way. */
export function multiWay({ tags, ...way }: Sale) {
  return { ...way, tagsCsv: tags?.join(",") };
}

/** How a call for a product names its way. */
export function productWay({ specificPromotionTypeId, tags, ...way }: Sale) {
  return { ...way, promotionTypeId: specificPromotionTypeId, tagsCsv: tags?.join(",") };
}

/** The parameters of a product page's address by which links name a way. */
export type SaleQuery = Partial<Record<string, string | string[]>>;

/**
 * The way that an address names: a code alone is a code's, and what is no number of a flow or a type is left out. The
 * way of the page itself, if it has one, stands before what its address says.
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
