import { expect, test } from "vitest";
import {
  boundsOf,
  edgeNameWidth,
  inOrder,
  isClosest,
  moved,
  neighbour,
  overlap,
  pitchOf,
  rowsAtEdge,
  rowsOf,
  seatAt,
  showing,
  surroundings,
  type View,
  viewBoxOf,
  visiblePart,
  zoomed,
  zoomedAround,
} from "./plan-geometry";

const plane: View = { x: 0, y: 0, width: 1000, height: 800 };
/** A box of the same shape as the plan. */
const sheet = { plane, box: { width: 500, height: 400 } };

/** Rows A and B with five seats each and an aisle after the second one, and a shorter row C behind them. */
const seats = [
  ...["A", "B"].flatMap((row, nth) =>
    [100, 150, 300, 350, 400].map((x) => ({ x, y: 100 + nth * 60, row, showCategoryId: "stalls" })),
  ),
  ...[150, 350].map((x) => ({ x, y: 220, row: "C", showCategoryId: "circle" })),
];
const at = (row: string, x: number) => seats.findIndex((seat) => seat.row === row && seat.x === x);

test("seats are grouped into rows, and the seats of a row run from left to right", () => {
  expect(rowsOf([...seats].reverse()).map(({ row, seats: found }) => [row, found.length])).toEqual([
    ["C", 2],
    ["B", 5],
    ["A", 5],
  ]);
  expect(rowsOf(seats)[0]?.seats).toEqual([0, 1, 2, 3, 4]);
});

test("the names of rows are in the order of the hall, however the rows are listed", () => {
  expect(inOrder(["D", "A", "R", "AA", "A"])).toEqual(["A", "D", "R", "AA"]);
  expect(inOrder(["10", "2", "1"])).toEqual(["1", "2", "10"]);
});

test("the column of row names is as wide as the longest name", () => {
  expect(edgeNameWidth(["A", "B"])).toBe(0.7);
  expect(edgeNameWidth(["A", "Sofa"])).toBeCloseTo(1.5);
});

test("a bunch of seats is drawn if it is in the visible part or within a margin of it", () => {
  const bounds = boundsOf(seats.slice(0, 5));
  expect(bounds).toEqual({ x: 100, y: 100, width: 300, height: 0 });
  expect(overlap(bounds, { x: 0, y: 0, width: 90, height: 200 }, 10)).toBe(true);
  expect(overlap(bounds, { x: 0, y: 0, width: 90, height: 200 }, 5)).toBe(false);
  expect(overlap(bounds, { x: 150, y: 150, width: 90, height: 200 }, 0)).toBe(false);
});

test("the pitch is the distance between the closest seats, beside each other or in different rows", () => {
  expect(pitchOf(seats, plane)).toBe(50);
  const squeezed = seats.map((seat) => ({ ...seat, y: seat.y / 2 }));
  expect(pitchOf(squeezed, plane), "rows 30 apart").toBe(30);
  const shifted = squeezed.map((seat) => ({ ...seat, x: seat.row === "B" ? seat.x + 25 : seat.x }));
  expect(pitchOf(shifted, plane), "seats behind the gaps").toBeCloseTo(Math.hypot(25, 30));
  expect(pitchOf([...seats, ...seats], plane), "two seats at one point").toBe(50);
  const column = [100, 140, 200].map((y) => ({ x: 0, y, row: String(y), showCategoryId: "column" }));
  expect(pitchOf(column, plane), "rows of one seat").toBe(40);
});

test("the pitch of a round hall whose seats are closer to the row in front than to each other", () => {
  const ring = Array.from({ length: 6_000 }, (_, nth) => {
    const angle = ((nth % 600) * Math.PI) / 300;
    const radius = 1500 + 12 * Math.floor(nth / 600);
    const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    return { x, y, row: String(Math.floor(nth / 600)), showCategoryId: "ring" };
  });
  expect(pitchOf(ring, { width: 6000 })).toBeCloseTo(12);
});

test("a press selects the nearest seat, and none if none is near", () => {
  expect(seatAt(seats, { x: 158, y: 104 }, 25)).toBe(at("A", 150));
  expect(seatAt(seats, { x: 225, y: 100 }, 25)).toBeNull();
});

test.each([
  ["ArrowRight", ["A", 150], ["A", 300]],
  ["ArrowRight", ["A", 400], ["A", 400]],
  ["ArrowLeft", ["A", 150], ["A", 100]],
  ["ArrowDown", ["A", 300], ["B", 300]],
  ["ArrowDown", ["B", 400], ["C", 350]],
  ["ArrowDown", ["C", 350], ["C", 350]],
  ["ArrowUp", ["C", 150], ["B", 150]],
  ["Home", ["B", 350], ["B", 100]],
  ["End", ["B", 100], ["B", 400]],
] as const)("the key %s at %j moves the focus to %j", (move, [row, x], [toRow, toX]) => {
  expect(neighbour(seats, at(row, x), move)).toBe(at(toRow, toX));
});

