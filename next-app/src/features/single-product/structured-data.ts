import type { Performance, Product, ProductDate } from "@/api/types";
import { capacityLook } from "@/lib/capacity";
import { plainMoney } from "@/lib/money";
import { priceSpan } from "@/parts/price/price-span";

type Input = {
  product: Product;
  dates: ProductDate[];
  /** The next performance that can be bought. */
  next: Performance | null;
  url: string;
  seller: string;
  base: string;
};

/**
 * The product for search engines: an event where there is a next performance at a known place, a product otherwise.
 * Price and availability are those that the page shows; nothing is claimed that a reader could not see.
 */
export function productData({ product, dates, next, url, seller, base }: Input): Record<string, unknown> {
  const organization = { "@type": "Organization", name: seller };
  const common = {
    "@context": "https://schema.org",
    name: product.productDisplayName,
    description: product.productShortDescription || undefined,
    image: pictures(product).map((picture) => new URL(picture, base).href),
    url,
    offers: offers(product, dates, url, organization),
  };
  if (!next || !product.site) return { "@type": "Product", ...common };
  return {
    "@type": "Event",
    ...common,
    startDate: next.performanceDateTime,
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    organizer: organization,
    location: {
      "@type": product.site.schemaType ?? "Place",
      name: product.site.name,
      address: {
        "@type": "PostalAddress",
        streetAddress: product.site.street,
        addressLocality: product.site.city,
        addressRegion: product.site.state,
        postalCode: product.site.zip,
        addressCountry: product.site.country,
      },
    },
  };
}

function pictures(product: Product): string[] {
  const [first] = product.productImages;
  const urls = product.productImages.map((image) => image.url);
  return first?.shareUrl ? [first.shareUrl, ...urls] : urls;
}

function offers(product: Product, dates: ProductDate[], url: string, seller: Record<string, string>) {
  const range = priceSpan(product.variants);
  if (range === null) return undefined;
  const common = {
    priceCurrency: "USD",
    availability: `https://schema.org/${availabilityOf(product, dates)}`,
    url,
    seller,
  };
  if (range.lowest === range.highest) return { "@type": "Offer", price: plainMoney(range.lowest), ...common };
  return {
    "@type": "AggregateOffer",
    lowPrice: plainMoney(range.lowest),
    highPrice: plainMoney(range.highest),
    offerCount: product.variants.length,
    ...common,
  };
}

type Availability = "InStock" | "LimitedAvailability" | "SoldOut" | "PreOrder";

function availabilityOf(product: Product, dates: ProductDate[]): Availability {
  if (!product.isOnSale) return product.onSaleFrom ? "PreOrder" : "SoldOut";
  if (!product.hasPerformances) return product.variants.length > 0 ? "InStock" : "SoldOut";
  const open = dates.filter((date) => capacityLook(date.capacityLevelId).selectable);
  if (open.length === 0) return "SoldOut";
  return open.some((date) => date.capacityLevelId === 1) ? "InStock" : "LimitedAvailability";
}
