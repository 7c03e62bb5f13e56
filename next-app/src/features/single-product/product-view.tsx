"use client";

import Link from "next/link";
import { type ReactNode, useState } from "react";
import type { Performance, Product, ProductDate } from "@/api/types";
import type { Packed } from "@/lib/packed";
import { negatedPercent } from "@/lib/percent";
import { routes } from "@/lib/routes";
import { styleKey } from "@/lib/style-key";
import { useUnpacked } from "@/lib/use-unpacked";
import { BuyPanel } from "@/parts/buy-panel/buy-panel";
import { groupOf } from "@/parts/buy-panel/order-state";
import { VariantRow } from "@/parts/buy-panel/variant-row";
import { CheaperSaleList } from "@/parts/cheaper-sale/cheaper-sale-list";
import { UnlessExchanged } from "@/parts/exchange-notice/unless-exchanged";
import { NextDates } from "@/parts/performance-picker/next-dates";
import { publicSale, type Sale } from "@/parts/performance-picker/sale";
import { open, weeksOf } from "@/parts/performance-picker/week/week-state";
import type { WeekPage } from "@/parts/performance-picker/week/week-step";
import { calendarSpan } from "@/parts/price/calendar-span";
import { FeesIncluded } from "@/parts/price/fees-included";
import { FromPrice, SpanPrice } from "@/parts/price/from-price";
import { OrderFees } from "@/parts/price/order-fees";
import { type PriceSpan, priceSpan } from "@/parts/price/price-span";
import { WasPrice } from "@/parts/price/was-price";
import { alertTexts } from "@/text/areas/alert";
import { capacityTexts } from "@/text/areas/capacity";
import { cheaperSaleTexts } from "@/text/areas/cheaper-sale";
import { offerTexts } from "@/text/areas/offer";
import { productTexts } from "@/text/areas/product";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Picture } from "@/ui/picture";
import { PictureGrid } from "@/ui/picture-grid";
import { StickyColumn } from "@/ui/sticky-column";
import { DialogTheme } from "@/ui/theme";

/** The data of a product page. */
export type ProductPage = {
  product: Product;
  dates: ProductDate[];
  starting: string | null;
  /** The day that the address chooses. */
  day: string | null;
  /** The variant that the address chooses. */
  variant: string | null;
  /** The next performance that is not full; null if there is none. */
  next: Performance | null;
  /** The prices by week, shown instead of the month calendar in the full width of the page. */
  week?: WeekPage;
  sale: Sale;
  /** The server's message about a refused sale context, such as a wrong promotion code. */
  problem?: string | null;
};

type Props = {
  page: Packed<ProductPage>;
  /** Why the product cannot be bought, shown instead of the steps to the cart. */
  closed?: ReactNode;
  /** How the visitor can buy before the public sale, or why the visitor cannot. */
  early?: ReactNode;
  /** Where the product's venue is, and what its visitors need to know. */
  venue?: ReactNode;
  inModal?: boolean;
};

type View = ProductPage &
  Omit<Props, "page"> & { t: Translate<"alert" | "capacity" | "cheaper-sale" | "offer" | "product"> };

/** Whether the wide column is the one of the booking, for its seat plan. */
type Room = "details" | "seat-plan";

const modalColumns: Record<Room, string> = {
  details: "lg:grid-cols-2",
  "seat-plan": "lg:grid-cols-[16rem_minmax(0,1fr)]",
};
const pageColumns: Record<Room, string> = {
  details: "lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-x-12",
  "seat-plan": "lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-x-8",
};

