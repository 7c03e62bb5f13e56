/**
 * HTML that the API has sanitised, as it does with all HTML that it stores. Where a text may be plain or HTML, a string
 * is plain text.
 */
export type SanitisedHtml = { readonly sanitised: string };

/** Marks HTML from the API. Never use it for strings built in the app. */
export function sanitised(html: string): SanitisedHtml {
  return { sanitised: html };
}

/** The text of sanitised HTML on one line, for a page's description. */
export function plainText(html: string): string {
  return html
    .replace(/<\/?(?:p|div|h[1-6]|ul|ol|li|br|table|tr|td|th)\b[^>]*>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}

/** JSON text for a script element. It cannot contain a closing tag. */
export function scriptText(data: unknown): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
