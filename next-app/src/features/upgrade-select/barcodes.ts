import { cleanCode, isCode } from "@/lib/pass-code";

export type Barcodes = { codes: string[]; tooLong: string[] };

/** The typed codes, separated by commas and reduced to letters and digits. */
export function barcodesOf(typed: string): Barcodes {
  const all = [...new Set(typed.split(",").map(cleanCode))].filter(Boolean);
  return { codes: all.filter(isCode), tooLong: all.filter((code) => !isCode(code)) };
}
