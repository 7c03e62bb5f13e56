import type { Metadata } from "next";
import Link from "next/link";
import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import {
  fetchFound,
  fetchIsSignedIn,
  fetchNextPerformance,
  fetchOverrides,
  fetchProductDatesForSale,
  fetchProductForSale,
  fetchProductPage,
  fetchSettings,
  fetchVenue,
  fetchWeeks,
  fetchWeeksForSale,
} from "@/api/server";
import type { FindItem, Performance, Product, ProductDate, SaleState, Settings, Venue } from "@/api/types";
import { addDays, dayOfQuery, sundayOf } from "@/lib/dates";
import { scriptText } from "@/lib/html";
import { pack } from "@/lib/packed";
import { pageMetadata } from "@/lib/page-metadata";
import { withQuery } from "@/lib/return-url";
import { chosenDay, chosenVariant, routes } from "@/lib/routes";
import { anything } from "@/lib/wanted";
import { Breadcrumbs } from "@/parts/breadcrumbs/breadcrumbs";
import { LazyCodeForm } from "@/parts/code-form/lazy-code-form";
import { OfferList } from "@/parts/offer-card/offer-list";
import {
  advance,
  productQuery,
  publicSale,
  type Sale,
  type SaleQuery,
  saleOf,
} from "@/parts/performance-picker/sale";
import type { WeekPage } from "@/parts/performance-picker/week/week-step";
import { RememberProduct } from "@/parts/recently-seen/remember-product";
import { VenueInfo } from "@/parts/venue/venue-info";
import { accessibilityTexts } from "@/text/areas/accessibility";
import { alertTexts } from "@/text/areas/alert";
import { capacityTexts } from "@/text/areas/capacity";
import { cheaperSaleTexts } from "@/text/areas/cheaper-sale";
import { closedTexts } from "@/text/areas/closed";
import { findTexts } from "@/text/areas/find";
import { homeTexts } from "@/text/areas/home";
import { productTexts } from "@/text/areas/product";
import { promotionTexts } from "@/text/areas/promotion";
import { venueTexts } from "@/text/areas/venue";
import { createTranslate, type Overrides, type Translate } from "@/text/texts";
import { Alert } from "@/ui/alert";
import { Closed } from "./closed";
import { ProductView } from "./product-view";
import { productData } from "./structured-data";

export type SingleProductPageProps = {
  params: Promise<{ id: string }>;
  searchParams: Promise<SaleQuery>;
};

export type ProductInput = {
  id: string;
  query: SaleQuery;
  /** The sale context of the page's route, if it is not the public sale. */
  route?: Partial<Sale>;
};

type Found = {
  product: Product | null;
  problem: string | null;
  sale: Sale;
  /** Why a signed-in visitor is not eligible for the sale. */
  reason: string | null;
  /** Whether signing in could make the visitor eligible. */
  challenged: boolean;
};

/**
 * The product in the sale context of its address. The result has the product of the public sale instead if the API
 * refuses that context, or if the address is that of an advance sale which this visitor cannot open without a code.
 */
export async function findProduct({ id, query, route }: ProductInput): Promise<Found> {
  const sale = saleOf(query, route);
  const first = dayOfQuery(query.starting);
  const onPublicSale = async () => (await fetchProductPage(id, first))?.product ?? null;
  const variant = typeof query.extProductVariantId === "string" ? query.extProductVariantId : undefined;
  if (sale.saleFlowId === publicSale.saleFlowId && !variant) {
    return {
      product: await onPublicSale(),
      problem: null,
      sale: publicSale,
      reason: null,
      challenged: false,
    };
  }
  const { product, problem, reason } = await fetchProductForSale(
    JSON.stringify({ ...productQuery(sale), extProductId: id, extProductVariantId: variant }),
    first,
  );
  // Without a code, an advance sale is open only to holders of certain passes. Other visitors see the public sale, and
  // are asked for a code if the sale has one.
  const isAdvanceWithoutCode = sale.saleFlowId === advance.saleFlowId && !sale.promotionCode;
  const isClosed = problem !== null || (product?.hasAdvanceCode && product.variants.length === 0);
  const challenged = problem === null && (product?.requiresLoginChallenge ?? false);
  if (isAdvanceWithoutCode && isClosed) {
    return { product: await onPublicSale(), problem: null, sale: publicSale, reason, challenged };
  }
  return { product, problem, sale: problem === null ? sale : publicSale, reason, challenged };
}

