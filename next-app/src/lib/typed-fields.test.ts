import { expect, test } from "vitest";
import { reportAll, type TypedFields, withError, withValue } from "./typed-fields";

const blank: TypedFields<"name" | "zip", "required"> = {
  typed: { name: "", zip: "" },
  errors: {},
  edited: [],
};

test("a changed field is marked as edited once and does not report errors yet", () => {
  const twice = withValue(withValue(blank, "name", "A"), "name", "Ad");
  expect(twice).toEqual({ typed: { name: "Ad", zip: "" }, errors: {}, edited: ["name"] });
  expect(blank.edited).toEqual([]);
});

test("reporting or clearing the error of one field does not change the errors of other fields", () => {
  const both = {
    ...blank,
    errors: reportAll<"name" | "zip", "required">([
      ["name", "required"],
      ["zip", "required"],
    ]),
  };
  expect(withError(both, "name", undefined).errors).toEqual({ zip: { errorId: "required" } });
  expect(withError(blank, "zip", { serverMessage: "No such place." }).errors).toEqual({
    zip: { serverMessage: "No such place." },
  });
});
