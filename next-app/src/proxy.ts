import { type NextRequest, NextResponse } from "next/server";
import { apiOrigin, apiRoot, forwarding } from "@/api/address";
import { Call, send } from "@/api/send";
import type { Settings } from "@/api/types";
import {
  type AccountPage,
  accountPageOf,
  bundleOfPath,
  isAdvancePage,
  isCardPage,
  isPrivatePage,
  isSecretPage,
  isWeekPage,
  productOfPath,
  tagsOfPath,
} from "@/lib/routes";
import {
  advance,
  multiProductQuery,
  newPassSale,
  productQuery,
  publicSale,
  saleOf,
  tagSale,
  verifiedSale,
} from "@/parts/performance-picker/sale";
import { overridesOf } from "@/text/defaults";
import { operatorSignInPage } from "./lib/operator-sign-in";
import { readBody } from "./request-body";
import { contentSecurityPolicy, pageHeaders } from "./security-headers";
import {
  type Branding,
  defaultBranding,
  unavailableMessage,
  unavailablePage,
  unavailableTextIds,
} from "./unavailable-page";

/**
 * Decides everything that must be known before a page streams: forwards API calls to the API, returns 404 for pages
 * that do not exist and 503 while the API is unavailable, redirects old addresses, and gives every page its security
 * headers with a fresh nonce.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const path = request.nextUrl.pathname;
  if (path === "/api" || path.startsWith("/api/")) {
    return toApi(request);
  }
  if (request.method === "POST") return redirectToGet(request);

  const nonce = crypto.randomUUID().replaceAll("-", "");
  let found: boolean;
  let settings: Settings;
  let moved: NextResponse | null;
  try {
    [found, settings, moved] = await Promise.all([
      exists(request),
      fetchSettings(),
      redirectOf(path, request.url),
      requireStores(path),
    ]);
  } catch {
    return unavailable(nonce);
  }
  if (moved) return moved;
  const elsewhere = operatorSignInPage(request.nextUrl, settings);
  if (elsewhere) return NextResponse.redirect(elsewhere);

  const policy = contentSecurityPolicy({
    nonce,
    // Only pages that ask for a card may show the processor's frames.
    frameOrigins: isCardPage(path) ? settings.paymentOrigins : [],
    secretPage: isSecretPage(path),
    analyticsHosts: isSecretPage(path) ? [] : settings.analyticsHosts,
    development: process.env.NODE_ENV === "development",
  });
  const inner = new Headers(request.headers);
  inner.set("x-nonce", nonce);
  // Next.js reads the nonce for its own scripts from the request's content security policy.
  inner.set("content-security-policy", policy);

  // No route matches `/not-found`, so Next.js renders its not-found page with status 404.
  const response = found
    ? NextResponse.next({ request: { headers: inner } })
    : NextResponse.rewrite(new URL("/not-found", request.url), { request: { headers: inner } });
  apply(response, {
    policy,
    privatePage: isPrivatePage(path),
    secretPage: isSecretPage(path),
    secure: settings.publicUrl.startsWith("https:"),
  });
  return response;
}

export const config = {
  // Each file name must match to the end of the path. A path that only starts with a file name, such as
  // /robots.txt.old, is a page that does not exist and needs page headers.
  matcher: ["/((?!_next/static/|icon\\.svg$|robots\\.txt$).*)"],
};

/** Headers that belong to one connection, or that the next connection sets itself. */
const ownHeaders = [
  "host",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "accept-encoding",
  "expect",
  "te",
  "upgrade",
];

/**
 * Forwards a call to the API and streams the response back. A rewrite would reveal the API's address to browsers, and
 * would respond in plain text while the API is unavailable.
 */
