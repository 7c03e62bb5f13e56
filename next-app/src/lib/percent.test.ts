import { expect, test } from "vitest";
import { negatedPercent } from "./percent";

test("a discount is formatted with two digits and a minus sign", () => {
  expect(negatedPercent(12)).toBe("-12%");
  expect(negatedPercent(5)).toBe("-05%");
});
