import { expect, test } from "vitest";
import { judged, type TypedFields, told, written } from "./typed-fields";

const blank: TypedFields<"name" | "zip", "required"> = {
  typed: { name: "", zip: "" },
  errors: {},
  edited: [],
};

test("a written field counts as edited once, and does not report errors yet", () => {
  const twice = written(written(blank, "name", "A"), "name", "Ad");
  expect(twice).toEqual({ typed: { name: "Ad", zip: "" }, errors: {}, edited: ["name"] });
  expect(blank.edited).toEqual([]);
});

test("each field is validated on its own", () => {
  const both = {
    ...blank,
    errors: told<"name" | "zip", "required">([
      ["name", "required"],
      ["zip", "required"],
    ]),
  };
  expect(judged(both, "name", undefined).errors).toEqual({ zip: { fault: "required" } });
  expect(judged(blank, "zip", { said: "No such place." }).errors).toEqual({
    zip: { said: "No such place." },
  });
});
