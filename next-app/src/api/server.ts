import "server-only";
import { headers } from "next/headers";
import { connection } from "next/server";
import { cache } from "react";
import { isOpenFor } from "@/lib/capacity";
import { type PackedPlaces, packPlaces } from "@/lib/places";
import type { Wanted } from "@/lib/wanted";
import { accessibilityTexts } from "@/text/areas/accessibility";
import { defaults, overridesOf } from "@/text/defaults";
import type { Overrides } from "@/text/texts";
import { apiRoot, forwarding } from "./address";
import { type Api, apiClient } from "./client";
import { keptByRevision } from "./kept";
import { type Outcome, outcomeOf } from "./outcome";
import type { paths } from "./schema";
import { send } from "./send";
import type {
  Account,
  AccountOrder,
  AccountTicket,
  BillingPlan,
  BundleBuilder,
  Cart,
  CartGroup,
  Country,
  DynamicDate,
  DynamicPricing,
  EntitlementVariant,
  FindResult,
  LastDetails,
  LinkedPass,
  PassSite,
  Performance,
  Product,
  ProductDate,
  ProductPage,
  ProductSaleState,
  ReservationSite,
  SaleState,
  SavedPayment,
  Settings,
  StateProvince,
  Venue,
  VenueDay,
} from "./types";

/**
 * Calls from the app's server. Only settings, texts and the lists of countries and states are kept between requests,
 * because they change only with the catalogue. Within one request, `cache` lets metadata and page share a response.
 */

function clientWith(headers: Record<string, string>): Api {
  const root = apiRoot();
  return apiClient(async ({ method, address, body }) => {
    // Pages that call the API are rendered for each request, never at build time.
    await connection();
    const url = `${root}${address}`;
    if (typeof body !== "string") return send({ method, url, headers });
    return send({ method, url, headers: { ...headers, "content-type": "application/json" }, body });
  });
}

/** A client for data that is the same for all visitors. It sends no cookie, so a public page cannot start a session. */
export function catalogApi(): Api {
  return clientWith({});
}

/**
 * A client for the visitor's own data. It sends the visitor's cookies and address. Cookies in responses are not passed
 * on.
 */
export async function visitorApi(): Promise<Api> {
  const incoming = await headers();
  const cookie = incoming.get("cookie");
  return clientWith(Object.fromEntries([...(cookie ? [["cookie", cookie]] : []), ...forwarding(incoming)]));
}

/** Returns a value without which the page cannot be rendered. Throws a refusal to the error boundary. */
function required<T>(what: string, outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.answer;
  throw new Error(`${what}: the API answered ${outcome.status} ${outcome.message}`);
}

async function readSettings(): Promise<Settings> {
  return required("settings", outcomeOf<Settings>(await catalogApi().GET("/settings"), ""));
}

async function readTexts() {
  const raw = await catalogApi().POST("/resource/pre-load", {
    body: { extResourceIds: Object.keys(defaults) },
  });
  return required("texts", outcomeOf<NonNullable<typeof raw.data>>(raw, ""));
}

const settingsAndOverrides = keptByRevision(async () => {
  const [settings, texts] = await Promise.all([readSettings(), readTexts()]);
  const { catalogRevision } = settings;
  return {
    value: { settings, overrides: overridesOf(texts.resourceValues) },
    revision: texts.catalogRevision === catalogRevision ? catalogRevision : null,
  };
});

/** The revision of the catalogue for which the door asks for the page. */
async function pageRevision(): Promise<number | null> {
  const revision = (await headers()).get("x-midway-revision");
  return revision === null ? null : Number(revision);
}

const fetchShop = cache(async () => settingsAndOverrides(await pageRevision()));

export async function fetchSettings(): Promise<Settings> {
  return (await fetchShop()).settings;
}

export async function fetchOverrides(): Promise<Overrides> {
  return (await fetchShop()).overrides;
}

/** An operator text without a default; null if the operator has written none. */
export async function fetchResource(id: string): Promise<string | null> {
  const raw = await catalogApi().GET("/resource/{id}", { params: { path: { id } } });
  if (raw.response.status === 404) return null;
  return required("a text", outcomeOf<NonNullable<typeof raw.data>>(raw, "")).resourceText;
}

