import type { Product } from "@/api/types";
import { offerData } from "@/parts/price/offer-data";

/** A list of products as structured data for search engines: names, pictures and prices as the page shows them. */
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
        offers: offerData(product, url),
      },
    })),
  };
}
