import type { TagPage, Variant } from "@/api/types";

/** A page that sells passes for less. */
export type PassOffer = {
  page: TagPage;
  /** The price of each variant on the page, by the ID of the variant. */
  prices: ReadonlyMap<string, number>;
};

/** The offers that sell a variant for less than its price, each with that price. */
export function cheaperOffers(
  offers: readonly PassOffer[],
  { id, displayPrice }: Variant,
): { page: TagPage; price: number }[] {
  return offers.flatMap(({ page, prices }) => {
    const price = prices.get(id);
    return price !== undefined && price < displayPrice ? [{ page, price }] : [];
  });
}
