import { expect, test } from "vitest";
import { barcodesOf } from "./barcodes";

test.each([
  ["abcd-2345 efgh", ["ABCD2345EFGH"]],
  ["ABCD, ijkl/67", ["ABCD", "IJKL67"]],
  ["ABCD,,abcd", ["ABCD"]],
  ["ABCD2345EFGH67891", ["ABCD2345EFGH67891"]],
  [" , - ,", []],
  ["", []],
])("%s is read as %j", (typed, codes) => {
  expect(barcodesOf(typed)).toEqual({ codes, tooLong: [] });
});

test("codes that are too long are reported separately", () => {
  expect(barcodesOf("abcd, ABCD-2345-EFGH-678912")).toEqual({
    codes: ["ABCD"],
    tooLong: ["ABCD2345EFGH678912"],
  });
});
