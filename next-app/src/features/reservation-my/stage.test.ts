import { expect, test } from "vitest";
import type { Reservation } from "@/api/types";
import { stageOf } from "./stage";

const stageAt = (now: string, more: Partial<Reservation> = {}) =>
  stageOf({
    state: "confirmed",
    confirmedAt: "2026-11-20T23:50:00-05:00",
    visit: { businessDate: "2026-11-22" },
    now,
    ...more,
  } as Reservation);

test("a reservation is new for half an hour, then kept until its day is over", () => {
  expect(stageAt("2026-11-20T23:50:00-05:00")).toBe("confirmed");
  expect(stageAt("2026-11-21T00:19:59-05:00")).toBe("confirmed");
  expect(stageAt("2026-11-21T00:20:00-05:00")).toBe("kept");
  expect(stageAt("2026-11-22T23:59:59-05:00")).toBe("kept");
  expect(stageAt("2026-11-23T00:00:00-05:00")).toBe("past");
});

test("a cancelled reservation is cancelled on every day", () => {
  expect(stageAt("2026-11-20T23:51:00-05:00", { state: "cancelled" })).toBe("cancelled");
  expect(stageAt("2026-11-23T00:00:00-05:00", { state: "cancelled" })).toBe("cancelled");
});