async function toApi(request: NextRequest): Promise<NextResponse> {
  const body = await readBody(request);
  if (!body.ok) return NextResponse.json({ success: false, message: body.message }, { status: body.status });
  const headers = new Headers(request.headers);
  for (const name of ownHeaders) headers.delete(name);
  for (const [name, value] of forwarding(request.headers)) headers.set(name, value);
  headers.set("x-forwarded-host", request.headers.get("host") ?? "");
  try {
    const answer = await fetch(new URL(`${request.nextUrl.pathname}${request.nextUrl.search}`, apiOrigin()), {
      method: request.method,
      headers,
      body: body.bytes,
      redirect: "manual",
      cache: "no-store",
    });
    const passed = new Headers(answer.headers);
    for (const name of ownHeaders) passed.delete(name);
    // `fetch` has already decoded the body.
    passed.delete("content-encoding");
    return new NextResponse(answer.body, { status: answer.status, headers: passed });
  } catch {
    return NextResponse.json(
      { success: false, message: unavailableMessage(branding) },
      { status: 503, headers: { "retry-after": "30" } },
    );
  }
}

/**
 * Whether a page exists. A product, bundle or tag page exists if the API has its product, bundle or tag; a week page
 * also requires a product that is chosen by day and time alone. A page of an account's order or ticket exists only for
 * that account; for other accounts it looks like one that does not exist. The router decides about every other path.
 */
async function exists({ nextUrl: { pathname, searchParams }, headers }: NextRequest): Promise<boolean> {
  const own = accountPageOf(pathname);
  if (own !== null)
    return isFound(new Call(`${apiRoot()}${apiPathOf(own)}`, { headers: visitorHeaders(headers) }));
  const bundle = bundleOfPath(pathname);
  if (bundle !== null) return isFound(new Call(`${apiRoot()}/bundle/builder/${encodeURIComponent(bundle)}`));
  const product = productOfPath(pathname);
  if (product !== null) {
    const accepts = isWeekPage(pathname) ? hasWeeks : undefined;
    if (await isFound(postCall("/product/single", { extProductId: product }), accepts)) return true;
    // A product that is not on public sale may be on sale under the sale flow in the address.
    const sale = saleOf(Object.fromEntries(searchParams), isAdvancePage(pathname) ? advance : {});
    const isOwnWay = sale.saleFlowId !== publicSale.saleFlowId;
    const own = { ...productQuery(sale), extProductId: product };
    return isOwnWay && isFound(postCall("/product/single", own, visitorHeaders(headers)), accepts);
  }
  const page = tagsOfPath(pathname);
  if (page === null) return true;
  const saleOfTags = page.verified ? verifiedSale : page.passes ? newPassSale : tagSale;
  const reads = page.tags.map((tag) =>
    isFound(postCall("/product/multi", multiProductQuery(saleOfTags([tag])))),
  );
  return (await Promise.all(reads)).every(Boolean);
}

/** Headers that identify the visitor, for offers that depend on the cart or the signed-in account. */
function visitorHeaders(headers: Headers): [string, string][] {
  return [...forwarding(headers), ["cookie", headers.get("cookie") ?? ""]];
}

function apiPathOf({ kind, id }: AccountPage): string {
  const name = encodeURIComponent(id);
  if (kind === "order") return `/order/details/my/${name}`;
  return `/ticket/${kind === "ticket" ? "account" : "account-grouping"}/${name}/html`;
}

function postCall(path: string, body: object, forwarded: [string, string][] = []): Call {
  return new Call(`${apiRoot()}${path}`, {
    method: "POST",
    headers: [["content-type", "application/json"], ...forwarded],
    body: JSON.stringify(body),
  });
}

/** Refusals under which the page may exist: the page itself asks the visitor to sign in or to wait. */
const undecidedStatuses = [401, 429];

/**
 * Whether the API returns what a page shows, or a refusal under which the page may exist. If `accepts` is given, it
 * must accept what the API returns.
 */
