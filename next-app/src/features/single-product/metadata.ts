import type { Metadata } from "next";
import type { Product, Settings } from "@/api/types";
import { routes } from "@/lib/routes";

/** What a product's pages say of it to search engines and to whoever is sent a link. */
export function productMetadata(product: Product, settings: Settings): Metadata {
  const path = routes.product(product);
  const shared = product.productImages[0]?.shareUrl;
  return {
    title: product.productDisplayName,
    description: product.productShortDescription,
    alternates: { canonical: path },
    openGraph: {
      title: product.productDisplayName,
      description: product.productShortDescription,
      siteName: settings.webSiteName,
      type: "website",
      url: path,
      images: shared ? [{ url: shared, width: 1200, height: 630, alt: product.productDisplayName }] : [],
    },
  };
}