/** The next days of a product under the page's sale context. */
export async function datesOf(product: Product, first: string | null, sale: Sale): Promise<ProductDate[]> {
  if (!product.hasPerformances) return [];
  return sale.saleFlowId === publicSale.saleFlowId
    ? ((await fetchProductPage(product.id, first))?.dates ?? [])
    : fetchProductDatesForSale(product.id, first, sale);
}

/** The next performance of a product on these days, which `datesOf` returned for the same sale context. */
export async function nextOf(
  product: Product,
  first: string | null,
  sale: Sale,
  dates: ProductDate[],
): Promise<Performance | null> {
  return sale.saleFlowId === publicSale.saleFlowId
    ? ((await fetchProductPage(product.id, first))?.nextPerformance ?? null)
    : fetchNextPerformance(product.id, dates);
}

/** The day that the address chooses, if the product is sold for it. */
export function chosenIn(query: SaleQuery, { firstDate, lastDate, hasPerformances }: Product): string | null {
  const day = dayOfQuery(query[chosenDay]);
  return day !== null && hasPerformances && firstDate <= day && day <= lastDate ? day : null;
}

/** The variant that the address chooses, if the product has it. */
export function variantIn(query: SaleQuery, { variants }: Product): string | null {
  const wanted = query[chosenVariant];
  return variants.find((variant) => variant.extProductVariantId === wanted)?.extProductVariantId ?? null;
}

/** The venue of a product. If it is a package on public sale, the other venues of its parts follow. */
async function venuesOf(product: Product, first: string | null, sale: Sale): Promise<Venue[]> {
  if (sale.saleFlowId === publicSale.saleFlowId) {
    return (await fetchProductPage(product.id, first))?.venues ?? [];
  }
  const venue = product.site ? await fetchVenue(product.site.id) : null;
  return venue ? [venue] : [];
}

/** How many other items a page shows. */
const maxRelated = 3;

/** Other items of the product's kind that can be bought or will be, and today at the shop's first site. */
async function relatedTo({ id, category }: Product): Promise<{ items: FindItem[]; today: string }> {
  if (!category) return { items: [], today: "" };
  const { items, today } = await fetchFound({ ...anything, category });
  const isGone = ({ saleState }: FindItem) => saleState === "soldOut" || saleState === "ended";
  return { items: items.filter((item) => item.id !== id && !isGone(item)).slice(0, maxRelated), today };
}

/**
 * How a visitor can buy before the public sale, if possible: a field for the advance sale's code, or sign-in for
 * holders of certain passes. A signed-in visitor without such a pass sees who is eligible. `path` is the page's path.
 */
export function earlyAccess(
  { query }: ProductInput,
  { product, problem, reason, challenged }: Found,
  path: string,
  t: Translate<"alert" | "promotion">,
): ReactNode {
  if (!product?.hasAdvanceCode && reason === null) return null;
  const code = typeof query.promotionCode === "string" ? query.promotionCode : "";
  return (
    <div className="grid gap-4">
      {reason ? (
        <Alert tone="info" label={t("alert.info")} live={false}>
          {reason}
        </Alert>
      ) : null}
      {product?.hasAdvanceCode ? (
        <LazyCodeForm opens={{ advance: product.id }} code={code} problem={problem} />
      ) : null}
      {challenged && reason === null ? (
        <p>
          <Link href={routes.smartLogin(withQuery(path, query))} prefetch={false}>
            {t("promotion.advance-sign-in")}
          </Link>
        </p>
      ) : null}
    </div>
  );
}

export async function singleProductMetadata(input: ProductInput): Promise<Metadata> {
  const [{ product, sale }, settings] = await Promise.all([findProduct(input), fetchSettings()]);
  if (!product) return {};
  const metadata = pageMetadata({
    title: product.productDisplayName,
    description: product.productShortDescription,
    path: routes.product(product),
    siteName: settings.webSiteName,
    picture: product.productImages[0]?.shareUrl,
  });
  // A code in the address may be a private link.
  return sale.promotionCode ? { ...metadata, robots: { index: false } } : metadata;
}

