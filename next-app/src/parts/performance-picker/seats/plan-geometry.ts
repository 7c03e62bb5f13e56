import type { SeatState } from "@/api/types";

/** Pure functions for the positions and neighbours of seats, and for the visible part of the plan. */
export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
/** A rectangle of the plan, as in an SVG view box. */
export type View = Point & Size;

type Placed = Pick<SeatState, "x" | "y" | "row" | "showCategoryId">;

export type Row = { key: string; showCategoryId: string; row: string; seats: number[] };

/** Keeps what was computed for a list of seats, because a hall may have tens of thousands and its list does not change. */
function kept<T>(compute: (seats: readonly Placed[]) => T): (seats: readonly Placed[]) => T {
  const results = new WeakMap<readonly Placed[], { result: T }>();
  return (seats) => {
    const known = results.get(seats) ?? { result: compute(seats) };
    results.set(seats, known);
    return known.result;
  };
}

/**
 * The rows in the order in which they first appear in `seats`. Each row lists the positions of its seats in `seats`, which
 * has them as they stand beside each other.
 */
export const rowsOf = kept((seats): readonly Row[] => {
  const rows = new Map<string, Row>();
  seats.forEach((seat, index) => {
    const { showCategoryId, row } = seat;
    const key = `${showCategoryId} ${row}`;
    const known = rows.get(key);
    if (known) known.seats.push(index);
    else rows.set(key, { key, showCategoryId, row, seats: [index] });
  });
  return [...rows.values()];
});

/** The row of a seat. */
export function rowAt(seats: readonly Placed[], position: number): readonly number[] {
  return rowsOf(seats).find((row) => row.seats.includes(position))?.seats ?? [position];
}

/** The names of rows or sections in the order in which they are counted: 1, 2, 10 or A, B, AA. */
export function inOrder(names: readonly string[]): string[] {
  return [...new Set(names)].sort((one, other) => one.length - other.length || (one < other ? -1 : 1));
}

const xOf = (seats: readonly Placed[], index: number) => seats[index]?.x ?? 0;

/**
 * The smallest distance between two seats of the hall, of one row or of different ones, at most an eighth of the plan's
 * width. It determines the size of seats and of the area that reacts to a press, so that no seat is drawn over another.
 */
export function pitchOf(seats: readonly Placed[], plane: Pick<View, "width">): number {
  return Math.min(plane.width / 8, leastDistance(seats));
}

/** The smallest distance between neighbours in any row. */
export const seatSpacing = kept((seats) => {
  let least = Number.POSITIVE_INFINITY;
  for (const row of rowsOf(seats)) {
    for (let nth = 1; nth < row.seats.length; nth++) {
      const one = seats[row.seats[nth - 1] ?? -1];
      const other = seats[row.seats[nth] ?? -1];
      if (!one || !other) continue;
      const distance = Math.hypot(other.x - one.x, other.y - one.y);
      if (distance > 0) least = Math.min(least, distance);
    }
  }
  return least;
});

/**
 * The smallest distance between any two seats. The hall is divided into squares as wide as the smallest distance in a row,
 * so that each seat is compared only with those of its square and of the squares around it.
 */
const leastDistance = kept((seats) => {
  const side = Math.min(seatSpacing(seats), longestSide);
  const squares = new Map<number, Point[]>();
  const around = [-squaresAcross, 0, squaresAcross].flatMap((column) => [column - 1, column, column + 1]);
  let least = side;
  for (const seat of seats) {
    const at = Math.floor(seat.x / side) * squaresAcross + Math.floor(seat.y / side);
    for (const step of around) {
      for (const other of squares.get(at + step) ?? []) {
        const distance = Math.hypot(seat.x - other.x, seat.y - other.y);
        if (distance > 0) least = Math.min(least, distance);
      }
    }
    const own = squares.get(at);
    if (own) own.push(seat);
    else squares.set(at, [seat]);
  }
  return least;
});

/** Numbers squares by column and row. No plan is that many squares high. */
const squaresAcross = 1e6;
/** The side of the squares of a hall whose rows have one seat each. */
const longestSide = 1e6;

