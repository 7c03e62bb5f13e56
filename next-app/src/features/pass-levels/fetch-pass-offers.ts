import "server-only";
import { fetchOnSale } from "@/api/server";
import { fetchTagOffer } from "@/parts/offer-page/fetch-offer";
import { newPassSale } from "@/parts/performance-picker/sale";
import type { PassOffer } from "./pass-offer";

/** The pages that sell passes for less. The prices of a verified offer are not known before the visitor is verified. */
export async function fetchPassOffers(): Promise<PassOffer[]> {
  const { tagPages } = await fetchOnSale();
  const read = async (page: (typeof tagPages)[number]): Promise<PassOffer> => {
    if (page.isVerified) return { page, prices: new Map() };
    const tags = page.secondaryTag === undefined ? [page.tag] : [page.tag, page.secondaryTag];
    const offer = await fetchTagOffer(newPassSale(tags));
    const variants = (offer?.products ?? []).flatMap((product) => product.variants);
    return { page, prices: new Map(variants.map(({ id, displayPrice }) => [id, displayPrice])) };
  };
  return Promise.all(tagPages.filter(({ sellsPasses }) => sellsPasses).map(read));
}
