import type { BundleBuilder } from "@/api/types";
import { plainMoney } from "@/lib/money";

type Input = { builder: BundleBuilder; url: string; seller: string; base: string };

/** The bundle as structured data for search engines, with the price and availability that the page shows. */
export function bundleData({ builder, url, seller, base }: Input): Record<string, unknown> {
  const { bundle } = builder;
  const [first] = bundle.images;
  const urls = bundle.images.map((image) => image.url);
  const pictures = first?.shareUrl ? [first.shareUrl, ...urls] : urls;
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: builder.pageTitle,
    description: bundle.shortDescription || undefined,
    image: pictures.map((picture) => new URL(picture, base).href),
    url,
    offers: {
      "@type": "AggregateOffer",
      lowPrice: plainMoney(bundle.fromPrice),
      priceCurrency: "USD",
      availability: `https://schema.org/${builder.bundleDates.length > 0 ? "InStock" : "SoldOut"}`,
      url,
      seller: { "@type": "Organization", name: seller },
    },
  };
}
