import "server-only";
import { visitorApi } from "@/api/server";
import type { CrossSells, DisplayCategory } from "@/api/types";
import { requestOffer } from "@/parts/offer-page/fetch-offer";
import { crossSellSale, type Sale } from "@/parts/performance-picker/sale";
import { filled, type Section, type SectionKind } from "./sections";

const kinds: Record<DisplayCategory, SectionKind> = { 1: "primary", 2: "promotional", 3: "secondary" };

/**
 * A list of products for the visitor's cart. A failure gives an empty list, because an offer must not stop the sale.
 */
export async function fetchSection(kind: SectionKind, sale: Sale): Promise<Section> {
  const outcome = await requestOffer(await visitorApi(), sale).catch(() => null);
  return { kind, sale, products: outcome?.ok ? outcome.answer.products : [] };
}

/** The cross-sells of the products in the visitor's cart. After a failure there are none. */
export async function fetchCrossSells(): Promise<Section[]> {
  const api = await visitorApi();
  const { data: lists = [] } = await api.GET("/product/cross-sell").catch(() => ({ data: undefined }));
  return crossSellSections(lists);
}

/** The sections for lists of cross-sells. */
export function crossSellSections(lists: CrossSells[]): Section[] {
  return filled(
    lists.map(({ displayCategory, products }) => ({
      kind: kinds[displayCategory],
      sale: crossSellSale,
      products,
    })),
  );
}
