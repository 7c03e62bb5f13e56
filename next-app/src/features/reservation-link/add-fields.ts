import * as z from "zod/mini";
import { asksForZip, isCode, normaliseCode, normaliseProof } from "@/lib/pass-code";
import { textField } from "@/parts/form/rules";
import type { Translate } from "@/text/texts";

/** What the form adds by its number: a pass or a ticket. This module has no side effects. */
export type Kind = "pass" | "ticket";

/** The ticket types in the API's requests. */
export const typeOf: Record<Kind, 1 | 3> = { pass: 1, ticket: 3 };

/** The fields of the form. Only a pass needs its passholder's phone number or postal code. */
export const addSchema = (kind: Kind, method: number, translate: Translate<"pass" | "reservation-link">) =>
  z.object({
    barcode: textField(
      isCode,
      translate(kind === "pass" ? "pass.id-required" : "reservation-link.barcode-required"),
    ),
    validationData1: textField(
      (typed) => kind === "ticket" || normaliseProof(typed, method) !== "",
      translate(asksForZip(method) ? "pass.zip-required" : "pass.phone-required"),
    ),
  });

export type AddValues = z.infer<ReturnType<typeof addSchema>>;

/** The body of `reservation/ticket`. */
export function addBody(kind: Kind, { barcode, validationData1 }: AddValues, method: number) {
  return {
    barcode: normaliseCode(barcode),
    ticketTypeId: typeOf[kind],
    validationData1: kind === "pass" ? normaliseProof(validationData1, method) : undefined,
  };
}
