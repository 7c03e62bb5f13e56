import type { Product } from "@/api/types";
import { plainMoney } from "@/lib/money";
import { priceSpan } from "./price-span";

/**
 * A product's price as structured data for search engines, with additional fields of the offer; undefined if nothing is
 * sold.
 */
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