const fetchSale = cache(async () => {
  const raw = await catalogApi().GET("/product/on-sale");
  return required("products on sale", outcomeOf<NonNullable<typeof raw.data>>(raw, ""));
});

export async function fetchOnSale() {
  const { leadPicture, sections, tagPages } = await fetchSale();
  return { leadPicture: leadPicture ?? null, sections, tagPages };
}

/**
 * Why products cannot be bought now, by id. An error response is ignored, because the product pages show
 * the state too.
 */
export async function fetchSaleStates(): Promise<ReadonlyMap<string, SaleState>> {
  const outcome = outcomeOf<ProductSaleState[]>(await catalogApi().GET("/performance/sale-state"), "");
  return new Map(outcome.ok ? outcome.answer.map(({ productId, state }) => [productId, state]) : []);
}

type FindQuery = NonNullable<paths["/find"]["get"]["parameters"]["query"]>;

function isAccessibility(value: string): value is NonNullable<FindQuery["accessibility"]> {
  return `accessibility.${value}` in accessibilityTexts;
}

/** What is on sale and fits the visitor's wishes. */
export const fetchFound = cache(async (wanted: Wanted): Promise<FindResult> => {
  const { date, words, site, category, audience, accessibility, price, from, page } = wanted;
  const query: FindQuery = {
    date: date || undefined,
    stripFrom: from || undefined,
    words: words || undefined,
    siteId: site || undefined,
    category: category || undefined,
    audience: audience || undefined,
    accessibility: isAccessibility(accessibility) ? accessibility : undefined,
    maxPrice: price ? Number(price) : undefined,
    page,
  };
  const raw = await catalogApi().GET("/find", { params: { query } });
  return required("what was found", outcomeOf<FindResult>(raw, ""));
});

/** Whether any site of the shop takes reservations. */
export async function fetchAcceptsReservations(): Promise<boolean> {
  const outcome = outcomeOf<ReservationSite[]>(await catalogApi().GET("/reservation/site"), "");
  return outcome.ok && outcome.answer.length > 0;
}

/** When the catalogue was last changed; null before the first catalogue. */
export async function fetchCatalogDate(): Promise<string | null> {
  return (await fetchSale()).catalogDate ?? null;
}

/**
 * What the page of a product on public sale shows first; null if the product does not exist or must not be shown now.
 * `startDate` is the first day to show.
 */
export const fetchProductPage = cache(
  async (id: string, startDate: string | null): Promise<ProductPage | null> => {
    const raw = await catalogApi().GET("/product/page/{id}", {
      params: { path: { id }, query: startDate ? { startDate } : {} },
    });
    const outcome = outcomeOf<NonNullable<typeof raw.data>>(raw, "");
    if (!outcome.ok && outcome.status >= 500)
      throw new Error(`product ${id}: the API answered ${outcome.status}`);
    return outcome.ok ? outcome.answer : null;
  },
);

/** The levels of the passes on public sale, by site. */
export async function fetchPassLevels(): Promise<PassSite[]> {
  return required("pass levels", outcomeOf<PassSite[]>(await catalogApi().GET("/product/pass-levels"), ""));
}

/** What visitors of a site are told; null if the site does not exist. */
export async function fetchVenue(id: string): Promise<Venue | null> {
  const outcome = outcomeOf<Venue>(await catalogApi().GET("/venue/{id}", { params: { path: { id } } }), "");
  return !outcome.ok && outcome.status === 404 ? null : required("venue", outcome);
}

/** The opening hours of a site on a day. */
export async function fetchVenueDay(id: string, date: string): Promise<VenueDay> {
  const raw = await catalogApi().GET("/venue/{id}/day/{date}", { params: { path: { id, date } } });
  const outcome = outcomeOf<VenueDay>(raw, "");
  return !outcome.ok && outcome.status === 404 ? { date } : required("venue day", outcome);
}

type ProductRequest = NonNullable<
  paths["/product/single"]["post"]["requestBody"]
>["content"]["application/json; charset=utf-8"];

/**
 * The product under the visitor's sale context. If the API refuses the context, the result has the product of the
 * public sale and the API's message in `problem` (null for 404). `reason` says why a signed-in visitor, to whom the API
 * does return the context's product, cannot buy it yet. The visitor's address is sent so that rate limits on code
 * guessing apply to this visitor only.
 */
