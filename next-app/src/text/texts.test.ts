import { expect, test } from "vitest";
import { defaults } from "./defaults";
import { fill, overridesOf, sayer } from "./texts";

test("a default is said when the operator wrote nothing", () => {
  expect(sayer({})("product.add-to-cart")).toBe("Add to Cart");
});

test("the operator's text replaces the default and takes the same values", () => {
  const t = sayer({ "picker.next-available": "First free day: {{date}}" });
  expect(t("picker.next-available", { date: "Sat, Dec 5" })).toBe("First free day: Sat, Dec 5");
});

test("a placeholder without a value disappears", () => {
  expect(fill("Hello {{ name }}!", {})).toBe("Hello !");
});

test("values are not filled twice", () => {
  expect(fill("{{a}}", { a: "{{b}}", b: "no" })).toBe("{{b}}");
});

test("only known texts that differ are kept", () => {
  expect(
    overridesOf([
      { extResourceId: "product.add-to-cart", value: "Buy" },
      { extResourceId: "loading.default", value: defaults["loading.default"] },
      { extResourceId: "something.else", value: "x" },
      { extResourceId: "page.cart", value: null },
    ]),
  ).toEqual({ "product.add-to-cart": "Buy" });
});
