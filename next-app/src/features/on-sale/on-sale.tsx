import Link from "next/link";
import type { Bundle, FindResult, Product, SaleState, TagPage } from "@/api/types";
import { formatNearTime } from "@/lib/dates";
import { plainText } from "@/lib/html";
import { routes } from "@/lib/routes";
import { saleTexts } from "@/parts/cheaper-sale/cheaper-sales";
import { CardName, cardClass, type Offer, OfferCard, offerItem } from "@/parts/offer-card/offer-card";
import { bundleSaving } from "@/parts/price/bundle-saving";
import { priceSpan } from "@/parts/price/price-span";
import { RecentlySeen } from "@/parts/recently-seen/recently-seen";
import type { Translate } from "@/text/texts";
import { columnClasses, columnsOf } from "@/ui/card-columns";
import type { PictureProps } from "@/ui/picture";
import { Lead } from "./lead";
import { SectionLinks } from "./section-links";

type Section = { title: string; products: Product[]; bundles: Bundle[] };

/** Why products cannot be bought, by product id. Products that can be bought have no entry. */
export type SaleStates = ReadonlyMap<string, SaleState>;

const stateTexts = { soldOut: "home.sold-out", ended: "home.ended" } as const;

/** Why a product cannot be bought, or what the shopper can choose. */
function noteOf(t: Translate<"home">, product: Product, state: SaleState | undefined, today: string): string {
  if (state === "upcoming")
    return t("home.upcoming", { date: formatNearTime(product.onSaleFrom ?? "", today) });
  if (state) return t(stateTexts[state]);
  return product.hasPerformances ? t("home.dated") : t("home.undated");
}

function ofProduct(
  t: Translate<"cheaper-sale" | "home" | "product">,
  product: Product,
  states: SaleStates,
  today: string,
): Offer {
  const range = priceSpan(product.variants);
  const state = states.get(product.id);
  return {
    path: routes.product(product),
    name: product.productDisplayName,
    text: product.productShortDescription,
    picture: product.productImages[0],
    price:
      (state && state !== "upcoming") || !range ? null : { ...range, isFrom: range.lowest < range.highest },
    note: noteOf(t, product, state, today),
    sale: state ? undefined : saleTexts(t, product.variants)[0]?.text,
  };
}

function ofBundle(t: Translate<"home" | "product">, bundle: Bundle): Offer {
  return {
    path: routes.builder(bundle.id),
    name: bundle.displayName,
    text: bundle.shortDescription,
    picture: bundle.images[0],
    price: { lowest: bundle.fromPrice, isFrom: true, lowestFor: bundle.fromPriceFor },
    note: t("home.built"),
    sale: bundleSaving(t, bundle.saving),
  };
}

type Props = {
  t: Translate<"cheaper-sale" | "home" | "find" | "product" | "promotion">;
  /** The operator's sentence and picture. */
  description: string;
  leadPicture: PictureProps["picture"] | null;
  /** Everything on sale, and how much of it is open on the next days. */
  found: FindResult;
  sections: Section[];
  states: SaleStates;
  tagPages: TagPage[];
  /** Whether any site takes reservations. */
  reserves: boolean;
};

/**
 * The question for the day, the products and bundles on sale in the operator's groups, and links to tag pages, reservations and promotion codes.
 */
export function OnSale({ t, description, leadPicture, found, sections, states, tagPages, reserves }: Props) {
  const isOver = (productId: string) => states.get(productId) === "ended";
  const filled = sections
    .map(({ title, products, bundles }) => ({
      title,
      offers: [
        ...products
          .filter(({ id }) => !isOver(id))
          .map((product) => ofProduct(t, product, states, found.today)),
        ...bundles.map((bundle) => ofBundle(t, bundle)),
        ...products
          .filter(({ id }) => isOver(id))
          .map((product) => ofProduct(t, product, states, found.today)),
      ],
    }))
    .filter(({ offers }) => offers.length > 0)
    .map((section, index) => ({
      ...section,
      id: `section-${index + 1}`,
      // A single card is as wide as the page only with its picture beside the text.
      columns: columnsOf(section.offers.length, section.offers[0]?.picture ? 1 : 3),
    }));
  const links = [...filled, ...(tagPages.length > 0 ? [{ id: offersId, title: t("home.offers") }] : [])];
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 sm:gap-8">
      {filled.length > 0 ? (
        <Lead t={t} description={description} picture={leadPicture} found={found} />
      ) : (
        <header className="grid gap-2">
          <h1 className="text-h1">{t("home.title")}</h1>
          <p className="max-w-prose text-lg text-ink-2">{t("home.empty")}</p>
          <p className="text-ink-2">{t("home.empty-hint")}</p>
        </header>
      )}
      <SectionLinks label={t("home.sections")} links={links} />
      {filled.map((section, sectionIndex) => (
        <section key={section.title} className={sectionClass}>
          <SectionHeading id={section.id} title={section.title} />
          <ul className={`${listClass} ${columnClasses(section.columns)}`}>
            {section.offers.map((offer, index) => (
              <li key={offer.path} className={offerItem(section.columns)}>
                <OfferCard
                  t={t}
                  offer={offer}
                  first={!leadPicture && sectionIndex === 0 && index === 0}
                  columns={section.columns}
                  slim={leadPicture !== null || sectionIndex > 0 || index > 0}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {tagPages.length > 0 ? (
        <section className={sectionClass}>
          <SectionHeading id={offersId} title={t("home.offers")} />
          <ul className={`${listClass} ${columnClasses(columnsOf(tagPages.length, 3))}`}>
            {tagPages.map((page) => (
              <li key={routes.tagPage(page)}>
                <TagPageCard t={t} page={page} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <RecentlySeen />
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

const offersId = "offers";
const sectionClass = "grid gap-3 sm:gap-4";
const listClass = "grid gap-3 sm:gap-5 lg:gap-6";

/** The heading of a section, to which a link at the top of the page leads. */
function SectionHeading({ id, title }: { id: string; title: string }) {
  return (
    <h2 id={id} tabIndex={-1} className="scroll-mt-4 text-2xl outline-none">
      {title}
    </h2>
  );
}

function TagPageCard({ t, page }: { t: Translate<"home">; page: TagPage }) {
  const text = plainText(page.description);
  return (
    <article className={`${cardClass} flex-col gap-1.5 p-4 sm:p-5`}>
      <CardName path={routes.tagPage(page)} name={page.title} />
      {text ? <p className="line-clamp-2 text-ink-2 max-sm:text-sm sm:line-clamp-3">{text}</p> : null}
      {page.isVerified ? <p className="mt-auto sm:pt-3 text-sm text-ink-2">{t("home.verified")}</p> : null}
    </article>
  );
}
