import { expect, test } from "vitest";
import type { Product } from "@/api/types";
import { aVariant } from "@/parts/performance-picker/sample";
import { productTexts } from "@/text/areas/product";
import { createTranslate } from "@/text/texts";
import { companionsText, limitTexts } from "./limit-texts";

const t = createTranslate({}, productTexts);
const limitsOf = (limits: Partial<Product>) => limitTexts(t, limits as Product);

test("a product says its limits per order and per day, except a minimum of one", () => {
  expect(limitsOf({})).toEqual([]);
  expect(limitsOf({ minPerOrder: 2, maxPerOrder: 10 })).toEqual(["From 2 to 10 per order"]);
  expect(limitsOf({ minPerOrder: 1, maxPerOrder: 10, maxPerDay: 6 })).toEqual([
    "Up to 10 per order",
    "Up to 6 per day",
  ]);
  expect(limitsOf({ minPerOrder: 10, minPerDay: 5 })).toEqual([
    "At least 10 per order",
    "At least 5 per day",
  ]);
});

test("a variant says what it is sold together with, and how many for each", () => {
  const names = "Adult or Senior";
  expect(companionsText(t, aVariant("adult"))).toBeNull();
  expect(companionsText(t, aVariant("child", { onlyWith: { names } }))).toBe(
    "Only together with Adult or Senior",
  );
  expect(companionsText(t, aVariant("child", { onlyWith: { names, each: 4 } }))).toBe(
    "Up to 4 for each Adult or Senior",
  );
});
