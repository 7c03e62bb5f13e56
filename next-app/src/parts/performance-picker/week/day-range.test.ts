import { expect, test } from "vitest";
import { formatDayRange } from "./day-range";

test("two days are named with what differs between them", () => {
  expect(formatDayRange("2026-12-06", "2026-12-12")).toBe("December 6 – 12");
  expect(formatDayRange("2026-11-28", "2026-12-05")).toBe("November 28 – December 5");
  expect(formatDayRange("2026-12-27", "2027-01-02")).toBe("December 27, 2026 – January 2, 2027");
  expect(formatDayRange("2026-12-06", "2026-12-06")).toBe("December 6");
});
