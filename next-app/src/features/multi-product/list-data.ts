import type { Product } from "@/api/types";
import { plainMoney } from "@/lib/money";
import { priceSpan } from "@/parts/price/price-span";

/** A list of products for search engines: their names, pictures and prices as the page shows them. */
export function listData(
  name: string,
  products: Product[],
  url: string,
  base: string,
): Record<string, unknown> {
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    name,
    url,
    numberOfItems: products.length,
    itemListElement: products.map((product, index) => ({
      "@type": "ListItem",
      position: index + 1,
      item: {
        "@type": "Product",
        name: product.productDisplayName,
        description: product.productShortDescription || undefined,
        image: product.productImages.map((picture) => new URL(picture.url, base).href),
        offers: offers(product, url),
      },
    })),
  };
}

function offers(product: Product, url: string) {
  const range = priceSpan(product.variants);
  if (range === null) return undefined;
  const common = { priceCurrency: "USD", url };
  if (range.lowest === range.highest) return { "@type": "Offer", price: plainMoney(range.lowest), ...common };
  return {
    "@type": "AggregateOffer",
    lowPrice: plainMoney(range.lowest),
    highPrice: plainMoney(range.highest),
    offerCount: product.variants.length,
    ...common,
  };
}
