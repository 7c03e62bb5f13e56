/** The themes that are part of the shop, each a file in `styles/themes`. */
export const themes = ["museum", "park", "theater"] as const;

/** The form of a theme name. It is checked before the name becomes a CSS class. */
const pattern = /^[a-z][a-z0-9-]{0,39}$/;

export function styleKey(key: string | null | undefined): string {
  return key && pattern.test(key) ? key : "default";
}

/** The classes of several themes. */
export function styleKeys(keys: string[]): string {
  return keys.map(styleKey).join(" ");
}
