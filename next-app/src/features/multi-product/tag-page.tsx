import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { fetchSaleStates } from "@/api/server";
import type { Product } from "@/api/types";
import { dayOfQuery } from "@/lib/dates";
import { routes } from "@/lib/routes";
import { fetchTagOffer } from "@/parts/offer-page/fetch-offer";
import { Heading } from "@/parts/offer-page/heading";
import { OfferPage, offerMetadata } from "@/parts/offer-page/offer-page";
import { tagSale, verifiedSale } from "@/parts/performance-picker/sale";
import { filled } from "@/parts/product-sections/sections";
import { MultiProductScreen } from "./multi-product-screen";

export type TagPageProps = {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ starting?: string | string[] }>;
};

/** The products of a tag page and their sale context; null for an unknown tag. */
const read = cache(async (id: string, verified: boolean) => {
  const tag = decodeURIComponent(id);
  const sale = verified ? verifiedSale([tag]) : tagSale([tag]);
  const [offer, all] = await Promise.all([fetchTagOffer(sale), fetchSaleStates()]);
  if (!offer) return null;
  const isOver = (product: Product) => all.get(product.id) === "ended";
  const ordered = [...offer.products].sort((one, other) => Number(isOver(one)) - Number(isOver(other)));
  const states = Object.fromEntries(all);
  const sections = filled([{ kind: "products", sale, products: ordered, states }]);
  const products = sections.flatMap((section) => section.products);
  const path = verified ? routes.verifiedTag(tag) : routes.tag(tag);
  return { sections, page: { offer, products, path, verified } };
});

export async function tagMetadata({ params }: TagPageProps, verified: boolean): Promise<Metadata> {
  const found = await read((await params).id, verified);
  return found ? offerMetadata(found.page) : {};
}

/** The page with all products of a tag, for all visitors or only for verified visitors. */
export async function TagPage({ params, searchParams, verified }: TagPageProps & { verified: boolean }) {
  const [{ id }, query] = await Promise.all([params, searchParams]);
  const found = await read(id, verified);
  // The door has already returned 404 for unknown tags. This handles a promotion that ended after that check.
  if (!found) notFound();
  const { page, sections } = found;
  return (
    <OfferPage {...page} query={query}>
      {(title) => (
        <MultiProductScreen
          step="product-selection"
          sections={sections}
          starting={dayOfQuery(query.starting)}
        >
          <Heading title={title} description={page.offer.description} />
        </MultiProductScreen>
      )}
    </OfferPage>
  );
}
