import { isSigningPage, routes } from "./routes";

/** A query parameter as Next.js passes it. */
type QueryValue = string | string[] | null | undefined;

/**
 * The path after signing in or out, taken from the query: a path of this shop, or else the home page. Refuses
 * everything that a browser could read as another site.
 */
export function returnPath(requested: QueryValue): string {
  const home = "/";
  // A repeated parameter is refused: different readers would use different values.
  if (typeof requested !== "string") return home;
  // Control characters are refused because browsers drop them before parsing.
  if (requested.length > 2000 || !/^\/(?![/\\])/.test(requested) || /[\\\p{Cc}]/u.test(requested))
    return home;
  try {
    const base = "http://shop.invalid";
    const url = new URL(requested, base);
    // Segments such as `/./` may leave a path that another parser reads as a host.
    if (url.origin !== base || url.pathname.startsWith("//")) return home;
    if (url.pathname === "/api" || url.pathname.startsWith("/api/")) return home;
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return home;
  }
}

/** The path after signing in. The pages that sign in and out are not valid targets. */
export function returnPathAfterSignIn(requested: QueryValue): string {
  const path = returnPath(requested);
  return isSigningPage(path) ? "/" : path;
}

/**
 * The path after signing out. The steps of a reservation and of a purchase end with the session, so they lead to the
 * home page.
 */
export function returnPathAfterSignOut(requested: QueryValue): string {
  const path = returnPath(requested);
  return endsWithSession.test(path) ? "/" : path;
}

/** The steps of a reservation, and the pages that lead an empty cart elsewhere with the reason. */
const endsWithSession =
  /^\/(reservation\/(link|date|add-ons|review)|pass\/(demographics|products)|installment-billing\/select|donate|checkout|confirmation)(?=$|[/?#])/;

/** A path with its query parameters, which are given as the server or the browser represents them. */
export function withQuery(path: string, query: URLSearchParams | Record<string, QueryValue>): string {
  const entries = query instanceof URLSearchParams ? [...query] : Object.entries(query);
  const named = entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return named.length === 0 ? path : `${path}?${new URLSearchParams(named)}`;
}

/**
 * The return path for a link to a page that signs in or out: this page or, if this page itself signs in or
 * out, its own return path.
 */
export function returnPathOf(path: string, search: string): string {
  // The query of the cart says why another page sent the shopper there. It is not the reason of the return.
  if (path === routes.cart()) return path;
  if (!isSigningPage(path)) return returnPath(`${path}${search}`);
  return returnPathAfterSignIn(new URLSearchParams(search).get("ReturnUrl"));
}
