import { expect, test } from "vitest";
import { invalidFields } from "@/parts/form/rules";
import { barcodesOf, barcodesSchema } from "./barcodes";

test.each([
  ["abcd-2345 efgh", ["ABCD2345EFGH"]],
  ["ABCD, ijkl/67", ["ABCD", "IJKL67"]],
  ["ABCD,,abcd", ["ABCD"]],
  ["ABCD2345EFGH67891", ["ABCD2345EFGH67891"]],
  [" , - ,", []],
  ["", []],
])("the typed text %j is read as the codes %j", (typed, codes) => {
  expect(barcodesOf(typed)).toEqual({ codes, tooLong: [] });
});

test("codes that are too long are reported separately", () => {
  expect(barcodesOf("abcd, ABCD-2345-EFGH-678912")).toEqual({
    codes: ["ABCD"],
    tooLong: ["ABCD2345EFGH678912"],
  });
});

test("codes that are too long are listed in the error, and at least one code is required", () => {
  const schema = barcodesSchema((id, values) => [id, values?.codes].join(" ").trim());
  expect(invalidFields(schema, { barcode: "abcd, ABCD-2345-EFGH-678912" })).toEqual({
    barcode: "upgrade.too-long ABCD2345EFGH678912",
  });
  expect(invalidFields(schema, { barcode: " , " })).toEqual({ barcode: "upgrade.no-barcodes" });
  expect(invalidFields(schema, { barcode: "abcd" })).toEqual({});
});