/** The product's texts, pictures and prices, and the panel in which it is bought. */
export function ProductView({ page, closed, early, venue, inModal }: Props) {
  const t = useText(alertTexts, capacityTexts, cheaperSaleTexts, offerTexts, productTexts);
  const view = { ...useUnpacked(page), t, closed, early, venue, inModal };
  const { product, week } = view;
  const [isSeatPlanOpen, setSeatPlanOpen] = useState(false);
  const room = isSeatPlanOpen ? "seat-plan" : "details";
  const theme = product.site?.cssKey ? styleKey(product.site.cssKey) : undefined;
  const Column = inModal || week ? "div" : StickyColumn;

  return (
    <article
      // A product page has the colours of the product's site.
      className={`${theme ?? ""} ${
        inModal
          ? `grid gap-6 pt-1 lg:gap-8 ${modalColumns[room]}`
          : week
            ? "frame grid gap-4 sm:gap-6"
            : `frame grid gap-6 lg:grid-rows-[auto_1fr] ${pageColumns[room]}`
      }`}
    >
      <DialogTheme theme={theme}>
        <Header {...view} />

        <Column
          className={inModal ? "lg:row-span-2" : week ? "" : "lg:col-start-2 lg:row-span-2 lg:row-start-1"}
        >
          <Booking {...view} onSeatPlan={setSeatPlanOpen} />
        </Column>

        <Details t={t} product={product} venue={venue} />
      </DialogTheme>
    </article>
  );
}

/** The first picture, the name and the prices. */
function Header({ t, product, dates, week, sale, inModal }: View) {
  const [picture] = product.productImages;
  const Title = inModal ? "h2" : "h1";
  return (
    <header
      className={`grid content-start sm:gap-4 ${week ? "gap-3" : "gap-4"} ${week ? "md:grid-cols-[20rem_minmax(0,1fr)] md:items-center md:gap-8" : ""}`}
    >
      {picture ? (
        <Picture
          picture={picture}
          first
          sizes={
            week
              ? "(min-width: 768px) 320px, calc(100vw - 2rem)"
              : "(min-width: 1264px) 752px, (min-width: 1024px) 60vw, calc(100vw - 2rem)"
          }
          // The week calendar needs the full width, so it begins below the picture.
          className={`w-full rounded-card ${week ? "aspect-3/1 md:aspect-video" : "aspect-video"}`}
        />
      ) : null}
      <div className="grid gap-2">
        <Title className={inModal ? "text-h2" : "text-h1"}>{product.productDisplayName}</Title>
        {product.productShortDescription ? (
          <p className="max-w-prose text-ink-2 sm:text-lg">{product.productShortDescription}</p>
        ) : null}
        <HeaderPrice t={t} product={product} onDays={calendarSpan({ product, dates, week })} />
        {product.isPackage ? <PackageOffer t={t} product={product} /> : null}
        {product.isPackage && product.hasPlaces ? <p>{t("product.places-assigned")}</p> : null}
        {sale.saleFlowId === publicSale.saleFlowId ? (
          <>
            <ProductOffers t={t} offers={product.offers} />
            <CheaperSaleList t={t} variants={product.variants} />
          </>
        ) : null}
        <UnlessExchanged productId={product.id}>
          <OrderFees t={t} fees={product.orderFees} />
        </UnlessExchanged>
      </div>
    </header>
  );
}

type HeaderPriceProps = Pick<View, "t" | "product"> & { onDays: PriceSpan | null };

/**
 * The lowest price of the product. Above a calendar with prices, the price of the variant that the calendar shows comes
 * first, so that both say the same.
 */
function HeaderPrice({ t, product, onDays }: HeaderPriceProps) {
  const range = priceSpan(product.variants);
  if (!range) return null;
  const shown = onDays ?? range;
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 pt-1">
      <span>
        <SpanPrice t={t} span={shown} className="text-2xl font-bold" />
        {/* On a separate line after the name of the variant, because both are words. */}
        <span className={shown.lowestFor ? "block" : ""}>
          <WasPrice t={t} amount={shown.cheapest.regularDisplayPrice} ofParts={product.isPackage} />
        </span>
      </span>
      {onDays ? (
        <span>
          <FromPrice t={t} lowest={range.lowest} isFrom lowestFor={range.cheapest.displayName} />
        </span>
      ) : null}
    </p>
  );
}

