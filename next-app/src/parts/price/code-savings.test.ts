import { expect, test } from "vitest";
import { aLine } from "@/parts/cart-lines/sample";
import { codeSavings } from "./code-savings";

const withCode = (id: string, promotionCode: string, regularDisplayPrice: number) => ({
  ...aLine(id, 45.6, 2),
  promotionCode,
  regularDisplayPrice,
});

test("the lines of a code add up to what the code saves", () => {
  const park = [withCode("adult", "FERRY10", 50.5), withCode("senior", "FERRY10", 46.6)];
  const museum = [withCode("child", "SPRING", 45.7), aLine("plain", 20)];
  expect(codeSavings([...park, ...museum])).toEqual([
    { code: "FERRY10", cents: 11_80 },
    { code: "SPRING", cents: 20 },
  ]);
});

test("a reduction without a code and a code that saves nothing are left out", () => {
  const reduced = { ...aLine("tag", 10), regularDisplayPrice: 12 };
  const unchanged = { ...aLine("presale", 10), promotionCode: "STORMGLASS" };
  expect(codeSavings([reduced, unchanged])).toEqual([]);
});