/** The smallest rectangle that contains the centres of some seats. */
export function boundsOf(seats: readonly Point[]): View {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of seats) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The smallest rectangle of each section that contains the centres of its seats. */
export const boundsBySection = kept((seats): ReadonlyMap<string, View> => {
  const own = new Map<string, Placed[]>();
  for (const seat of seats) {
    const known = own.get(seat.showCategoryId);
    if (known) known.push(seat);
    else own.set(seat.showCategoryId, [seat]);
  }
  return new Map([...own].map(([section, placed]) => [section, boundsOf(placed)]));
});

/** Whether two parts of the plan overlap or are at most `margin` apart. */
export function overlap(one: View, other: View, margin: number): boolean {
  const meet = (start: number, length: number, otherStart: number, otherLength: number) =>
    start <= otherStart + otherLength + margin && otherStart <= start + length + margin;
  return meet(one.x, one.width, other.x, other.width) && meet(one.y, one.height, other.y, other.height);
}

/** The positions of the seats in a part of the plan, or at most `margin` outside of it. */
export function positionsIn(seats: readonly Point[], part: View, margin: number): number[] {
  const positions: number[] = [];
  seats.forEach((seat, position) => {
    if (contains(part, seat, -margin)) positions.push(position);
  });
  return positions;
}

/** The nearest seat within a distance of a point, or null. */
export function seatAt(seats: readonly Point[], point: Point, within: number): number | null {
  let found: number | null = null;
  let least = within;
  seats.forEach((seat, index) => {
    const distance = Math.hypot(seat.x - point.x, seat.y - point.y);
    if (distance <= least) {
      least = distance;
      found = index;
    }
  });
  return found;
}

export type Move = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End";

export function isMove(key: string): key is Move {
  return ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(key);
}

/**
 * The next seat for a key: along the row, to its ends, or to the nearest seat in front or behind, where the horizontal
 * distance counts double.
 */
export function neighbour(seats: readonly Placed[], from: number, move: Move): number {
  const start = seats[from];
  if (!start) return from;
  const along = rowAt(seats, from);
  const place = along.indexOf(from);
  switch (move) {
    case "ArrowLeft":
      return along[place - 1] ?? from;
    case "ArrowRight":
      return along[place + 1] ?? from;
    case "Home":
      return along[0] ?? from;
    case "End":
      return along.at(-1) ?? from;
    default: {
      const ahead = move === "ArrowDown" ? 1 : -1;
      let found = from;
      let least = Number.POSITIVE_INFINITY;
      seats.forEach((seat, index) => {
        const depth = (seat.y - start.y) * ahead;
        if (depth <= 0 || along.includes(index)) return;
        // Horizontal distance counts more, so that a column is followed across rows of different lengths.
        const cost = depth + 2 * Math.abs(seat.x - start.x);
        if (cost < least) {
          least = cost;
          found = index;
        }
      });
      return found;
    }
  }
}

/** The closest zoom shows about five seats across. */
const minAcross = 5;

/** Whether the view is zoomed in as far as possible. */
export function isClosest(view: View, plane: View, pitch: number): boolean {
  return view.width <= Math.min(plane.width, pitch * minAcross);
}

/** The whole plan, and the box on the screen in which it is drawn. */
export type Sheet = { plane: View; box: Size };

/** Zooms by a factor around a point that keeps its place on the screen. */
export function zoomed(view: View, sheet: Sheet, pitch: number, factor: number, at: Point): View {
  const { plane } = sheet;
  const width = clamp(view.width / factor, Math.min(plane.width, pitch * minAcross), plane.width);
  const share = width / view.width;
  return within(sheet, {
    x: at.x - (at.x - view.x) * share,
    y: at.y - (at.y - view.y) * share,
    width,
    height: (width / plane.width) * plane.height,
  });
}

export function moved(view: View, sheet: Sheet, by: Point): View {
  return within(sheet, { ...view, x: view.x + by.x, y: view.y + by.y });
}

/** Returns a view that shows the seat: the given view if it already shows the seat, or else a moved one. */
export function showing(view: View, sheet: Sheet, seat: Point, margin: number): View {
  if (contains(visiblePart(view, sheet.box), seat, margin)) return view;
  return within(sheet, { ...view, x: seat.x - view.width / 2, y: seat.y - view.height / 2 });
}

