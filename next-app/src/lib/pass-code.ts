import { cleanPhone, cleanZip } from "./address-rules";

/** The maximum length of a pass or ticket code. */
const longestCode = 17;
/** The settings' number for the proof by postal code. */
const byZip = 2;

/** A code without separators, in capitals. */
export function cleanCode(typed: string): string {
  return typed.replace(/[^a-z0-9]/gi, "").toUpperCase();
}

export function isCode(typed: string): boolean {
  const code = cleanCode(typed);
  return code !== "" && code.length <= longestCode;
}

export function asksForZip(method: number): boolean {
  return method === byZip;
}

/** The passholder's proof in the format of the API. */
export function cleanProof(typed: string, method: number): string {
  return asksForZip(method) ? cleanZip(typed) : cleanPhone(typed, true);
}
