import "server-only";
import { visitorApi } from "@/api/server";
import type { PriceTier } from "@/api/types";
import { askOffer, type Offer } from "@/parts/offer-page/read-offer";
import { addOnSale, codeSale, crossSellSale, type Sale } from "@/parts/performance-picker/sale";
import { filled, type Section, type SectionKind } from "./sections";

/** What a code is for; or why it is no good, in the server's words. */
export async function readPromotion(
  code: string,
): Promise<{ found: Offer & { sections: Section[] } } | { problem: string }> {
  const sale = codeSale(code);
  const outcome = await askOffer(await visitorApi(), sale);
  if (!outcome.ok) return { problem: outcome.message };
  const { answer } = outcome;
  return {
    found: { ...answer, sections: filled([{ kind: "products", sale, products: answer.products }]) },
  };
}

const lists: [SectionKind, PriceTier][] = [
  ["primary", 1],
  ["promotional", 2],
  ["secondary", 3],
];

/** What goes with the visitor's cart. An offer on the way is never worth a fault: what is not answered is not offered. */
export async function readAddOns(): Promise<Section[]> {
  const api = await visitorApi();
  const products = async (kind: SectionKind, sale: Sale, tier?: PriceTier): Promise<Section> => {
    const outcome = await askOffer(api, sale, tier).catch(() => null);
    return { kind, sale, products: outcome?.ok ? outcome.answer.products : [] };
  };
  return filled(
    await Promise.all([
      ...lists.map(([kind, tier]) => products(kind, crossSellSale, tier)),
      products("products", addOnSale),
    ]),
  );
}