/** Zooms by a factor around a seat that is visible, or else around the middle of the view. */
export function zoomedAround(view: View, sheet: Sheet, pitch: number, factor: number, seat?: Point): View {
  const middle = { x: view.x + view.width / 2, y: view.y + view.height / 2 };
  const isVisible = seat && contains(visiblePart(view, sheet.box), seat, 0);
  return zoomed(view, sheet, pitch, factor, isVisible ? seat : middle);
}

function contains(view: View, { x, y }: Point, margin: number): boolean {
  const isIn = (value: number, from: number, length: number) =>
    value >= from + margin && value <= from + length - margin;
  return isIn(x, view.x, view.width) && isIn(y, view.y, view.height);
}

/**
 * The part of the plan that a box on the screen shows when the view is fitted into its middle. It is larger than the
 * view in one direction unless both have the same shape. A box without a size shows the view.
 */
export function visiblePart(view: View, box: Size): View {
  const scale = Math.min(box.width / view.width, box.height / view.height);
  if (scale === 0) return view;
  const width = box.width / scale;
  const height = box.height / scale;
  return {
    x: view.x - (width - view.width) / 2,
    y: view.y - (height - view.height) / 2,
    width,
    height,
  };
}

/** How many screen pixels a length takes while a box on the screen shows a part of the plan; 0 before the box has a size. */
export function pixelsOf(length: number, part: View, box: Size): number {
  return (length * box.width) / part.width;
}

/** The value of the SVG attribute `viewBox`, to thousandths: zooming in and out again gives the same text. */
export function viewBoxOf({ x, y, width, height }: View): string {
  return [x, y, width, height].map((value) => Math.round(value * 1000) / 1000).join(" ");
}

/** Moves a view so that nothing beside the plan is visible. If the whole plan fits in one direction, it is in the middle. */
function within({ plane, box }: Sheet, view: View): View {
  if (view.width >= plane.width) return plane;
  const part = visiblePart(view, box);
  const x =
    part.width >= plane.width
      ? plane.x + (plane.width - view.width) / 2
      : view.x + clamp(part.x, plane.x, plane.x + plane.width - part.width) - part.x;
  const y =
    part.height >= plane.height
      ? plane.y + (plane.height - view.height) / 2
      : view.y + clamp(part.y, plane.y, plane.y + plane.height - part.height) - part.y;
  return { ...view, x, y };
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/**
 * A part of the plan that contains the view and half a view around it. It stays the same while the view moves a little,
 * so that what is drawn in it can stay too.
 */
export function surroundings({ x, y, width, height }: View): View {
  const start = (value: number, length: number) => (Math.floor(value / (length / 2)) - 1) * (length / 2);
  return { x: start(x, width), y: start(y, height), width: width * 2.5, height: height * 2.5 };
}

/** How far in front of its first seat the name of a row ends, in distances between seats. */
export const rowNameDistance = 0.7;

/** The width of a row's name, in distances between seats. */
export const rowNameWidth = (name: string) => 0.3 * name.length;

/** The width of the column of row names at the edge of a plan that is zoomed in, in distances between seats. */
export const edgeNameWidth = (names: readonly string[]) =>
  Math.max(0.7, ...names.map((name) => rowNameWidth(name) + 0.3));

/**
 * The visible rows that begin on the left of the view, so that the names in front of them are not visible. `y` is the
 * height of the first visible seat, because rows may be curved.
 */
export function rowsAtEdge(
  seats: readonly Placed[],
  rows: readonly Row[],
  view: View,
  pitch: number,
): { key: string; name: string; y: number }[] {
  return rows.flatMap(({ key, row, seats: along }) => {
    const left = Math.min(...along.map((index) => xOf(seats, index)));
    if (left - pitch * (rowNameDistance + rowNameWidth(row) / 2) >= view.x) return [];
    const next = along.find((index) => xOf(seats, index) > view.x);
    const seat = next === undefined ? undefined : seats[next];
    const isVisible =
      seat && seat.x < view.x + view.width && seat.y > view.y && seat.y < view.y + view.height;
    return isVisible ? [{ key, name: row, y: seat.y }] : [];
  });
}
