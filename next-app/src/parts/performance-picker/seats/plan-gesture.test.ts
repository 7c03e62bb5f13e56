import { expect, test } from "vitest";
import { gestureOf } from "./plan-gesture";

const origin = { x: 0, y: 0 };

test("a press that moves less than six pixels does not pan the plan", () => {
  expect(gestureOf({ before: origin, now: { x: 5, y: 0 }, isDragging: false })).toEqual({ type: "none" });
});

test("a press that moves six pixels pans the view in the opposite direction", () => {
  const gesture = gestureOf({ before: origin, now: { x: 6, y: 0 }, isDragging: false });
  expect(gesture).toEqual({ type: "pan", by: { x: -6, y: 0 } });
});

test("a drag that has begun continues with moves of any length", () => {
  const gesture = gestureOf({ before: origin, now: { x: 0, y: 1 }, isDragging: true });
  expect(gesture).toEqual({ type: "pan", by: { x: 0, y: -1 } });
});

test("two fingers zoom by the change of their distance, around the point between them", () => {
  const gesture = gestureOf({
    before: { x: 10, y: 0 },
    now: { x: 20, y: 0 },
    other: origin,
    isDragging: false,
  });
  expect(gesture).toEqual({ type: "zoom", factor: 2, centre: { x: 10, y: 0 } });
});

test("fingers that start at the same point zoom by a finite factor", () => {
  const gesture = gestureOf({ before: origin, now: { x: 3, y: 0 }, other: origin, isDragging: true });
  expect(gesture).toMatchObject({ factor: 3 });
});
