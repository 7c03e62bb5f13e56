import { type NextRequest, NextResponse } from "next/server";
import { apiOrigin, apiRoot, forwarding } from "@/api/address";
import { Call, send } from "@/api/send";
import type { Settings } from "@/api/types";
import {
  bundleOfPath,
  isAdvancePage,
  isCardPage,
  isPrivatePage,
  isSecretPage,
  isWeekPage,
  type Own,
  ownOfPath,
  productOfPath,
  tagsOfPath,
} from "@/lib/routes";
import {
  advance,
  multiWay,
  newPassSale,
  productWay,
  publicSale,
  saleOf,
  tagSale,
  verifiedSale,
} from "@/parts/performance-picker/sale";
import { overridesOf } from "@/text/defaults";
import { awayMessage, awayPage, awayTextIds, type Look, unknownLook } from "./away-page";
import { signingElsewhere } from "./lib/signing-elsewhere";
import { readBody } from "./request-body";
import { contentSecurityPolicy, pageHeaders } from "./security-headers";

/**
 * What is decided before anything streams: calls for the API go to the API, a page that does not exist answers 404,
 * an API that is away answers 503, and every page gets its security headers with a fresh nonce. Nothing else.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const path = request.nextUrl.pathname;
  if (path === "/api" || path.startsWith("/api/")) {
    return toApi(request);
  }
  if (request.method === "POST") return askedAgain(request);

  const nonce = crypto.randomUUID().replaceAll("-", "");
  let found: boolean;
  let settings: Settings;
  let moved: NextResponse | null;
  try {
    [found, settings, moved] = await Promise.all([
      exists(request),
      readSettings(),
      movedTo(path, request.url),
      storesAnswer(path),
    ]);
  } catch {
    return away(nonce);
  }
  if (moved) return moved;
  const elsewhere = signingElsewhere(request.nextUrl, settings);
  if (elsewhere) return NextResponse.redirect(elsewhere);

  const policy = contentSecurityPolicy({
    nonce,
    // The card processor's frames are shown only where a card is asked for.
    frameOrigins: isCardPage(path) ? settings.paymentOrigins : [],
    secretPage: isSecretPage(path),
    analyticsHosts: isSecretPage(path) ? [] : settings.analyticsHosts,
    development: process.env.NODE_ENV === "development",
  });
  const inner = new Headers(request.headers);
  inner.set("x-nonce", nonce);
  // Next finds the nonce for its own scripts in the request's policy.
  inner.set("content-security-policy", policy);

  // No route answers this path, so Next renders its not-found page on the server, with status 404.
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
  // Whole names: what only begins like them is a page that does not exist, and bears the headers of one.
  matcher: ["/((?!_next/static/|icon\\.svg$|robots\\.txt$).*)"],
};

/** Of this connection only, or set anew by the one that follows. */
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
 * Hands a call to the API and its answer back, as a stream. Not a rewrite: that would tell every browser where the
 * API lives, and would answer in plain text when the API is away.
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
    // What arrived encoded has been decoded on the way in.
    passed.delete("content-encoding");
    return new NextResponse(answer.body, { status: answer.status, headers: passed });
  } catch {
    return NextResponse.json(
      { success: false, message: awayMessage(look) },
      { status: 503, headers: { "retry-after": "30" } },
    );
  }
}

/**
 * A page of a product, a bundle or a tag exists while what it is of does, and a page of an account's own for that account alone: what
 * is another's is as unknown as what nobody has. Every other path is left to the router.
 */
async function exists({ nextUrl: { pathname, searchParams }, headers }: NextRequest): Promise<boolean> {
  const own = ownOfPath(pathname);
  if (own !== null) return isThere(new Call(`${apiRoot()}${ownCall(own)}`, { headers: ofVisitor(headers) }));
  const bundle = bundleOfPath(pathname);
  if (bundle !== null) return isThere(new Call(`${apiRoot()}/bundle/builder/${encodeURIComponent(bundle)}`));
  const product = productOfPath(pathname);
  if (product !== null) {
    const suits = isWeekPage(pathname) ? hasWeeks : undefined;
    if (await isThere(asking("/product/single", { extProductId: product }), suits)) return true;
    // What is not sold to everybody may be sold by the way that the address names.
    const sale = saleOf(Object.fromEntries(searchParams), isAdvancePage(pathname) ? advance : {});
    const isOwnWay = sale.saleFlowId !== publicSale.saleFlowId;
    const own = { ...productWay(sale), extProductId: product };
    return isOwnWay && isThere(asking("/product/single", own, ofVisitor(headers)), suits);
  }
  const page = tagsOfPath(pathname);
  if (page === null) return true;
  const saleOfTags = page.verified ? verifiedSale : page.passes ? newPassSale : tagSale;
  const asked = page.tags.map((tag) => isThere(asking("/product/multi", multiWay(saleOfTags([tag])))));
  return (await Promise.all(asked)).every(Boolean);
}