export const fetchProductForSale = cache(
  async (
    request: string,
    startDate: string | null,
  ): Promise<{ product: Product | null; problem: string | null; reason: string | null }> => {
    const body = JSON.parse(request) as ProductRequest;
    const raw = await (await visitorApi()).POST("/product/single", { body });
    const outcome = outcomeOf<NonNullable<typeof raw.data>>(raw, "");
    if (outcome.ok) {
      const { value = null, message } = outcome.answer;
      return { product: value, problem: null, reason: message || null };
    }
    return {
      product: (await fetchProductPage(body.extProductId, startDate))?.product ?? null,
      problem: outcome.status === 404 ? null : outcome.message,
      reason: null,
    };
  },
);

/** The signed-in account; null for a guest. */
export const fetchAccount = cache(async (): Promise<Account | null> => {
  const outcome = outcomeOf<Account>(await (await visitorApi()).GET("/account"), "");
  return !outcome.ok && outcome.status === 401 ? null : required("account", outcome);
});

/**
 * The details of the account's last order. For guests and after a failure this is null, and the shopper types the
 * details.
 */
export async function fetchLastDetails(): Promise<LastDetails | null> {
  const outcome = outcomeOf<LastDetails>(await (await visitorApi()).GET("/account/last-details"), "");
  return outcome.ok ? outcome.answer : null;
}

/** The passes in the account's list that can be renewed now. */
export async function fetchRenewablePasses(): Promise<LinkedPass[]> {
  const raw = await (await visitorApi()).GET("/account/tenant-pass-renewable");
  return required("renewable passes", outcomeOf<NonNullable<typeof raw.data>>(raw, "")).passes;
}

/** What the account's passes give and is left of it; empty if the shop refuses to list it. */
export async function fetchPassBenefits(): Promise<EntitlementVariant[]> {
  const raw = await (await visitorApi()).GET("/product/entitlement");
  const outcome = outcomeOf<{ value?: EntitlementVariant[] }>(raw, "");
  if (!outcome.ok && outcome.status === 200) return [];
  return required("benefits", outcome).value ?? [];
}

/**
 * The signed-in shopper's orders, latest first, and all tickets and passes, including those whose last day has passed.
 */
export async function fetchPurchases(): Promise<{ orders: AccountOrder[]; tickets: AccountTicket[] }> {
  const api = await visitorApi();
  const [orders, tickets] = await Promise.all([
    api.GET("/account/order").then((raw) => required("orders", outcomeOf<AccountOrder[]>(raw, ""))),
    api.GET("/account/ticket").then((raw) => required("tickets", outcomeOf<AccountTicket[]>(raw, ""))),
  ]);
  return { orders, tickets };
}

/** The account's in-house payment plans, running and completed, and its saved cards. */
export async function fetchPaymentMeans(): Promise<{ plans: BillingPlan[]; cards: SavedPayment[] }> {
  const api = await visitorApi();
  const [plans, cards] = await Promise.all([
    api
      .GET("/account/installment-billing")
      .then((raw) => required("payment plans", outcomeOf<BillingPlan[]>(raw, ""))),
    api.GET("/account/saved-payment").then((raw) => required("cards", outcomeOf<SavedPayment[]>(raw, ""))),
  ]);
  return { plans, cards };
}

const placesOfRevision = keptByRevision(async () => {
  const api = catalogApi();
  // The lists do not say their revision. It is taken from another answer, so they may be older until they are read again.
  const [{ catalogRevision }, countries, states] = await Promise.all([
    readSettings(),
    api.GET("/address/country").then((raw) => required("countries", outcomeOf<Country[]>(raw, ""))),
    api.GET("/address/state-province").then((raw) => required("states", outcomeOf<StateProvince[]>(raw, ""))),
  ]);
  return { value: packPlaces({ countries, states }), revision: catalogRevision };
});

/** The countries that an address can have, and their states. */
export async function fetchPlaces(): Promise<PackedPlaces> {
  return placesOfRevision(await pageRevision());
}

/** Whether the visitor is signed in. Does not start a session. */
export async function fetchIsSignedIn(): Promise<boolean> {
  const raw = await (await visitorApi()).GET("/session");
  const outcome = outcomeOf<NonNullable<typeof raw.data>>(raw, "");
  return outcome.ok && outcome.answer.userAuthenticated;
}

