import type { Metadata } from "next";
import type { ReactNode } from "react";
import { fetchOverrides, fetchSettings } from "@/api/server";
import type { Product } from "@/api/types";
import { plainText, scriptText } from "@/lib/html";
import { pageMetadata } from "@/lib/page-metadata";
import { withQuery } from "@/lib/return-url";
import { signedIn } from "@/parts/signed-in/signed-in";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";
import { Closed } from "./closed";
import { eligibilityLinks } from "./eligibility-links";
import type { Offer } from "./fetch-offer";
import { listData } from "./list-data";

type Input = {
  offer: Offer;
  /** The products that the page shows. */
  products: Product[];
  path: string;
  /** The query parameters of the page's address. */
  query: Record<string, string | string[] | undefined>;
  /** Whether the offer is for verified visitors. Search engines do not index its page. */
  verified: boolean;
};

async function titleOf({ title }: Offer): Promise<string> {
  return title ?? createTranslate(await fetchOverrides(), pageTexts)("page.default");
}

export async function offerMetadata({
  offer,
  products,
  path,
  verified,
}: Omit<Input, "query">): Promise<Metadata> {
  const [title, settings] = await Promise.all([titleOf(offer), fetchSettings()]);
  const metadata = pageMetadata({
    title,
    description: offer.description ? plainText(offer.description) : undefined,
    path,
    siteName: settings.webSiteName,
    picture: products[0]?.productImages[0]?.shareUrl,
  });
  return verified ? { ...metadata, alternates: undefined, robots: { index: false } } : metadata;
}

/**
 * The page of a tag's offer. If signing in could open the offer, a guest is asked to sign in first. A closed offer is
 * shown with the reason, and an indexed offer has structured data.
 */
export async function OfferPage({
  offer,
  products,
  path,
  query,
  verified,
  children,
}: Input & { children: (title: string) => ReactNode }) {
  const here = withQuery(path, query);
  const email = offer.challenge ? (await signedIn(here)).emailAddress : "";
  const [title, settings] = await Promise.all([titleOf(offer), fetchSettings()]);
  if (products.length === 0)
    return <Closed title={title} offer={offer} eligibilityLinks={eligibilityLinks(offer, email, here)} />;
  const url = new URL(path, settings.publicUrl).href;
  return (
    <>
      {verified ? null : (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: scriptText(listData(title, products, url, settings.publicUrl)) }}
        />
      )}
      {children(title)}
    </>
  );
}
