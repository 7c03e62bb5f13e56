import { defaults, type TextId } from "./defaults";

/** What the operator wrote instead of a default; texts that were left alone are not in it. */
export type Overrides = Partial<Record<TextId, string>>;

/** Says a text: `t("picker.next-available", { date })`. */
export type Say = (id: TextId, values?: Record<string, string | number>) => string;

export function sayer(overrides: Overrides): Say {
  return (id, values) => fill(overrides[id] ?? defaults[id], values ?? {});
}

/** A placeholder without a value is left out rather than shown to a shopper in braces. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{\s*([A-Za-z0-9_.]+)\s*\}\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** Keeps what differs from the defaults, so that a page carries no text twice. */
export function overridesOf(resourceValues: { extResourceId: string; value?: string | null }[]): Overrides {
  const overrides: Overrides = {};
  for (const { extResourceId, value } of resourceValues) {
    if (!(extResourceId in defaults) || typeof value !== "string") continue;
    const id = extResourceId as TextId;
    if (value !== defaults[id]) overrides[id] = value;
  }
  return overrides;
}
