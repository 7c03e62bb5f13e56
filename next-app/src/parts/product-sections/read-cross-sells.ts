import "server-only";
import { visitorApi } from "@/api/server";
import type { PriceTier } from "@/api/types";
import { askOffer } from "@/parts/offer-page/read-offer";
import { crossSellSale, type Sale } from "@/parts/performance-picker/sale";
import { filled, type Section, type SectionKind } from "./sections";

const lists: [SectionKind, PriceTier][] = [
  ["primary", 1],
  ["promotional", 2],
  ["secondary", 3],
];

/** A list of products for the visitor's cart. An offer on the way is never worth a fault: what is not answered is not offered. */
export async function readSection(kind: SectionKind, sale: Sale, tier?: PriceTier): Promise<Section> {
  const outcome = await askOffer(await visitorApi(), sale, tier).catch(() => null);
  return { kind, sale, products: outcome?.ok ? outcome.answer.products : [] };
}

/** What is offered beside the products of the visitor's cart. */
export async function readCrossSells(): Promise<Section[]> {
  return filled(await Promise.all(lists.map(([kind, tier]) => readSection(kind, crossSellSale, tier))));
}
