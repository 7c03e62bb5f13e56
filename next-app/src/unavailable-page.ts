import { styleKey } from "@/lib/style-key";
import garden from "@/styles/themes/garden.css?raw";
import tokens from "@/styles/tokens.css?raw";
import { awayTexts } from "@/text/areas/away";
import { createTranslate, type Overrides } from "@/text/texts";

/**
 * The shop's name, theme and texts as last read from the API. They are stored, because the page that shows them is
 * needed while the API is unavailable.
 */
export type Branding = { name: string; styleKey: string | undefined; overrides: Overrides };

export const defaultBranding: Branding = { name: "", styleKey: undefined, overrides: {} };

/** The ids of the texts shown while the API is unavailable. */
export const unavailableTextIds = Object.keys(awayTexts);

const style = `@layer tokens, brand;
${tokens}
${garden}
body{margin:0;min-height:100dvh;display:flex;flex-direction:column;background:var(--canvas);color:var(--ink);font:1rem/1.5 ui-sans-serif,system-ui,sans-serif}
header{background:var(--surface);border-bottom:1px solid var(--line)}
header p,main{box-sizing:border-box;width:100%;max-width:80rem;margin:0 auto;padding:1rem var(--gutter);overflow-wrap:anywhere}
header p{font-size:1.125rem;font-weight:700}
main{flex:1;padding-block:4rem}
h1{margin:0;font-size:clamp(2rem,1.786rem + 0.952vw,2.5rem);line-height:1.15}
main p{max-width:36rem;color:var(--ink-2);font-size:1.125rem}
a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1.25rem;border-radius:var(--radius-button);background:var(--brand);color:var(--on-brand);font-weight:600;text-decoration:none}
a:hover{background:var(--brand-hover)}
a:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
@media (forced-colors:active){a{border:1px solid}}`;

/** A complete page without scripts and external files, shown while the API is unavailable. */
export function unavailablePage(nonce: string, branding: Branding): string {
  const t = createTranslate(branding.overrides, awayTexts);
  const key = styleKey(branding.styleKey);
  const name = branding.name ? `<header><p>${escaped(branding.name)}</p></header>` : "";
  return `<!doctype html><html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(t("away.title"))}</title><style nonce="${nonce}">${style}</style></head><body class="${key}" data-style-key="${key}">${name}<main><h1>${escaped(t("away.title"))}</h1><p>${escaped(t("away.body"))}</p><p><a href="">${escaped(t("away.retry"))}</a></p></main></body></html>`;
}

/** The message that an API call gets while the API is unavailable. */
export function unavailableMessage(branding: Branding): string {
  return createTranslate(branding.overrides, awayTexts)("away.call");
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
