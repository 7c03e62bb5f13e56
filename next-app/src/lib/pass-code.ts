import { cleanPhone, cleanZip } from "./address-rules";

/** Letters and digits of a pass or a ticket. */
const longestCode = 17;
/** As the settings number what proves that somebody knows a pass. */
const byZip = 2;

/** A code bare of what people set between its letters and digits, in capitals. */
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

/** What the pass holder knows, as it is sent. */
export function cleanProof(typed: string, method: number): string {
  return asksForZip(method) ? cleanZip(typed) : cleanPhone(typed, true);
}
