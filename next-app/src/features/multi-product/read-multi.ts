import "server-only";
import { visitorApi } from "@/api/server";
import { askOffer, type Offer } from "@/parts/offer-page/read-offer";
import { addOnSale, codeSale } from "@/parts/performance-picker/sale";
import { readCrossSells, readSection } from "@/parts/product-sections/read-cross-sells";
import { filled, type Section } from "@/parts/product-sections/sections";

/** The products of a code, or the server's message why the code is refused. */
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

/** The add-ons for the visitor's cart. */
export async function readAddOns(): Promise<Section[]> {
  const [crossSells, addOns] = await Promise.all([readCrossSells(), readSection("products", addOnSale)]);
  return filled([...crossSells, addOns]);
}
