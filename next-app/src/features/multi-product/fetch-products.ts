import "server-only";
import { visitorApi } from "@/api/server";
import { type Offer, requestOffer } from "@/parts/offer-page/fetch-offer";
import { addOnSale, codeSale } from "@/parts/performance-picker/sale";
import { fetchCrossSells, fetchSection } from "@/parts/product-sections/fetch-cross-sells";
import { filled, type Section } from "@/parts/product-sections/sections";

/** The products of a promotion code, or the server's message that says why the code is refused. */
export async function fetchPromotion(
  code: string,
): Promise<{ found: Offer & { sections: Section[] } } | { problem: string }> {
  const sale = codeSale(code);
  const outcome = await requestOffer(await visitorApi(), sale);
  if (!outcome.ok) return { problem: outcome.message };
  const { answer } = outcome;
  return {
    found: { ...answer, sections: filled([{ kind: "products", sale, products: answer.products }]) },
  };
}

/** The cross-sells and add-ons for the visitor's cart. */
export async function fetchAddOns(): Promise<Section[]> {
  const [crossSells, addOns] = await Promise.all([fetchCrossSells(), fetchSection("products", addOnSale)]);
  return filled([...crossSells, addOns]);
}
