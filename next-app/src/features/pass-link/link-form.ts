import * as z from "zod/mini";
import { asksForZip, isCode, normaliseCode, normaliseProof } from "@/lib/pass-code";
import { textField } from "@/parts/form/rules";
import type { Translate } from "@/text/texts";

/** The fields that link a pass to an account: its number, and its passholder's phone number or postal code. */
export const linkSchema = (method: number, say: Translate<"pass">) =>
  z.object({
    passholderId: textField(isCode, say("pass.id-required")),
    validationData: textField(
      (typed) => normaliseProof(typed, method) !== "",
      say(asksForZip(method) ? "pass.zip-required" : "pass.phone-required"),
    ),
  });

export type LinkValues = z.infer<ReturnType<typeof linkSchema>>;

/** The body of the call, without separators. */
export function linkBody({ passholderId, validationData }: LinkValues, method: number): LinkValues {
  return {
    passholderId: normaliseCode(passholderId),
    validationData: normaliseProof(validationData, method),
  };
}
