/** Markup that the API has sanitised, as it does with all that it stores. Any other text is text, and is shown as it is. */
export type SanitisedHtml = { readonly sanitised: string };

/** Marks what the API answers as HTML; nothing that was put together here. */
export function sanitised(html: string): SanitisedHtml {
  return { sanitised: html };
}

/** The words of sanitised HTML without its elements, on one line, as a description of a page takes them. */
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

/** Text for a script element: no closing tag can be smuggled in. */
export function scriptText(data: unknown): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
