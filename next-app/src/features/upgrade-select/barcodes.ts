import { cleanCode, isCode } from "@/lib/pass-code";

export type Barcodes = { codes: string[]; tooLong: string[] };

/** The codes in what was typed, between commas and bare of all but letters and digits (spec 2 §5). */
export function barcodesOf(typed: string): Barcodes {
  const all = [...new Set(typed.split(",").map(cleanCode))].filter(Boolean);
  return { codes: all.filter(isCode), tooLong: all.filter((code) => !isCode(code)) };
}
