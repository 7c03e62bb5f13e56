import type { Product } from "@/api/types";
import { plainMoney } from "@/lib/money";
import { priceSpan } from "./price-span";

/** What a product costs, for search engines, with whatever more is known of the offer; nothing where nothing is sold. */
export function offerData(product: Product, url: string, more: Record<string, unknown> = {}) {
  const range = priceSpan(product.variants);
  if (range === null) return undefined;
  const common = { priceCurrency: "USD", url, ...more };
  if (range.lowest === range.highest) return { "@type": "Offer", price: plainMoney(range.lowest), ...common };
  return {
    "@type": "AggregateOffer",
    lowPrice: plainMoney(range.lowest),
    highPrice: plainMoney(range.highest),
    offerCount: range.count,
    ...common,
  };
}
