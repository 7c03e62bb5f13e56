import { isSigningPage } from "./routes";

/** A parameter of the address as the framework hands it on. */
type Asked = string | string[] | null | undefined;

/**
 * Where a visitor goes on after signing in or out, as the address says: a path of this shop, or its start. Anything that
 * a browser could read as another site is refused, whatever it looks like.
 */
export function returnPath(asked: Asked): string {
  const home = "/";
  // Two of them are none: who reads the first and who the last would not agree.
  if (typeof asked !== "string") return home;
  // No address of ours is longer, and browsers leave control characters out before they read.
  if (asked.length > 2000 || !/^\/(?![/\\])/.test(asked) || /[\\\p{Cc}]/u.test(asked)) return home;
  try {
    const base = "http://shop.invalid";
    const url = new URL(asked, base);
    // `/./` and the like may leave a path that another reading would take for a host.
    if (url.origin !== base || url.pathname.startsWith("//")) return home;
    if (url.pathname === "/api" || url.pathname.startsWith("/api/")) return home;
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return home;
  }
}

/** The same for going on as somebody new: the pages that sign in and out are no place to go on to. */
export function returnPathAfterSignIn(asked: Asked): string {
  const path = returnPath(asked);
  return isSigningPage(path) ? "/" : path;
}

/** A page's address with its parameters, as a page of the server or of the browser knows them. */
export function withQuery(path: string, query: URLSearchParams | Record<string, Asked>): string {
  const entries = query instanceof URLSearchParams ? [...query] : Object.entries(query);
  const named = entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return named.length === 0 ? path : `${path}?${new URLSearchParams(named)}`;
}

/** What a link to a signing page should bring the visitor back to: this page, or where this signing page leads itself. */
export function returnPathOf(path: string, search: string): string {
  if (!isSigningPage(path)) return returnPath(`${path}${search}`);
  return returnPathAfterSignIn(new URLSearchParams(search).get("ReturnUrl"));
}
