import { expect, test } from "vitest";
import { aVariant } from "@/parts/performance-picker/sample";
import { pickerTexts } from "@/text/areas/picker";
import { createTranslate } from "@/text/texts";
import { priceNote } from "./price-note";

const t = createTranslate({}, pickerTexts);
const adult = aVariant("adult", { displayName: "Adult", displayPrice: 50.5 });
const child = aVariant("child", { displayName: "Child", displayPrice: 32.5 });
const senior = aVariant("senior", { displayName: "Senior", displayPrice: 40 });
const product = { variants: [adult, child, senior], hasPlaces: false };

test.each([
  [[], "Prices are for Adult."],
  [["adult", "child"], "Prices are for Adult."],
  [["child"], "Prices are for Adult. The tickets you chose start at $32.50."],
  [["senior", "child"], "Prices are for Adult. The tickets you chose start at $32.50."],
])("with %j chosen, the note is %s", (chosen, note) => {
  expect(priceNote(t, product, chosen)).toBe(note);
});

test("with places, the prices are those of the cheapest section, whatever is chosen", () => {
  const inPlaces = { ...product, hasPlaces: true };
  expect(priceNote(t, inPlaces, ["child"])).toBe("Prices are for the cheapest available section.");
});

test("a product without variants has no note", () => {
  expect(priceNote(t, { variants: [], hasPlaces: false }, [])).toBeUndefined();
});
