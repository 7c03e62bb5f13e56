import { expect, test } from "vitest";
import { barcodesOf } from "./barcodes";

test.each([
  ["abcd-2345 efgh", ["ABCD2345EFGH"]],
  ["ABCD, ijkl/67", ["ABCD", "IJKL67"]],
  ["ABCD,,abcd", ["ABCD"]],
  ["ABCD2345EFGH67891", ["ABCD2345EFGH67891"]],
  ["ABCD2345EFGH678912", []],
  [" , - ,", []],
  ["", []],
])("%s is read as %j", (typed, codes) => {
  expect(barcodesOf(typed)).toEqual(codes);
});
