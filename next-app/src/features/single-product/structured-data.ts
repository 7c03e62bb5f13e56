import type { Product, ProductDate } from "@/api/types";
import { capacityLook } from "@/lib/capacity";
import { plainMoney, priceRange } from "@/lib/money";

type Input = { product: Product; dates: ProductDate[]; url: string; site: string; base: string };

/**
 * The product for search engines. Price and availability are those that the page shows; nothing is claimed that a
 * reader could not see.
 */
export function productData({ product, dates, url, site, base }: Input): Record<string, unknown> {
  const range = priceRange(product.variants.map((variant) => variant.displayPrice));
  const availability = `https://schema.org/${availabilityOf(product, dates)}`;
  const common = { priceCurrency: "USD", availability, url, seller: { "@type": "Organization", name: site } };
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.productDisplayName,
    description: product.productShortDescription || undefined,
    image: product.productImages.map((image) => new URL(image.url, base).href),
    url,
    offers:
      range === null
        ? undefined
        : range.lowest === range.highest
          ? { "@type": "Offer", price: plainMoney(range.lowest), ...common }
          : {
              "@type": "AggregateOffer",
              lowPrice: plainMoney(range.lowest),
              highPrice: plainMoney(range.highest),
              offerCount: product.variants.length,
              ...common,
            },
  };
}

function availabilityOf(
  product: Product,
  dates: ProductDate[],
): "InStock" | "LimitedAvailability" | "SoldOut" {
  if (!product.hasPerformances) return product.variants.length > 0 ? "InStock" : "SoldOut";
  const open = dates.filter((date) => capacityLook(date.capacityLevelId).selectable);
  if (open.length === 0) return "SoldOut";
  return open.some((date) => date.capacityLevelId === 1) ? "InStock" : "LimitedAvailability";
}

/** Text for a script element: no closing tag can be smuggled in. */
export function scriptText(data: unknown): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
