import { expect, test } from "vitest";
import { holdState, looksAgain, secondsHeld } from "./hold-state";

test("the time left is counted between the server's two instants, whatever their offsets", () => {
  expect(secondsHeld("2026-12-05T10:15:00-05:00", "2026-12-05T15:00:00Z")).toBe(900);
});

test("a deadline that has passed leaves nothing, and no deadline holds nothing", () => {
  expect(secondsHeld("2026-12-05T15:00:00Z", "2026-12-05T15:00:09Z")).toBe(0);
  expect(secondsHeld(undefined, "2026-12-05T15:00:00Z")).toBeNull();
  expect(secondsHeld("soon", "2026-12-05T15:00:00Z")).toBeNull();
});

test("whether more time can be had is asked before it is announced, and not once all is over", () => {
  expect([331, 330, 301, 1, 0].map(looksAgain)).toEqual([false, true, true, true, false]);
});

test("a begun minute counts as one, and five minutes and the last one are told apart", () => {
  expect(holdState(900)).toEqual({ kind: "held", minutes: 15, urgency: "calm" });
  expect(holdState(301)).toEqual({ kind: "held", minutes: 6, urgency: "calm" });
  expect(holdState(300)).toEqual({ kind: "held", minutes: 5, urgency: "five-minutes" });
  expect(holdState(61)).toEqual({ kind: "held", minutes: 2, urgency: "five-minutes" });
  expect(holdState(60)).toEqual({ kind: "held", minutes: 1, urgency: "last-minute" });
  expect(holdState(0)).toEqual({ kind: "lapsed" });
});