/** The number of days sent with the week page of a product: the days of two weeks. */
const daysWithThePage = 14;

/** The initial data of the week page of a product. */
async function weekPage(
  product: Product,
  sale: Sale,
  starting: string | null,
  settings: Settings,
): Promise<WeekPage> {
  const minimum = starting !== null && starting > product.firstDate ? starting : product.firstDate;
  const ends = [addDays(product.firstDate, settings.dpLookAheadDays - 1), product.lastDate];
  const [maximum = product.lastDate] = ends.sort();
  const startDate = sundayOf(minimum);
  const body = {
    ...sale,
    productId: product.id,
    startDate,
    endDate: addDays(startDate, daysWithThePage - 1),
  };
  const isPublic = sale.saleFlowId === publicSale.saleFlowId;
  const days = await (isPublic ? fetchWeeks(body) : fetchWeeksForSale(body));
  return { days, minimum, maximum };
}

/** Why a product on public sale cannot be bought on any day; null if it can be. */
export async function stateOf(product: Product, first: string | null, sale: Sale): Promise<SaleState | null> {
  if (sale.saleFlowId !== publicSale.saleFlowId) return null;
  return (await fetchProductPage(product.id, first))?.saleState ?? null;
}

/** Why a product cannot be bought; null if it can be. */
export function closed(
  { product, state }: { product: Product; state: SaleState | null },
  overrides: Overrides,
) {
  if (product.isOnSale && state === null) return null;
  return (
    <Closed
      t={createTranslate(overrides, alertTexts, closedTexts, productTexts)}
      product={product}
      state={state}
    />
  );
}

/** The page of one product under any sale context, with weeks and prices if `weeks` is set. */
export async function SingleProduct(input: ProductInput & { path: string; weeks?: boolean }) {
  const { query, path, weeks = false } = input;
  const first = dayOfQuery(query.starting);
  const [found, settings, overrides] = await Promise.all([
    findProduct(input),
    fetchSettings(),
    fetchOverrides(),
  ]);
  const { product, problem, sale } = found;
  // The door has already returned 404 for unknown products. This handles a sale that ended after that check.
  if (!product || (weeks && (!product.hasPerformances || product.hasPlaces))) notFound();
  if (product.requiresLoginChallenge && !(await fetchIsSignedIn()))
    redirect(routes.smartLogin(withQuery(path, query)));

  const [dates, week] = await Promise.all([
    datesOf(product, first, sale),
    weeks ? weekPage(product, sale, first, settings) : undefined,
  ]);
  const [next, state, [venue, ...others], related] = await Promise.all([
    nextOf(product, first, sale, dates),
    stateOf(product, first, sale),
    venuesOf(product, first, sale),
    relatedTo(product),
  ]);
  const t = createTranslate(
    overrides,
    accessibilityTexts,
    capacityTexts,
    findTexts,
    cheaperSaleTexts,
    homeTexts,
    productTexts,
    venueTexts,
  );
  const base = settings.publicUrl;
  const url = new URL(routes.product(product), base).href;

  return (
    <>
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{
          __html: scriptText(
            productData({
              product,
              dates,
              next,
              state,
              url,
              seller: settings.webSiteName,
              base,
            }),
          ),
        }}
      />
      <Breadcrumbs
        t={t}
        name={product.productDisplayName}
        category={product.category}
        path={routes.product(product)}
      />
      <ProductView
        page={pack({
          product,
          dates,
          starting: first,
          day: chosenIn(query, product),
          variant: variantIn(query, product),
          next,
          week,
          sale,
          problem: product.hasAdvanceCode ? null : problem,
        })}
        closed={closed({ product, state }, overrides)}
        venue={
          venue ? (
            <VenueInfo t={t} venue={venue} others={others} accessibility={product.accessibility} />
          ) : null
        }
        early={earlyAccess(input, found, path, createTranslate(overrides, alertTexts, promotionTexts))}
      />
      <div className="frame pt-12">
        <OfferList t={t} id="related" heading={t("find.related")} {...related} />
      </div>
      {sale.saleFlowId === publicSale.saleFlowId ? (
        <RememberProduct
          path={routes.product(product)}
          name={product.productDisplayName}
          picture={product.productImages[0] ?? null}
        />
      ) : null}
    </>
  );
}