/** The steps to the cart, or why the product cannot be bought. */
function Booking({
  t,
  product,
  dates,
  starting,
  day,
  variant,
  next,
  week,
  sale,
  closed,
  problem,
  early,
  inModal,
  onSeatPlan,
}: View & { onSeatPlan: (isOpen: boolean) => void }) {
  return (
    <section aria-label={t("product.book")} className={inModal ? "" : "card p-4 sm:p-6"}>
      {/* This hidden heading is needed because the operator's text below may start with a third-level heading. */}
      <h2 className="sr-only">{t("product.book")}</h2>
      {problem ? (
        <div className="pb-3">
          <Alert tone="error" label={t("alert.error")} live={false}>
            {problem}
          </Alert>
        </div>
      ) : null}
      <noscript>
        <p className="pb-3 font-semibold">{t("product.no-script")}</p>
      </noscript>
      {closed ?? (
        <BuyPanel
          product={product}
          sale={sale}
          dates={dates}
          starting={starting}
          day={day}
          chosen={variant ?? undefined}
          next={next}
          week={week}
          inModal={inModal}
          onSeatPlan={onSeatPlan}
          summary={
            <NextDates
              t={t}
              dates={dates}
              weekDays={week && weeksOf(open(week.minimum, week.maximum, week.days)).flat().length}
              asksGroup={groupOf(product) !== undefined}
            />
          }
        />
      )}
      {early ? <div className="pt-5">{early}</div> : null}
      {product.cancellationPolicy ? (
        <p className="pt-4 text-sm text-ink-2">{product.cancellationPolicy}</p>
      ) : null}
      {product.productDisclaimer ? (
        <p className="pt-4 text-sm text-ink-2">{product.productDisclaimer}</p>
      ) : null}
    </section>
  );
}

/** The long description, all prices, the other pictures, and the venue. */
function Details({ t, product, venue }: Pick<View, "t" | "product" | "venue">) {
  const [, ...morePictures] = product.productImages;
  return (
    <div className="grid content-start gap-8">
      {product.productLongDescription ? (
        <div className="prose" dangerouslySetInnerHTML={{ __html: product.productLongDescription }} />
      ) : null}
      {product.variants.length > 0 ? (
        <section>
          <h2 className="pb-1 text-xl">{t("product.prices")}</h2>
          <ul>
            {product.variants.map((variant) => (
              <VariantRow
                key={variant.extProductVariantId}
                t={t}
                variant={variant}
                isPackage={product.isPackage}
              />
            ))}
          </ul>
          <div className="pt-2">
            <FeesIncluded t={t} products={[product]} />
          </div>
          {product.variants.some(({ isPass }) => isPass) ? (
            <Link
              href={routes.passes()}
              prefetch={false}
              className="inline-flex min-h-11 items-center underline"
            >
              {t("product.compare-passes")}
            </Link>
          ) : null}
        </section>
      ) : null}
      <PictureGrid pictures={morePictures} sizes="(min-width: 1024px) 368px, 50vw" />
      {venue}
    </div>
  );
}

/** The saving of a package compared with its parts, as a text and a percentage if the operator shows them. */
function PackageOffer({ t, product }: { t: Translate<"offer">; product: Product }) {
  const { packageDiscountDescription: description, packageDiscountPercentage: percentage } = product;
  return (
    <p className="figures flex flex-wrap gap-x-2 font-semibold text-ok">
      {description ? <span>{description}</span> : null}
      {percentage ? (
        <span>
          <span className="sr-only">{t("offer.discount")} </span>
          {negatedPercent(percentage)}
        </span>
      ) : null}
    </p>
  );
}

/** The offers for tickets that are bought together. The cart applies them by itself; other sale contexts have none. */
function ProductOffers({ t, offers }: { t: Translate<"product">; offers: Product["offers"] }) {
  if (offers.length === 0) return null;
  return (
    <ul aria-label={t("product.offers")} className="grid gap-1">
      {offers.map(({ displayName, description }) => (
        <li key={displayName}>
          <span className="font-semibold text-ok">{displayName}</span>
          {description ? <span className="block text-sm text-ink-2">{description}</span> : null}
        </li>
      ))}
    </ul>
  );
}
