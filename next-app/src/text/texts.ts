import type { TextId } from "./defaults";

/** The part of a text id before the dot. The texts of an area are in one file and are loaded together. */
export type Area = AreaOf<TextId>;
type AreaOf<Id> = Id extends `${infer A}.${string}` ? A : never;

/** The ids of the texts of some areas. */
export type TextIdOf<A extends Area> = Extract<TextId, `${A}.${string}`>;

/** Texts by id, as in a file of `areas/`. */
export type Texts = Partial<Record<TextId, string>>;

/** The operator's texts that replace defaults. Texts that the operator has not changed are absent. */
export type Overrides = Texts;

/** Returns a text of some areas: `t("picker.next-available", { date })`. */
export type Translate<A extends Area> = (id: TextIdOf<A>, values?: Record<string, string | number>) => string;

type KeysOf<T> = T extends unknown ? keyof T : never;

/** Creates the function that returns texts of these areas, with the operator's texts instead of defaults. */
export function createTranslate<T extends readonly Texts[]>(
  overrides: Overrides,
  ...areas: T
): Translate<AreaOf<KeysOf<T[number]>>> {
  return (id, values) => fill(overrides[id] ?? areas.find((area) => id in area)?.[id] ?? "", values ?? {});
}

/** Fills the placeholders. One without a value is left out, so that shoppers never see braces. */
export function fill(text: string, values: Record<string, string | number>): string {
  // Most texts have none, and a page has hundreds of texts.
  if (!text.includes("{{")) return text;
  return text.replace(/\{\{\s*([A-Za-z0-9_.]+)\s*\}\}/g, (_, name: string) => String(values[name] ?? ""));
}
