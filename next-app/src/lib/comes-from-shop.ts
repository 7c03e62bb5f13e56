/**
 * Whether a page of the shop led to the page that is asked for, as the browser says (Fetch Metadata). A link of another site, or an
 * address that was typed, does not; nor does a browser that says nothing.
 */
export function comesFromShop(headers: { get: (name: string) => string | null }): boolean {
  return headers.get("sec-fetch-site") === "same-origin";
}
