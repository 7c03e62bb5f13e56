import { cleanPhone, cleanZip } from "@/lib/address-rules";
import type { TextIdOf } from "@/text/texts";

/** What links a pass to an account: its number, and something that its holder knows. */
export type LinkField = "passholderId" | "validationData";
export type LinkValues = Record<LinkField, string>;
export type LinkFaults = Partial<Record<LinkField, TextIdOf<"pass">>>;

/** As the settings number them. */
const byZip = 2;
const longestId = 17;

export const nothingTyped: LinkValues = { passholderId: "", validationData: "" };

export function asksForZip(method: number): boolean {
  return method === byZip;
}

/** As it is sent: without what people set between letters and digits. */
export function linkBody({ passholderId, validationData }: LinkValues, method: number): LinkValues {
  return {
    passholderId: passholderId.replace(/[^a-z0-9]/gi, "").toUpperCase(),
    validationData: asksForZip(method) ? cleanZip(validationData) : cleanPhone(validationData),
  };
}

export function linkFaults(values: LinkValues, method: number): LinkFaults {
  const { passholderId, validationData } = linkBody(values, method);
  const faults: LinkFaults = {};
  if (passholderId === "" || passholderId.length > longestId) faults.passholderId = "pass.id-required";
  if (validationData === "") {
    faults.validationData = asksForZip(method) ? "pass.zip-required" : "pass.phone-required";
  }
  return faults;
}
