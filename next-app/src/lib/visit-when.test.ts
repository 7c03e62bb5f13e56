import { expect, test } from "vitest";
import { visitWhen } from "./visit-when";

test("a visit is formatted as its day, followed by its time if it has one", () => {
  const visit = { businessDate: "2026-12-05" };
  expect(visitWhen(visit)).toBe("Saturday, December 5, 2026");
  expect(visitWhen({ ...visit, performanceTime: "14:30" })).toBe("Saturday, December 5, 2026, 2:30 PM");
});
