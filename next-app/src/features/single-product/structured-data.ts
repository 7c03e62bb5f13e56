import type { Performance, Product, ProductDate, SaleState } from "@/api/types";
import { capacityAppearance } from "@/lib/capacity";
import { offerData } from "@/parts/price/offer-data";

type Input = {
  product: Product;
  dates: ProductDate[];
  /** The next performance on sale. */
  next: Performance | null;
  /** Why the product cannot be bought on any day; null if it can be. */
  state: SaleState | null;
  url: string;
  seller: string;
  base: string;
};

/**
 * The product as structured data for search engines: an event if the next performance has a known place, otherwise a
 * product. The price and the availability are those that the page shows.
 */
export function productData({
  product,
  dates,
  next,
  state,
  url,
  seller,
  base,
}: Input): Record<string, unknown> {
  const isGone = state === "soldOut" || state === "ended";
  const organization = { "@type": "Organization", name: seller };
  const common = {
    "@context": "https://schema.org",
    name: product.productDisplayName,
    description: product.productShortDescription || undefined,
    image: pictures(product).map((picture) => new URL(picture, base).href),
    url,
    offers: offerData(product, url, {
      availability: `https://schema.org/${isGone ? "SoldOut" : availabilityOf(product, dates)}`,
      seller: organization,
    }),
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

type Availability = "InStock" | "LimitedAvailability" | "SoldOut" | "PreOrder";

function availabilityOf(product: Product, dates: ProductDate[]): Availability {
  if (!product.isOnSale) return product.onSaleFrom ? "PreOrder" : "SoldOut";
  if (!product.hasPerformances) return product.variants.length > 0 ? "InStock" : "SoldOut";
  const open = dates.filter((date) => capacityAppearance(date.capacityLevelId).selectable);
  if (open.length === 0) return "SoldOut";
  return open.some((date) => date.capacityLevelId === 1) ? "InStock" : "LimitedAvailability";
}
