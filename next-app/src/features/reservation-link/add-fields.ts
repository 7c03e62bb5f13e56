import { asksForZip, cleanCode, cleanProof, isCode } from "@/lib/pass-code";
import type { TextIdOf } from "@/text/texts";

/** The fields that add a pass or a ticket by its number. Pure. */
export type Kind = "pass" | "ticket";
export type AddField = "barcode" | "validationData1";
export type AddValues = Record<AddField, string>;

export const nothingTyped: AddValues = { barcode: "", validationData1: "" };

/** The API's account ticket types. */
export const typeOf: Record<Kind, 1 | 3> = { pass: 1, ticket: 3 };

export type AddFaults = Partial<Record<AddField, TextIdOf<"pass" | "reservation-link">>>;

export function addFaults(kind: Kind, { barcode, validationData1 }: AddValues, method: number): AddFaults {
  const faults: AddFaults = {};
  if (!isCode(barcode))
    faults.barcode = kind === "pass" ? "pass.id-required" : "reservation-link.barcode-required";
  if (kind === "pass" && cleanProof(validationData1, method) === "")
    faults.validationData1 = asksForZip(method) ? "pass.zip-required" : "pass.phone-required";
  return faults;
}

/** The body of `reservation/ticket`. */
export function addBody(kind: Kind, { barcode, validationData1 }: AddValues, method: number) {
  return {
    barcode: cleanCode(barcode),
    ticketTypeId: typeOf[kind],
    validationData1: kind === "pass" ? cleanProof(validationData1, method) : undefined,
  };
}
