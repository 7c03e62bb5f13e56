import { expect, test } from "vitest";
import { invalidFields } from "@/parts/form/rules";
import { type AddValues, addBody, addSchema, type Kind } from "./add-fields";

const addFaults = (kind: Kind, typed: AddValues, method: number) =>
  invalidFields(
    addSchema(kind, method, (id) => id),
    typed,
  );

const [phone, zip] = [1, 2];

test("a pass requires its number and a postal code or phone number, and a ticket requires only its barcode", () => {
  const nothing = { barcode: "", validationData1: " " };
  expect(addFaults("pass", nothing, zip)).toEqual({
    barcode: "pass.id-required",
    validationData1: "pass.zip-required",
  });
  expect(addFaults("pass", { barcode: "A1", validationData1: "none" }, phone)).toEqual({
    validationData1: "pass.phone-required",
  });
  expect(addFaults("ticket", nothing, zip)).toEqual({ barcode: "reservation-link.barcode-required" });
});

test("a code has at most 17 letters and digits", () => {
  const typed = (barcode: string) => ({ barcode, validationData1: "" });
  expect(addFaults("ticket", typed("A".repeat(17)), zip)).toEqual({});
  expect(addFaults("ticket", typed("A".repeat(18)), zip)).toHaveProperty("barcode");
});

test("codes are sent without separators", () => {
  const typed = { barcode: " abcd-2345 ", validationData1: "k1a 0b6" };
  expect(addBody("pass", typed, zip)).toEqual({
    barcode: "ABCD2345",
    ticketTypeId: 1,
    validationData1: "K1A0B6",
  });
  expect(addBody("ticket", typed, zip)).toEqual({ barcode: "ABCD2345", ticketTypeId: 3 });
});
