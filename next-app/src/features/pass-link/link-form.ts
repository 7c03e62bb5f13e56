import { asksForZip, cleanCode, cleanProof, isCode } from "@/lib/pass-code";
import type { TextIdOf } from "@/text/texts";

/** The fields that link a pass to an account: its number, and a proof that only its holder knows. */
export type LinkField = "passholderId" | "validationData";
export type LinkValues = Record<LinkField, string>;
export type LinkFaults = Partial<Record<LinkField, TextIdOf<"pass">>>;

export const nothingTyped: LinkValues = { passholderId: "", validationData: "" };

/** The body of the call, without separators. */
export function linkBody({ passholderId, validationData }: LinkValues, method: number): LinkValues {
  return { passholderId: cleanCode(passholderId), validationData: cleanProof(validationData, method) };
}

export function linkFaults({ passholderId, validationData }: LinkValues, method: number): LinkFaults {
  const faults: LinkFaults = {};
  if (!isCode(passholderId)) faults.passholderId = "pass.id-required";
  if (cleanProof(validationData, method) === "") {
    faults.validationData = asksForZip(method) ? "pass.zip-required" : "pass.phone-required";
  }
  return faults;
}
