import { expect, test } from "vitest";
import { holdState, needsFreshRead, secondsHeld } from "./hold-state";

test("the remaining time is the difference of the server's two instants, even if their UTC offsets differ", () => {
  expect(secondsHeld("2026-12-05T10:15:00-05:00", "2026-12-05T15:00:00Z")).toBe(900);
});

test("a passed deadline leaves no time, and without a deadline nothing is held", () => {
  expect(secondsHeld("2026-12-05T15:00:00Z", "2026-12-05T15:00:09Z")).toBe(0);
  expect(secondsHeld(undefined, "2026-12-05T15:00:00Z")).toBeNull();
  expect(secondsHeld("soon", "2026-12-05T15:00:00Z")).toBeNull();
});

test("the cart needs a fresh read from shortly before the five-minute announcement until the hold ends", () => {
  expect([331, 330, 301, 1, 0].map(needsFreshRead)).toEqual([false, true, true, true, false]);
});

test("minutes are rounded up, and the last five minutes and the last minute are marked as urgent", () => {
  expect(holdState(900)).toEqual({ kind: "held", minutes: 15, urgency: "calm" });
  expect(holdState(301)).toEqual({ kind: "held", minutes: 6, urgency: "calm" });
  expect(holdState(300)).toEqual({ kind: "held", minutes: 5, urgency: "five-minutes" });
  expect(holdState(61)).toEqual({ kind: "held", minutes: 2, urgency: "five-minutes" });
  expect(holdState(60)).toEqual({ kind: "held", minutes: 1, urgency: "last-minute" });
  expect(holdState(0)).toEqual({ kind: "lapsed" });
});
