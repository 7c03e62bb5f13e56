import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { fetchSettings } from "@/api/server";
import { allPasses, routes } from "@/lib/routes";
import { fetchTagOffer } from "@/parts/offer-page/fetch-offer";
import { Heading } from "@/parts/offer-page/heading";
import { OfferPage, offerMetadata } from "@/parts/offer-page/offer-page";
import { newPassSale, verifiedSale } from "@/parts/performance-picker/sale";
import { MultiPassScreen } from "./multi-pass-screen";
import { passesOf } from "./passes-state";

export type PassTagPageProps = {
  params: Promise<{ tags: string[] }>;
  searchParams: Promise<{ [allPasses.name]?: string | string[] }>;
};

/**
 * The data of the page of one or two pass tags; null if its first tag is unknown or there are more than two tags.
 * `products` are the passes with the first tag. `others` are the remaining passes with the second tag, which is the tag
 * of all passes.
 */
const read = cache(async (joined: string, verified: boolean) => {
  const tags = joined.split("/").map(decodeURIComponent);
  const [tag = "", secondary] = tags;
  const sale = (verified ? verifiedSale : newPassSale)(tags);
  // Both tags together are one sale context: each pass has the lower price of the two, here and in the cart.
  const [own, all] = await Promise.all([
    fetchTagOffer({ ...sale, tags: [tag] }),
    secondary === undefined ? null : fetchTagOffer(sale),
  ]);
  if (!own || tags.length > 2) return null;
  const ids = new Set(own.products.map(({ id }) => id));
  const products = passesOf((all ?? own).products);
  const path = (verified ? routes.verifiedPassTag : routes.passTag)(tags);
  return {
    offer: own,
    sale,
    path,
    products: products.filter(({ id }) => ids.has(id)),
    others: products.filter(({ id }) => !ids.has(id)),
  };
});

async function find({ params }: PassTagPageProps, verified: boolean) {
  return read((await params).tags.join("/"), verified);
}

export async function passTagMetadata(props: PassTagPageProps, verified: boolean): Promise<Metadata> {
  const found = await find(props, verified);
  return found ? offerMetadata({ ...found, verified }) : {};
}

/** The page of a pass tag. The shopper enters the passholder of each chosen pass on the page. */
export async function PassTagPage({ verified, ...props }: PassTagPageProps & { verified: boolean }) {
  const [found, query, settings] = await Promise.all([
    find(props, verified),
    props.searchParams,
    fetchSettings(),
  ]);
  // The door has already returned 404 for unknown tags. This handles a promotion that ended after that check.
  if (!found) notFound();
  const { offer, sale, path, products, others } = found;
  const showsAll = query[allPasses.name] === allPasses.value || products.length === 0;
  const shown = showsAll ? [...products, ...others] : products;
  const page = {
    sale,
    path,
    products,
    others,
    message: offer.message,
    keptFor: settings.sessionTimeout,
  };
  return (
    <OfferPage offer={offer} products={shown} path={path} query={query} verified={verified}>
      {(title) => (
        <MultiPassScreen page={page}>
          <Heading title={title} description={offer.description} />
        </MultiPassScreen>
      )}
    </OfferPage>
  );
}
