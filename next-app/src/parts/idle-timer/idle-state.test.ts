import { expect, test } from "vitest";
import { type IdleState, idleState, minutesAndSeconds, startIdle, warningSeconds } from "./idle-state";

test.each([
  [1200, 120],
  [240, 120],
  [239, 119],
  [100, 50],
  [60, 30],
  [40, 20],
  [30, 20],
  [20, 20],
  [10, 10],
])("a session of %i seconds shows the warning in its last %i seconds", (timeout, warned) => {
  expect(warningSeconds(timeout)).toBe(warned);
});

const tick = (state: IdleState, seconds: number, timeout = 1200) =>
  idleState(state, { type: "tick", now: seconds * 1000 }, timeout);

test.each([
  [0, "active", 0, null],
  [1079, "active", 0, null],
  [1080, "warning", 120, 120],
  [1080.4, "warning", 120, 120],
  [1139, "warning", 61, 120],
  [1140, "warning", 60, 60],
  [1179, "warning", 21, 60],
  [1180, "warning", 20, 20],
  [1200, "warning", 0, 20],
  [1200.1, "over", 0, null],
  [90000, "over", 0, null],
] as const)(
  "after %d idle seconds of 1200 the state is %s, %i seconds are left, and the announced number of seconds is %s",
  (at, phase, secondsLeft, announced) => {
    const state = tick(startIdle(0), at);
    expect([state.phase, state.secondsLeft, state.announced]).toEqual([phase, secondsLeft, announced]);
  },
);

test("the end of a one-minute session is first announced 20 seconds before it", () => {
  expect(tick(startIdle(0), 30, 60)).toMatchObject({ phase: "warning", secondsLeft: 30, announced: null });
  expect(tick(startIdle(0), 40, 60)).toMatchObject({ phase: "warning", secondsLeft: 20, announced: 20 });
});

test("each activity restarts the idle time", () => {
  let state = startIdle(0);
  for (let round = 1; round <= 10; round++) {
    state = tick(state, round * 1100);
    expect(state.phase).toBe("warning");
    state = idleState(state, { type: "activity", at: round * 1100_000 }, 1200);
    expect(state).toEqual(startIdle(round * 1100_000));
  }
});

test("older activity of another tab and a tick without effect keep the same state object", () => {
  const state = startIdle(5000);
  expect(idleState(state, { type: "activity", at: 4000 }, 1200)).toBe(state);
  expect(tick(state, 6)).toBe(state);
});

test("an ended session stays ended", () => {
  const over = tick(startIdle(0), 1201);
  expect(idleState(over, { type: "activity", at: 1202_000 }, 1200)).toBe(over);
  expect(tick(over, 1203)).toBe(over);
});

test.each([
  [120, "2:00"],
  [61, "1:01"],
  [9, "0:09"],
  [0, "0:00"],
])("%i seconds are formatted as %s", (seconds, shown) => {
  expect(minutesAndSeconds(seconds)).toBe(shown);
});
