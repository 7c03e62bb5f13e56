import type { CartQuote } from "@/api/types";
import { toCents } from "@/lib/money";

/** The offers of a quote, each once. An offer reduces tickets of different prices by different amounts, which add up. */
export function joinedOffers(offers: CartQuote["offers"]): CartQuote["offers"] {
  const joined = new Map<string, CartQuote["offers"][number]>();
  for (const offer of offers) {
    const known = joined.get(offer.displayName);
    const cents = toCents(known?.displayAdjustmentTotal ?? 0) + toCents(offer.displayAdjustmentTotal);
    const quantity = (known?.quantity ?? 0) + offer.quantity;
    joined.set(offer.displayName, { ...offer, quantity, displayAdjustmentTotal: cents / 100 });
  }
  return [...joined.values()];
}
