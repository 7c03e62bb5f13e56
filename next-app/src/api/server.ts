import "server-only";
import { cookies, headers } from "next/headers";
import { connection } from "next/server";
import createClient, { type ClientOptions } from "openapi-fetch";
import { cache } from "react";
import { capacityLook } from "@/lib/capacity";
import { defaults, overridesOf } from "@/text/defaults";
import type { Overrides } from "@/text/texts";
import { apiRoot, forwarding } from "./address";
import { type Outcome, outcomeOf } from "./outcome";
import type { paths } from "./schema";
import { Call, send } from "./send";
import type {
  Account,
  AccountOrder,
  AccountTicket,
  BillingPlan,
  BundleBuilder,
  Country,
  DynamicDate,
  DynamicPricing,
  LinkedPass,
  Performance,
  Product,
  ProductDate,
  ProductSaleState,
  ReservationSite,
  SavedPayment,
  Settings,
  StateProvince,
} from "./types";

/**
 * Calls from the app's server. Nothing is kept between requests: the API answers catalogue calls from memory.
 * Within one request, `cache` makes metadata and page share an answer.
 */

/** openapi-fetch asks no more of its requests and answers than `Call` and `Answer` have. */
const transport = {
  Request: Call,
  fetch: async (call: Call) => {
    // Whatever asks the API is rendered for a request, and never while the app is built.
    await connection();
    return send(call);
  },
} as unknown as ClientOptions;

/** For what every visitor sees alike: carries no cookie, so a public page can begin no session. */
export function catalogApi() {
  return createClient<paths>({ ...transport, baseUrl: apiRoot() });
}

/** For what belongs to this visitor: carries the visitor's cookies and address. Answers' cookies are not passed on. */
export async function visitorApi() {
  const [jar, incoming] = await Promise.all([cookies(), headers()]);
  const forwarded = Object.fromEntries([["cookie", jar.toString()], ...forwarding(incoming)]);
  return createClient<paths>({ ...transport, baseUrl: apiRoot(), headers: forwarded });
}

/** An answer that a page cannot do without: a refusal here is a fault, shown by the error boundary. */
function required<T>(what: string, outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.answer;
  throw new Error(`${what}: the API answered ${outcome.status} ${outcome.message}`);
}

export const readSettings = cache(async (): Promise<Settings> => {
  return required("settings", outcomeOf<Settings>(await catalogApi().GET("/settings"), ""));
});

export const readOverrides = cache(async (): Promise<Overrides> => {
  const raw = await catalogApi().POST("/resource/pre-load", {
    body: { extResourceIds: Object.keys(defaults) },
  });
  return overridesOf(required("texts", outcomeOf<NonNullable<typeof raw.data>>(raw, "")).resourceValues);
});

/** A text of the operator's that has no default; null where the operator has written none. */
export async function readResource(id: string): Promise<string | null> {
  const raw = await catalogApi().GET("/resource/{id}", { params: { path: { id } } });
  if (raw.response.status === 404) return null;
  return required("a text", outcomeOf<NonNullable<typeof raw.data>>(raw, "")).resourceText;
}

const readSale = cache(async () => {
  const raw = await catalogApi().GET("/product/on-sale");
  return required("products on sale", outcomeOf<NonNullable<typeof raw.data>>(raw, ""));
});

export async function readOnSale() {
  const { sections, tagPages } = await readSale();
  return { sections, tagPages };
}

/** The products that cannot be bought though their sale runs. What is not answered is not worth a fault: their pages say it too. */
export async function readSaleStates(): Promise<ReadonlyMap<string, ProductSaleState["state"]>> {
  const outcome = outcomeOf<ProductSaleState[]>(await catalogApi().GET("/performance/sale-state"), "");
  return new Map(outcome.ok ? outcome.answer.map(({ productId, state }) => [productId, state]) : []);
}

/** Whether visits are reserved anywhere in the shop. */
export async function readReserves(): Promise<boolean> {
  const outcome = outcomeOf<ReservationSite[]>(await catalogApi().GET("/reservation/site"), "");
  return outcome.ok && outcome.answer.length > 0;
}

/** When the operator changed anything last; null before the first catalogue. */
export async function readCatalogDate(): Promise<string | null> {
  return (await readSale()).catalogDate ?? null;
}

/** Null when there is no such product, or none that may be shown now. */
export const readProduct = cache(async (id: string): Promise<Product | null> => {
  const raw = await catalogApi().POST("/product/single", { body: { extProductId: id } });
  const outcome = outcomeOf<NonNullable<typeof raw.data>>(raw, "");
  if (!outcome.ok && outcome.status >= 500)
    throw new Error(`product ${id}: the API answered ${outcome.status}`);
  return outcome.ok ? (outcome.answer.value ?? null) : null;
});

type ProductRequest = NonNullable<
  paths["/product/single"]["post"]["requestBody"]
>["content"]["application/json; charset=utf-8"];

/**
 * The product as its visitor's way leads to it; everybody's, and with the server's words, when it is not the visitor's way. `reason` is
 * why a way that leads to it is closed to who has signed in.
 * The visitor's address goes along, so that whoever guesses codes is put off and nobody else.
 */
