import { expect, test } from "vitest";
import { judged, type TypedFields, told, written } from "./typed-fields";

const blank: TypedFields<"name" | "zip", "required"> = {
  typed: { name: "", zip: "" },
  errors: {},
  edited: [],
};

test("what is written is edited, once, and says nothing of what is wrong", () => {
  const twice = written(written(blank, "name", "A"), "name", "Ad");
  expect(twice).toEqual({ typed: { name: "Ad", zip: "" }, errors: {}, edited: ["name"] });
  expect(blank.edited).toEqual([]);
});

test("a field is judged by itself", () => {
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
