import { expect, test } from "vitest";
import { invalidFields } from "@/parts/form/rules";
import { type LinkValues, linkBody, linkSchema } from "./link-form";

const linkFaults = (values: LinkValues, method: number) =>
  invalidFields(
    linkSchema(method, (id) => id),
    values,
  );

const [phone, zip] = [1, 2];
const typed = (passholderId: string, validationData: string) => ({ passholderId, validationData });

test("a pass number and, depending on the settings, a valid postal code or phone number are required", () => {
  expect(linkFaults(typed("", " "), zip)).toEqual({
    passholderId: "pass.id-required",
    validationData: "pass.zip-required",
  });
  expect(linkFaults(typed("A1", "no number"), phone)).toEqual({ validationData: "pass.phone-required" });
  expect(linkFaults(typed("A1", "12207"), zip)).toEqual({});
});

test("a pass number has 1 to 17 letters and digits, not counting separators", () => {
  expect(linkFaults(typed("A".repeat(17), "12207"), zip)).toEqual({});
  expect(linkFaults(typed("AAAA-AAAA-AAAA-AAAA A", "12207"), zip)).toEqual({});
  expect(linkFaults(typed("A".repeat(18), "12207"), zip)).toEqual({ passholderId: "pass.id-required" });
  expect(linkFaults(typed(" - ", "12207"), zip)).toEqual({ passholderId: "pass.id-required" });
});

test("the pass number and the postal code or phone number are sent without separators", () => {
  expect(linkBody(typed(" abcd-2345 efgh ", "k1a 0b6"), zip)).toEqual(typed("ABCD2345EFGH", "K1A0B6"));
  expect(linkBody(typed("a", "(518) 555-0123"), phone)).toEqual(typed("A", "5185550123"));
});