/** What is offered beside a cart, or to who has signed in, is there for its visitor alone. */
function ofVisitor(headers: Headers): [string, string][] {
  return [...forwarding(headers), ["cookie", headers.get("cookie") ?? ""]];
}

function ownCall({ kind, id }: Own): string {
  const name = encodeURIComponent(id);
  if (kind === "order") return `/order/details/my/${name}`;
  return `/ticket/${kind === "ticket" ? "account" : "account-grouping"}/${name}/html`;
}

function asking(path: string, body: object, forwarded: [string, string][] = []): Call {
  return new Call(`${apiRoot()}${path}`, {
    method: "POST",
    headers: [["content-type", "application/json"], ...forwarded],
    body: JSON.stringify(body),
  });
}

/** Refusals that tell of something that may be there: the page itself leads to sign in, or asks to wait. */
const notYet = [401, 429];

/** Whether the API has what a page is of, and it suits the page. */
async function isThere(call: Call, suits?: (answer: unknown) => boolean): Promise<boolean> {
  const answer = await send(call);
  if (answer.status >= 500) throw new Error(`${call.url} answered ${answer.status}`);
  if (answer.status >= 400) return notYet.includes(answer.status);
  return suits === undefined || suits(await answer.json());
}

/** Whether a product, where the API shows it, is chosen by day and time alone. */
function hasWeeks(answer: unknown): boolean {
  const { value } = answer as { value?: { hasPerformances: boolean; hasPlaces: boolean } };
  return value === undefined || (value.hasPerformances && !value.hasPlaces);
}

/**
 * A page of what the database or the session store keeps cannot be shown while the API cannot reach them. Asked before the page is
 * rendered: once it streams, its status is sent.
 */
async function storesAnswer(path: string): Promise<void> {
  const isOfStores = isPrivatePage(path) || productOfPath(path) !== null || bundleOfPath(path) !== null;
  if (!isOfStores) return;
  const answer = await send(new Call(new URL("/health/ready", apiOrigin()).href));
  // An API that was told to stop is not ready either, and answers for a while; it names no time to come back.
  if (answer.status === 503 && answer.headers.has("retry-after")) {
    throw new Error("the API cannot reach its database or its session store");
  }
}

async function readSettings(): Promise<Settings> {
  const answer = await send(new Call(`${apiRoot()}/settings`));
  if (!answer.ok) throw new Error(`settings answered ${answer.status}`);
  const settings = (await answer.json()) as Settings;
  if (settings.catalogRevision !== lookOf) await remember(settings);
  return settings;
}

/** The shop's look and words for when its API is away, and the catalogue's revision that they are of. */
let look: Look = unknownLook;
let lookOf: number | null = null;

async function remember({ webSiteName: name, styleKey, catalogRevision }: Settings): Promise<void> {
  const answer = await send(asking("/resource/pre-load", { extResourceIds: awayTextIds }));
  if (!answer.ok) throw new Error(`texts answered ${answer.status}`);
  const { resourceValues } = (await answer.json()) as { resourceValues: Parameters<typeof overridesOf>[0] };
  look = { name, styleKey, overrides: overridesOf(resourceValues) };
  lookOf = catalogRevision;
}

/** Old addresses lead on by the operator's list, which goes before all pages. A secret address is looked up nowhere. */
async function movedTo(path: string, base: string): Promise<NextResponse | null> {
  if (isSecretPage(path)) return null;
  const answer = await send(new Call(`${apiRoot()}/cms/redirect?${new URLSearchParams({ path })}`));
  if (!answer.ok) return null;
  const { to, permanent } = (await answer.json()) as { to?: string; permanent?: boolean };
  return to ? NextResponse.redirect(new URL(to, base), permanent ? 301 : 302) : null;
}

/**
 * Pages are only read. A form that is posted to one was submitted before its script ran: its page is shown again, and what was typed
 * stays out of the address.
 */
function askedAgain({ nextUrl }: NextRequest): NextResponse {
  return NextResponse.redirect(nextUrl, 303);
}

function apply(response: NextResponse, input: Parameters<typeof pageHeaders>[0]) {
  for (const [name, value] of pageHeaders(input)) response.headers.set(name, value);
}

/** In the shop's look, without any script, for the minutes in which the API restarts. */
function away(nonce: string): NextResponse {
  const response = new NextResponse(awayPage(nonce, look), {
    status: 503,
    headers: { "content-type": "text/html; charset=utf-8", "retry-after": "30" },
  });
  const policy = contentSecurityPolicy({ nonce, frameOrigins: [], analyticsHosts: [], development: false });
  // The settings are away with the API, so the environment is asked.
  apply(response, {
    policy,
    privatePage: true,
    secure: process.env.PUBLIC_URL?.startsWith("https:") ?? false,
  });
  return response;
}