/** The bundle; null if it does not exist. */
export const fetchBundle = cache(async (id: string): Promise<BundleBuilder | null> => {
  const raw = await catalogApi().GET("/bundle/builder/{id}", { params: { path: { id } } });
  const outcome = outcomeOf<BundleBuilder>(raw, "");
  if (!outcome.ok && outcome.status >= 500)
    throw new Error(`bundle ${id}: the API answered ${outcome.status}`);
  return outcome.ok ? outcome.answer : null;
});

/**
 * The bundle for a shopper who edits a line of the cart, with the line's group; null if the visitor's cart does not have
 * the line. `removed` says whether a revision has removed it.
 */
export async function fetchEditedBundle(
  id: string,
  lineId: string,
): Promise<{ builder: BundleBuilder; group: CartGroup; removed: boolean } | null> {
  const api = await visitorApi();
  const [bundle, cart] = await Promise.all([
    api.GET("/bundle/builder/{id}", { params: { path: { id }, query: { lineId } } }),
    api.GET("/cart").then((raw) => required("cart", outcomeOf<Cart>(raw, ""))),
  ]);
  const outcome = outcomeOf<BundleBuilder>(bundle, "");
  if (!outcome.ok && outcome.status >= 500)
    throw new Error(`bundle ${id}: the API answered ${outcome.status}`);
  const hasLine = (group: CartGroup) => group.items.some((item) => item.id === lineId);
  const inCart = cart.itemGroups.find(hasLine);
  const group = inCart ?? cart.previousCart?.itemGroups.find(hasLine);
  return outcome.ok && group ? { builder: outcome.answer, group, removed: inCart === undefined } : null;
}

/** How many of the next dates are sent with the page. The calendar reads more month by month. */
const datesWithThePage = 60;

/** The next dates of a product under a sale context other than the public sale. */
export async function fetchProductDatesForSale(
  productId: string,
  startDate: string | null,
  way: Omit<DateRequest, "productIds">,
): Promise<ProductDate[]> {
  const body = { ...way, productIds: [productId], ...(startDate ? { startDate } : {}) };
  return firstDates(await visitorApi(), body);
}

type DateRequest =
  paths["/performance/product-date"]["post"]["requestBody"]["content"]["application/json; charset=utf-8"];

async function firstDates(api: ReturnType<typeof catalogApi>, body: DateRequest): Promise<ProductDate[]> {
  const raw = await api.POST("/performance/product-date", { body });
  return required("dates", outcomeOf<ProductDate[]>(raw, "")).slice(0, datesWithThePage);
}

type WeekRequest =
  paths["/performance/dynamic"]["post"]["requestBody"]["content"]["application/json; charset=utf-8"];

/** Days of a product on public sale, with their prices and performances. */
export async function fetchWeeks(body: WeekRequest): Promise<DynamicDate[]> {
  return weeks(catalogApi(), body);
}

/** Days of a product, with their prices and performances, under a sale context other than the public sale. */
export async function fetchWeeksForSale(body: WeekRequest): Promise<DynamicDate[]> {
  return weeks(await visitorApi(), body);
}

async function weeks(api: ReturnType<typeof catalogApi>, body: WeekRequest): Promise<DynamicDate[]> {
  const raw = await api.POST("/performance/dynamic", { body });
  const outcome = outcomeOf<DynamicPricing>(raw, "");
  // There are no prices for invalid days, or under a sale context for which the visitor is not eligible. The
  // page is then shown without prices.
  if (!outcome.ok && outcome.status < 500) return [];
  return required("weeks", outcome).dates ?? [];
}

/** The first performance on sale on the first open date of a list; null if there is none. */
export async function fetchNextPerformance(
  productId: string,
  dates: ProductDate[],
): Promise<Performance | null> {
  const open = dates.find(isOpenFor);
  if (!open) return null;
  const raw = await catalogApi().POST("/performance/product-date-performance", {
    body: { productId, date: open.date },
  });
  const outcome = outcomeOf<NonNullable<typeof raw.data>>(raw, "");
  const performances = outcome.ok ? (outcome.answer.value ?? []) : [];
  return performances.find(isOpenFor) ?? null;
}
