import { expect, test } from "vitest";
import { linkBody, linkFaults } from "./link-form";

const [phone, zip] = [1, 2];
const typed = (passholderId: string, validationData: string) => ({ passholderId, validationData });

test("number and proof are both needed, and the proof is what the settings say", () => {
  expect(linkFaults(typed("", " "), zip)).toEqual({
    passholderId: "pass.id-required",
    validationData: "pass.zip-required",
  });
  expect(linkFaults(typed("A1", "no number"), phone)).toEqual({ validationData: "pass.phone-required" });
  expect(linkFaults(typed("A1", "12207"), zip)).toEqual({});
});

test("a number has Up to 17 letters and digits, whatever stands between them", () => {
  expect(linkFaults(typed("A".repeat(17), "12207"), zip)).toEqual({});
  expect(linkFaults(typed("AAAA-AAAA-AAAA-AAAA A", "12207"), zip)).toEqual({});
  expect(linkFaults(typed("A".repeat(18), "12207"), zip)).toEqual({ passholderId: "pass.id-required" });
  expect(linkFaults(typed(" - ", "12207"), zip)).toEqual({ passholderId: "pass.id-required" });
});

test("what is sent is bare of what people set between", () => {
  expect(linkBody(typed(" abcd-2345 efgh ", "k1a 0b6"), zip)).toEqual(typed("ABCD2345EFGH", "K1A0B6"));
  expect(linkBody(typed("a", "(518) 555-0123"), phone)).toEqual(typed("A", "5185550123"));
});
