import { expect, test } from "vitest";
import { visitWhen, visitWhenShort } from "./visit-when";

const visit = { businessDate: "2026-12-05", performanceTime: "10:00" };

test("a visit is written in full, and short for a sentence on one line", () => {
  expect(visitWhen(visit)).toBe("Saturday, December 5, 2026, 10:00\u00a0AM");
  expect(visitWhenShort(visit)).toBe("Sat,\u00a0Dec\u00a05,\u00a010:00\u00a0AM");
});

test("a visit at any time of a day is written as its day", () => {
  const day = { businessDate: "2026-12-05" };
  expect(visitWhen(day)).toBe("Saturday, December 5, 2026");
  expect(visitWhenShort(day)).toBe("Sat,\u00a0Dec\u00a05");
});
