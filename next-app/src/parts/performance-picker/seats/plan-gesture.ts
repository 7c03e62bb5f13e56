import type { Point } from "./plan-geometry";

/** A press that moves at least this far, in screen pixels, moves the plan. A press that moves less is a tap. */
const dragPixels = 6;

type Pointers = {
  /** Where the pointer was when it was pressed or last moved the plan, and where it is now, in screen pixels. */
  before: Point;
  now: Point;
  /** The position of a second finger on the plan. */
  other?: Point;
  /** Whether this press has moved the plan already. */
  isDragging: boolean;
};

/** What a move of a pressed pointer does to the plan. Points are in screen pixels. */
export type Gesture =
  | { type: "none" }
  | { type: "pan"; by: Point }
  | { type: "zoom"; factor: number; centre: Point };

export function gestureOf({ before, now, other, isDragging }: Pointers): Gesture {
  if (other) {
    return {
      type: "zoom",
      factor: distance(now, other) / Math.max(1, distance(before, other)),
      centre: { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 },
    };
  }
  if (!isDragging && distance(now, before) < dragPixels) return { type: "none" };
  return { type: "pan", by: { x: before.x - now.x, y: before.y - now.y } };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
