import Link from "next/link";
import type { Bundle, Product, ProductSaleState, TagPage } from "@/api/types";
import { plainText } from "@/lib/html";
import { routes } from "@/lib/routes";
import { FromPrice } from "@/parts/price/from-price";
import { priceSpan } from "@/parts/price/price-span";
import type { Translate } from "@/text/texts";
import { cardColumns } from "@/ui/card-columns";
import { Picture } from "@/ui/picture";

type Section = { title: string; products: Product[]; bundles: Bundle[] };

/** The content of a card for a product or a bundle. */
type Offer = {
  path: string;
  name: string;
  text: string;
  picture: Product["productImages"][number] | undefined;
  price: { lowest: number; highest?: number; isFrom: boolean } | null;
  /** What the shopper can choose on the product's page, or why the product cannot be bought. */
  note: string;
};

/** Why products cannot be bought, by product id. Products that can be bought have no entry. */
export type SaleStates = ReadonlyMap<string, ProductSaleState["state"]>;

const stateTexts = { soldOut: "home.sold-out", ended: "home.ended" } as const;

function ofProduct(t: Translate<"home">, product: Product, states: SaleStates): Offer {
  const range = priceSpan(product.variants);
  const state = states.get(product.id);
  return {
    path: routes.product(product),
    name: product.productDisplayName,
    text: product.productShortDescription,
    picture: product.productImages[0],
    price: state || !range ? null : { ...range, isFrom: range.lowest < range.highest },
    note: state ? t(stateTexts[state]) : product.hasPerformances ? t("home.dated") : t("home.undated"),
  };
}

function ofBundle(t: Translate<"home">, bundle: Bundle): Offer {
  return {
    path: routes.builder(bundle.id),
    name: bundle.displayName,
    text: bundle.shortDescription,
    picture: bundle.images[0],
    price: { lowest: bundle.fromPrice, isFrom: true },
    note: t("home.built"),
  };
}

type Props = {
  t: Translate<"home" | "product" | "promotion">;
  sections: Section[];
  states: SaleStates;
  tagPages: TagPage[];
  /** Whether any site takes reservations. */
  reserves: boolean;
};

/**
 * The products and bundles on sale in the operator's groups, and links to tag pages, reservations and promotion codes.
 */
export function OnSale({ t, sections, states, tagPages, reserves }: Props) {
  const filled = sections
    .map(({ title, products, bundles }) => ({
      title,
      offers: [
        ...products.map((product) => ofProduct(t, product, states)),
        ...bundles.map((bundle) => ofBundle(t, bundle)),
      ],
    }))
    .filter(({ offers }) => offers.length > 0);
  return (
    <div className="frame grid gap-10">
      <header className="grid gap-2">
        <h1 className="text-h1">{t("home.title")}</h1>
        <p className="max-w-prose text-lg text-ink-2">
          {filled.length > 0 ? t("home.intro") : t("home.empty")}
        </p>
        {filled.length === 0 ? <p className="text-ink-2">{t("home.empty-hint")}</p> : null}
      </header>
      {filled.map((section, sectionIndex) => (
        <section key={section.title} className="grid gap-4">
          <h2 className="text-2xl">{section.title}</h2>
          <ul className={`grid gap-5 lg:gap-6 ${cardColumns(section.offers.length)}`}>
            {section.offers.map((offer, index) => (
              <li key={offer.path}>
                <OfferCard
                  t={t}
                  offer={offer}
                  first={sectionIndex === 0 && index === 0}
                  alone={section.offers.length === 1}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {tagPages.length > 0 ? (
        <section className="grid gap-4">
          <h2 className="text-2xl">{t("home.offers")}</h2>
          <ul className={`grid gap-5 lg:gap-6 ${cardColumns(tagPages.length)}`}>
            {tagPages.map((page) => (
              <li key={routes.tagPage(page)}>
                <TagPageCard t={t} page={page} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <p className="flex flex-wrap gap-x-8">
        {reserves ? (
          <Link
            href={routes.reservationBegin()}
            prefetch={false}
            className="inline-flex min-h-11 items-center underline"
          >
            {t("home.reserve")}
          </Link>
        ) : null}
        <Link
          href={routes.promotion()}
          prefetch={false}
          className="inline-flex min-h-11 items-center underline"
        >
          {t("promotion.have-one")}
        </Link>
      </p>
    </div>
  );
}

/** The whole card is clickable, but only the name is the link, so that screen readers read the name once. */
function CardName({ path, name }: { path: string; name: string }) {
  return (
    <h3 className="text-lg leading-snug">
      <Link
        href={path}
        prefetch={false}
        className="text-ink no-underline outline-none after:absolute after:inset-0 group-hover:underline"
      >
        {name}
      </Link>
    </h3>
  );
}

const cardClass =
  "card group relative flex h-full focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:border-control";

function TagPageCard({ t, page }: { t: Translate<"home">; page: TagPage }) {
  const text = plainText(page.description);
  return (
    <article className={`${cardClass} flex-col gap-1.5 p-4 sm:p-5`}>
      <CardName path={routes.tagPage(page)} name={page.title} />
      {text ? <p className="line-clamp-3 text-ink-2">{text}</p> : null}
      {page.isVerified ? <p className="mt-auto pt-3 text-sm text-ink-2">{t("home.verified")}</p> : null}
    </article>
  );
}

function OfferCard({
  t,
  offer,
  first,
  alone,
}: {
  t: Translate<"home" | "product">;
  offer: Offer;
  first: boolean;
  alone: boolean;
}) {
  const { picture, price } = offer;
  return (
    <article className={`${cardClass} flex-col overflow-hidden ${alone ? "sm:flex-row" : ""}`}>
      {picture ? (
        <Picture
          picture={picture}
          decorative
          first={first}
          sizes="(min-width: 1264px) 600px, (min-width: 640px) 50vw, calc(100vw - 2rem)"
          className={pictureShape(alone)}
        />
      ) : (
        <div className={`bg-sunken ${pictureShape(alone)}`} />
      )}
      <div className={`flex flex-1 flex-col gap-1.5 p-4 sm:p-5 ${alone ? "sm:justify-center sm:p-8" : ""}`}>
        <CardName path={offer.path} name={offer.name} />
        {offer.text ? <p className="line-clamp-3 text-ink-2">{offer.text}</p> : null}
        <p
          className={`flex items-baseline justify-between gap-3 pt-3 ${alone ? "mt-auto sm:mt-0" : "mt-auto"}`}
        >
          {price === null ? (
            <span />
          ) : (
            <span>
              <FromPrice
                t={t}
                lowest={price.lowest}
                highest={price.highest}
                isFrom={price.isFrom}
                className="text-lg font-bold"
              />
            </span>
          )}
          <span className="text-sm text-ink-2">{offer.note}</span>
        </p>
      </div>
    </article>
  );
}

function pictureShape(alone: boolean): string {
  return alone ? "aspect-3/2 w-full sm:aspect-auto sm:w-1/2 sm:max-h-80" : "aspect-3/2 w-full";
}
