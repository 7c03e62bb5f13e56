import type { TextId } from "./defaults";

/** The first word of a text's id: the texts of one area stand in one file and are carried together. */
export type Area = AreaOf<TextId>;
type AreaOf<Id> = Id extends `${infer A}.${string}` ? A : never;

/** The ids of the texts of some areas. */
export type TextIdOf<A extends Area> = Extract<TextId, `${A}.${string}`>;

/** Some texts by their id, as a file of `areas/` holds them. */
export type Texts = Partial<Record<TextId, string>>;

/** What the operator wrote instead of a default; texts that were left alone are not in it. */
export type Overrides = Texts;

/** Says the texts of some areas: `t("picker.next-available", { date })`. */
export type Say<A extends Area> = (id: TextIdOf<A>, values?: Record<string, string | number>) => string;

type KeysOf<T> = T extends unknown ? keyof T : never;

/** Says what the areas hold, in the operator's words where there are any. */
export function sayer<T extends readonly Texts[]>(
  overrides: Overrides,
  ...areas: T
): Say<AreaOf<KeysOf<T[number]>>> {
  return (id, values) => fill(overrides[id] ?? areas.find((area) => id in area)?.[id] ?? "", values ?? {});
}

/** A placeholder without a value is left out rather than shown to a shopper in braces. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{\s*([A-Za-z0-9_.]+)\s*\}\}/g, (_, name: string) => String(values[name] ?? ""));
}
