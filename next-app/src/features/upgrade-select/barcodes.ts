import { cleanCode, isCode } from "@/lib/pass-code";

/** The codes in what was typed, between commas and bare of all but letters and digits (spec 2 §5). */
export function barcodesOf(typed: string): string[] {
  return [...new Set(typed.split(",").filter(isCode).map(cleanCode))];
}
