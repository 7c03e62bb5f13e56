import { type NextRequest, NextResponse } from "next/server";
import { apiOrigin, apiRoot, forwarding, publicUrl } from "@/api/address";
import { isPrivatePage, productOfPath } from "@/lib/routes";
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

  const nonce = crypto.randomUUID().replaceAll("-", "");
  let found: boolean;
  let paymentOrigins: string[];
  try {
    [found, paymentOrigins] = await Promise.all([exists(path), originsFor(path)]);
  } catch {
    return away(nonce);
  }

  const policy = contentSecurityPolicy({
    nonce,
    frameOrigins: paymentOrigins,
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
  apply(response, policy, isPrivatePage(path));
  return response;
}

export const config = {
  matcher: ["/((?!_next/static|_next/image|icon.svg|robots.txt).*)"],
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
  const headers = new Headers(request.headers);
  for (const name of ownHeaders) headers.delete(name);
  for (const [name, value] of forwarding(request.headers)) headers.set(name, value);
  headers.set("x-forwarded-host", request.headers.get("host") ?? "");
  const reads = request.method === "GET" || request.method === "HEAD";
  try {
    const answer = await fetch(new URL(`${request.nextUrl.pathname}${request.nextUrl.search}`, apiOrigin()), {
      method: request.method,
      headers,
      body: reads ? undefined : await request.arrayBuffer(),
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
      { success: false, message: "The shop is being looked after right now. Please try again in a minute." },
      { status: 503, headers: { "retry-after": "30" } },
    );
  }
}

/** A page of a product exists while its product does. Every other path is left to the router. */
async function exists(path: string): Promise<boolean> {
  const product = productOfPath(path);
  if (product === null) return true;
  const answer = await fetch(`${apiRoot()}/product/single`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ extProductId: product }),
    cache: "no-store",
  });
  if (answer.status >= 500) throw new Error(`product/single answered ${answer.status}`);
  const body = (await answer.json()) as { success?: boolean };
  return answer.ok && body.success === true;
}

/** The origins whose frames may be shown: those of the card processor, and only where a card is asked for. */
async function originsFor(path: string): Promise<string[]> {
  const answer = await fetch(`${apiRoot()}/settings`, { cache: "no-store" });
  if (!answer.ok) throw new Error(`settings answered ${answer.status}`);
  const settings = (await answer.json()) as { paymentOrigins?: string[] };
  return path === "/checkout" ? (settings.paymentOrigins ?? []) : [];
}

function apply(response: NextResponse, policy: string, privatePage: boolean) {
  const secure = publicUrl().startsWith("https:");
  for (const [name, value] of pageHeaders({ policy, privatePage, secure })) response.headers.set(name, value);
}

/** Plain words without any script, for the minutes in which the API restarts. */
function away(nonce: string): NextResponse {
  const html = `<!doctype html><html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Back in a moment</title><style nonce="${nonce}">:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}</style></head><body><h1>Back in a moment</h1><p>The shop is being looked after right now. Please try again in a minute. Your cart is kept.</p><p><a href="">Try again</a></p></body></html>`;
  const response = new NextResponse(html, {
    status: 503,
    headers: { "content-type": "text/html; charset=utf-8", "retry-after": "30" },
  });
  apply(response, contentSecurityPolicy({ nonce, frameOrigins: [], development: false }), true);
  return response;
}
