import "server-only";
import { visitorApi } from "@/api/server";
import type { DisplayCategory } from "@/api/types";
import { requestOffer } from "@/parts/offer-page/fetch-offer";
import { crossSellSale, type Sale } from "@/parts/performance-picker/sale";
import { filled, type Section, type SectionKind } from "./sections";

const lists: [SectionKind, DisplayCategory][] = [
  ["primary", 1],
  ["promotional", 2],
  ["secondary", 3],
];

/**
 * A list of products for the visitor's cart. A failure gives an empty list, because an offer must not stop the sale.
 */
export async function fetchSection(kind: SectionKind, sale: Sale, tier?: DisplayCategory): Promise<Section> {
  const outcome = await requestOffer(await visitorApi(), sale, tier).catch(() => null);
  return { kind, sale, products: outcome?.ok ? outcome.answer.products : [] };
}

/** The cross-sells of the products in the visitor's cart. */
export async function fetchCrossSells(): Promise<Section[]> {
  return filled(await Promise.all(lists.map(([kind, tier]) => fetchSection(kind, crossSellSale, tier))));
}