async function isFound(call: Call, accepts?: (answer: unknown) => boolean): Promise<boolean> {
  const answer = await send(call);
  if (answer.status >= 500) throw new Error(`${call.url} answered ${answer.status}`);
  if (answer.status >= 400) return undecidedStatuses.includes(answer.status);
  return accepts === undefined || accepts(await answer.json());
}

/** Whether a product is chosen by day and time alone. Returns true if the API's response has no product. */
function hasWeeks(answer: unknown): boolean {
  const { value } = answer as { value?: { hasPerformances: boolean; hasPlaces: boolean } };
  return value === undefined || (value.hasPerformances && !value.hasPlaces);
}

/**
 * Throws while the API cannot reach the database or session store that the page needs. This must run before the page is
 * rendered, because the status is sent when the page begins to stream.
 */
async function requireStores(path: string): Promise<void> {
  const isOfStores = isPrivatePage(path) || productOfPath(path) !== null || bundleOfPath(path) !== null;
  if (!isOfStores) return;
  const answer = await send(new Call(new URL("/health/ready", apiOrigin()).href));
  // An API that is shutting down is not ready either, but still responds for a while. It sends no Retry-After.
  if (answer.status === 503 && answer.headers.has("retry-after")) {
    throw new Error("the API cannot reach its database or its session store");
  }
}

async function fetchSettings(): Promise<Settings> {
  const answer = await send(new Call(`${apiRoot()}/settings`));
  if (!answer.ok) throw new Error(`settings answered ${answer.status}`);
  const settings = (await answer.json()) as Settings;
  if (settings.catalogRevision !== brandingRevision) await loadBranding(settings);
  return settings;
}

/** The name, theme and texts for the unavailable page, and the catalogue revision from which they were read. */
let branding: Branding = defaultBranding;
let brandingRevision: number | null = null;

async function loadBranding({ webSiteName: name, styleKey, catalogRevision }: Settings): Promise<void> {
  const answer = await send(postCall("/resource/pre-load", { extResourceIds: unavailableTextIds }));
  if (!answer.ok) throw new Error(`texts answered ${answer.status}`);
  const { resourceValues } = (await answer.json()) as { resourceValues: Parameters<typeof overridesOf>[0] };
  branding = { name, styleKey, overrides: overridesOf(resourceValues) };
  brandingRevision = catalogRevision;
}

/**
 * Redirects old addresses according to the operator's list, which takes precedence over pages. A secret address is not
 * looked up, so that it is not sent anywhere.
 */
async function redirectOf(path: string, base: string): Promise<NextResponse | null> {
  if (isSecretPage(path)) return null;
  const answer = await send(new Call(`${apiRoot()}/cms/redirect?${new URLSearchParams({ path })}`));
  if (!answer.ok) return null;
  const { to, permanent } = (await answer.json()) as { to?: string; permanent?: boolean };
  return to ? NextResponse.redirect(new URL(to, base), permanent ? 301 : 302) : null;
}

/**
 * Pages only accept reads. A form posted to a page was submitted before its script ran: the page is shown again, and
 * the typed values stay out of the URL.
 */
function redirectToGet({ nextUrl }: NextRequest): NextResponse {
  return NextResponse.redirect(nextUrl, 303);
}

function apply(response: NextResponse, input: Parameters<typeof pageHeaders>[0]) {
  for (const [name, value] of pageHeaders(input)) response.headers.set(name, value);
}

/** The 503 page, in the theme of the shop and without scripts. */
function unavailable(nonce: string): NextResponse {
  const response = new NextResponse(unavailablePage(nonce, branding), {
    status: 503,
    headers: { "content-type": "text/html; charset=utf-8", "retry-after": "30" },
  });
  const policy = contentSecurityPolicy({ nonce, frameOrigins: [], analyticsHosts: [], development: false });
  // The API may be unable to return the settings, so the environment is used instead.
  apply(response, {
    policy,
    privatePage: true,
    secure: process.env.PUBLIC_URL?.startsWith("https:") ?? false,
  });
  return response;
}
