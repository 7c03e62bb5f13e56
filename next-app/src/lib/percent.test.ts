import { expect, test } from "vitest";
import { negatedPercent } from "./percent";

test("a discount has two digits and a minus", () => {
  expect(negatedPercent(12)).toBe("-12%");
  expect(negatedPercent(5)).toBe("-05%");
});