export const readProductBy = cache(
  async (
    request: string,
  ): Promise<{ product: Product | null; problem: string | null; reason: string | null }> => {
    const body = JSON.parse(request) as ProductRequest;
    const raw = await (await visitorApi()).POST("/product/single", { body });
    const outcome = outcomeOf<NonNullable<typeof raw.data>>(raw, "");
    if (outcome.ok) {
      const { value = null, message } = outcome.answer;
      return { product: value, problem: null, reason: message || null };
    }
    return {
      product: await readProduct(body.extProductId),
      problem: outcome.status === 404 ? null : outcome.message,
      reason: null,
    };
  },
);

/** Who is signed in; null of a guest. */
export const readAccount = cache(async (): Promise<Account | null> => {
  const outcome = outcomeOf<Account>(await (await visitorApi()).GET("/account"), "");
  return !outcome.ok && outcome.status === 401 ? null : required("account", outcome);
});

/** The passes in the account's list that may be renewed now. */
export async function readRenewable(): Promise<LinkedPass[]> {
  const raw = await (await visitorApi()).GET("/account/tenant-pass-renewable");
  return required("renewable passes", outcomeOf<NonNullable<typeof raw.data>>(raw, "")).passes;
}

/** What who is signed in has bought and holds: orders, the latest first, and all tickets and passes that are good. */
export async function readPurchases(): Promise<{ orders: AccountOrder[]; tickets: AccountTicket[] }> {
  const api = await visitorApi();
  const [orders, tickets] = await Promise.all([
    api.GET("/account/order").then((raw) => required("orders", outcomeOf<AccountOrder[]>(raw, ""))),
    api.GET("/account/ticket").then((raw) => required("tickets", outcomeOf<AccountTicket[]>(raw, ""))),
  ]);
  return { orders, tickets };
}

/** What an account still pays over time, and the cards that it has saved. */
export async function readPaymentMeans(): Promise<{ plans: BillingPlan[]; cards: SavedPayment[] }> {
  const api = await visitorApi();
  const [plans, cards] = await Promise.all([
    api
      .GET("/account/installment-billing")
      .then((raw) => required("payment plans", outcomeOf<BillingPlan[]>(raw, ""))),
    api.GET("/account/saved-payment").then((raw) => required("cards", outcomeOf<SavedPayment[]>(raw, ""))),
  ]);
  return { plans, cards };
}

/** The countries of addresses and their states. */
export async function readCountries(): Promise<{ countries: Country[]; states: StateProvince[] }> {
  const api = catalogApi();
  const [countries, states] = await Promise.all([
    api.GET("/address/country").then((raw) => required("countries", outcomeOf<Country[]>(raw, ""))),
    api.GET("/address/state-province").then((raw) => required("states", outcomeOf<StateProvince[]>(raw, ""))),
  ]);
  return { countries, states };
}

/** Whether somebody is signed in. A session that is not there is not begun. */
export async function readSignedIn(): Promise<boolean> {
  const raw = await (await visitorApi()).GET("/session");
  const outcome = outcomeOf<NonNullable<typeof raw.data>>(raw, "");
  return outcome.ok && outcome.answer.userAuthenticated;
}

/** Null when there is no such bundle. */
export const readBundle = cache(async (id: string): Promise<BundleBuilder | null> => {
  const raw = await catalogApi().GET("/bundle/builder/{id}", { params: { path: { id } } });
  const outcome = outcomeOf<BundleBuilder>(raw, "");
  if (!outcome.ok && outcome.status >= 500)
    throw new Error(`bundle ${id}: the API answered ${outcome.status}`);
  return outcome.ok ? outcome.answer : null;
});

/** How many of the next dates travel with a page; the calendar asks for more, month by month. */
const datesWithThePage = 60;

export const readProductDates = cache(
  async (productId: string, startDate: string | null): Promise<ProductDate[]> =>
    firstDates(catalogApi(), { productIds: [productId], ...(startDate ? { startDate } : {}) }),
);

/** The same days as they are for a visitor on a way that is not everybody's. */
export async function readProductDatesBy(
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

/** Some days of a product with their prices and performances, as they are for everybody. */
export async function readWeeks(body: WeekRequest): Promise<DynamicDate[]> {
  return weeks(catalogApi(), body);
}

/** The same days as they are for a visitor on a way that is not everybody's. */
export async function readWeeksBy(body: WeekRequest): Promise<DynamicDate[]> {
  return weeks(await visitorApi(), body);
}

async function weeks(api: ReturnType<typeof catalogApi>, body: WeekRequest): Promise<DynamicDate[]> {
  const raw = await api.POST("/performance/dynamic", { body });
  const outcome = outcomeOf<DynamicPricing>(raw, "");
  // Days that are none, or a way that is closed to this visitor, have no prices: the page says what it can.
  if (!outcome.ok && outcome.status < 500) return [];
  return required("weeks", outcome).dates ?? [];
}

/** The first performance that can be bought on the first open date of a list; null when there is none. */
export async function readNextPerformance(
  productId: string,
  dates: ProductDate[],
): Promise<Performance | null> {
  const open = dates.find((date) => capacityLook(date.capacityLevelId).selectable);
  if (!open) return null;
  const raw = await catalogApi().POST("/performance/product-date-performance", {
    body: { productId, date: open.date },
  });
  const outcome = outcomeOf<NonNullable<typeof raw.data>>(raw, "");
  const performances = outcome.ok ? (outcome.answer.value ?? []) : [];
  return performances.find((performance) => capacityLook(performance.capacityLevelId).selectable) ?? null;
}