test("zooming keeps the point under the finger in place, and the view never leaves the plan", () => {
  const near = zoomed(plane, sheet, 50, 2, { x: 250, y: 200 });
  expect(near).toEqual({ x: 125, y: 100, width: 500, height: 400 });
  expect(zoomed(near, sheet, 50, 0.1, { x: 0, y: 0 })).toEqual(plane);
  const closest = zoomed(plane, sheet, 50, 1000, { x: 0, y: 0 });
  expect(closest.width).toBe(250);
  expect([plane, near, closest].map((view) => isClosest(view, plane, 50))).toEqual([false, false, true]);
  expect(moved(near, sheet, { x: 2000, y: -2000 })).toEqual({ ...near, x: 500, y: 0 });
});

test("the view moves to a seat outside of it, and does not move for a seat inside of it", () => {
  const near = zoomed(plane, sheet, 50, 2, { x: 0, y: 0 });
  expect(showing(near, sheet, { x: 250, y: 200 }, 50)).toBe(near);
  expect(showing(near, sheet, { x: 700, y: 500 }, 50)).toEqual({ ...near, x: 450, y: 300 });
});

test("the plan zooms around a seat in the view, and around the middle if there is none", () => {
  const corner = zoomedAround(plane, sheet, 50, 2, { x: 100, y: 80 });
  expect(corner).toEqual({ x: 50, y: 40, width: 500, height: 400 });
  const middle = { x: 250, y: 200, width: 500, height: 400 };
  expect(zoomedAround(plane, sheet, 50, 2)).toEqual(middle);
  expect(zoomedAround(corner, sheet, 50, 0.5, { x: 900, y: 700 })).toEqual(plane);
  expect(zoomedAround(middle, sheet, 50, 2, { x: 100, y: 80 })).toEqual({
    x: 375,
    y: 300,
    width: 250,
    height: 200,
  });
});

test("in a box that is wider than the plan, nothing beside the plan becomes visible unless the whole plan fits", () => {
  const wide = { plane, box: { width: 1000, height: 400 } };
  const near = zoomed(plane, wide, 50, 4, { x: 1000, y: 800 });
  expect(visiblePart(near, wide.box)).toEqual({ x: 500, y: 600, width: 500, height: 200 });
  expect(visiblePart(moved(near, wide, { x: -2000, y: -2000 }), wide.box)).toMatchObject({ x: 0, y: 0 });
  expect(zoomed(near, wide, 50, 0.1, { x: 0, y: 0 })).toEqual(plane);
  const odd = { plane, box: { width: 731, height: 387 } };
  expect(moved(plane, odd, { x: 0, y: -33.3 })).toBe(plane);
  expect(showing(near, wide, { x: 550, y: 700 }, 50)).toBe(near);
  expect(zoomedAround(near, wide, 50, 0.5, { x: 950, y: 700 })).toMatchObject({ width: 500 });
});

test.each([
  ["wide", { width: 1000, height: 400 }, { x: -125, y: 200, width: 1250, height: 500 }],
  ["high", { width: 250, height: 400 }, { x: 250, y: 50, width: 500, height: 800 }],
  ["of the same shape", { width: 50, height: 50 }, { x: 250, y: 200, width: 500, height: 500 }],
  ["not drawn yet", { width: 0, height: 0 }, { x: 250, y: 200, width: 500, height: 500 }],
])("a box that is %s shows the view in its middle, and what is around it", (_, box, part) => {
  expect(visiblePart({ x: 250, y: 200, width: 500, height: 500 }, box)).toEqual(part);
});

test("rows that begin on the left of the view are named at its edge, at the height of their first visible seat", () => {
  const rows = rowsOf(seats);
  const names = (view: View) => rowsAtEdge(seats, rows, view, 50).map(({ name, y }) => [name, y]);
  expect(names(plane)).toEqual([]);
  expect(names({ x: 120, y: 50, width: 500, height: 400 })).toEqual([
    ["A", 100],
    ["B", 160],
    ["C", 220],
  ]);
  expect(names({ x: 120, y: 120, width: 500, height: 80 })).toEqual([["B", 160]]);
  expect(names({ x: 420, y: 50, width: 500, height: 400 })).toEqual([]);
  const curved = [{ x: 200, y: 130, row: "A", showCategoryId: "stalls" }, ...seats];
  expect(rowsAtEdge(curved, rowsOf(curved), { x: 180, y: 110, width: 200, height: 30 }, 50)).toEqual([
    { key: "stalls A", name: "A", y: 130 },
  ]);
});

test("the surroundings contain the view and half a view around it, and stay while it moves a little", () => {
  const view = { x: 130, y: 90, width: 200, height: 100 };
  expect(surroundings(view)).toEqual({ x: 0, y: 0, width: 500, height: 250 });
  expect(surroundings({ ...view, x: 199, y: 99 })).toEqual(surroundings(view));
  expect(surroundings({ ...view, x: 200 }).x).toBe(100);
});

test("zooming in and out again by the same factor gives the same view box, in a box of any shape", () => {
  const square = { x: 0, y: 0, width: 1000, height: 1000 };
  for (const width of [343, 390, 731, 877, 1180]) {
    const narrow = { plane: square, box: { width, height: 511 } };
    const near = zoomedAround(square, narrow, 10, 1.6);
    const nearer = zoomedAround(near, narrow, 10, 1.6);
    expect(viewBoxOf(zoomedAround(nearer, narrow, 10, 1 / 1.6))).toBe(viewBoxOf(near));
  }
});
