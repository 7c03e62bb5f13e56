/**
 * Whether a page of the shop made this request, according to the browser's Fetch Metadata headers. False for a link
 * on another site, a typed address, and a browser that sends no such header.
 */
export function isSameOrigin(headers: { get: (name: string) => string | null }): boolean {
  return headers.get("sec-fetch-site") === "same-origin";
}
