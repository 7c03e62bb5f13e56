import { normalisePhone, normaliseZip } from "./address-rules";

/** The maximum length of a pass or ticket code. */
const maxCodeLength = 17;
/** The value of `passValidationMethodId` for a postal code. */
const byZip = 2;

/** A code without separators, in capitals. */
export function normaliseCode(typed: string): string {
  return typed.replace(/[^a-z0-9]/gi, "").toUpperCase();
}

export function isCode(typed: string): boolean {
  const code = normaliseCode(typed);
  return code !== "" && code.length <= maxCodeLength;
}

export function asksForZip(method: number): boolean {
  return method === byZip;
}

/** The passholder's postal code or phone number in the format of the API. */
export function normaliseProof(typed: string, method: number): string {
  return asksForZip(method) ? normaliseZip(typed) : normalisePhone(typed, true);
}
