import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadingTexts } from "./areas/loading";
import { pickerTexts } from "./areas/picker";
import { productTexts } from "./areas/product";
import { defaults, overridesOf } from "./defaults";
import { createTranslate, fill } from "./texts";

const source = join(import.meta.dirname, "..");

test("the ids of all texts fit in one API call", () => {
  const openapi = JSON.parse(readFileSync(join(source, "../../api/openapi.json"), "utf8"));
  const { maxItems } = openapi.components.schemas.ResourcePreLoad.properties.extResourceIds;
  expect(Object.keys(defaults).length).toBeLessThanOrEqual(maxItems);
});

test("a default is used if the operator has written no text", () => {
  const t = createTranslate({}, pickerTexts, productTexts);
  expect(t("product.add-to-cart")).toBe("Add to Cart");
  expect(t("picker.date")).toBe("Select Date");
});

test("the operator's text replaces the default, and its placeholders are filled with the same values", () => {
  const t = createTranslate({ "picker.next-available": "First free day: {{date}}" }, pickerTexts);
  expect(t("picker.next-available", { date: "Sat, Dec 5" })).toBe("First free day: Sat, Dec 5");
});

test("a placeholder without a value is left out", () => {
  expect(fill("Hello {{ name }}!", {})).toBe("Hello !");
});

test("placeholders inside inserted values are not filled", () => {
  expect(fill("{{a}}", { a: "{{b}}", b: "no" })).toBe("{{b}}");
});

test("only known texts that differ from their default are kept", () => {
  expect(
    overridesOf([
      { extResourceId: "product.add-to-cart", value: "Buy" },
      { extResourceId: "loading.default", value: loadingTexts["loading.default"] },
      { extResourceId: "something.else", value: "x" },
      { extResourceId: "page.cart", value: null },
    ]),
  ).toEqual({ "product.add-to-cart": "Buy" });
});

test("every file in `areas` holds only texts of its area, and the server has all of these texts", async () => {
  const known = new Set(Object.keys(defaults));
  for (const file of readdirSync(join(import.meta.dirname, "areas"))) {
    const area = file.replace(/\.ts$/, "");
    const texts = Object.values(await import(`./areas/${area}.ts`)) as Record<string, string>[];
    const ids = texts.flatMap((some) => Object.keys(some));
    expect(ids.filter((id) => !id.startsWith(`${area}.`))).toEqual([]);
    expect(ids.filter((id) => !known.delete(id))).toEqual([]);
  }
  expect([...known]).toEqual([]);
});

test("only the server imports the file with all texts", () => {
  const carriers = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !file.includes(".test.") &&
      /import \{[^}]*\} from "[^"]*\/defaults"/.test(readFileSync(join(source, file), "utf8")),
  );
  expect(carriers.toSorted()).toEqual(["api/server.ts"]);
});
