/**
 * Capacity of a day or an entry time of reservations (1 Reached, 2 Almost, 3 Nearing, 4 Available, 5 Closed, 6 Unavailable) as the
 * class, the mark and the word that stand for it. What is sold counts the other way round and has a mapper of its own: the
 * numbers of the two are never mixed.
 */
export type VisitLook = {
  className: "reached" | "almost" | "nearing" | "available" | "closed" | "unavailable";
  textId:
    | "capacity.available"
    | "capacity.limited"
    | "capacity.almost-full"
    | "capacity.full"
    | "capacity.unavailable";
  selectable: boolean;
};

/** A day that counts as closed whatever its places are. */
export const closedLevel = 5;

const looks: Record<number, VisitLook> = {
  1: { className: "reached", textId: "capacity.full", selectable: false },
  2: { className: "almost", textId: "capacity.almost-full", selectable: true },
  3: { className: "nearing", textId: "capacity.limited", selectable: true },
  4: { className: "available", textId: "capacity.available", selectable: true },
  [closedLevel]: { className: "closed", textId: "capacity.unavailable", selectable: false },
};

const unavailable: VisitLook = {
  className: "unavailable",
  textId: "capacity.unavailable",
  selectable: false,
};

/** A level that is not in the table is never reserved from. */
export function visitLook(level: number): VisitLook {
  return looks[level] ?? unavailable;
}
