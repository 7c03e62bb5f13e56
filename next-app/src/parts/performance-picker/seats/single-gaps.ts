import type { SeatState } from "@/api/types";
import { type Row, rowsOf, seatSpacing } from "./plan-geometry";
import { isTaken, type SeatCondition } from "./seat-text";

type Placed = Pick<SeatState, "x" | "y" | "row" | "showCategoryId">;

/** Seats that are farther apart than this many distances between neighbours have an aisle between them. */
const aisle = 1.5;

/**
 * The positions of free seats that would be left alone beside the named seats. A seat that no other choice of as many
 * seats among the same neighbours could avoid is not reported.
 */
export function singleGaps(seats: readonly Placed[], conditions: readonly SeatCondition[]): number[] {
  if (!conditions.includes("yours")) return [];
  const spacing = seatSpacing(seats);
  return rowsOf(seats)
    .filter(({ seats: along }) => along.some((position) => conditions[position] === "yours"))
    .flatMap((row) => openRuns(row, seats, conditions, spacing))
    .flatMap((run) => gapsOf(run, conditions));
}

/** The series of neighbouring seats in a row that are free or named. */
function openRuns(
  { seats: along }: Row,
  seats: readonly Placed[],
  conditions: readonly SeatCondition[],
  spacing: number,
): number[][] {
  const runs: number[][] = [];
  let before: number | null = null;
  for (const position of along) {
    if (isTaken(conditions[position])) {
      before = null;
      continue;
    }
    if (before !== null && areNeighbours(seats[before], seats[position], spacing))
      runs.at(-1)?.push(position);
    else runs.push([position]);
    before = position;
  }
  return runs;
}

function areNeighbours(one: Placed | undefined, other: Placed | undefined, spacing: number): boolean {
  return !!one && !!other && Math.hypot(other.x - one.x, other.y - one.y) <= spacing * aisle;
}

function gapsOf(run: readonly number[], conditions: readonly SeatCondition[]): number[] {
  const isFree = (nth: number) => conditions[run[nth] ?? -1] === "free";
  const free = run.filter((_, nth) => isFree(nth));
  if (free.length === run.length || free.length === 1) return [];
  return run.filter((_, nth) => isFree(nth) && !isFree(nth - 1) && !isFree(nth + 1));
}
