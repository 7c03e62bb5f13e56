/**
 * How a day or an entry time with a reservation level (1 Reached, 2 Almost, 3 Nearing, 4 Available, 5 Closed,
 * 6 Unavailable) is shown, and whether it can be chosen. The levels of sales run in the opposite direction
 * and have a separate mapping (`capacity.ts`): never mix the two.
 */
export type VisitAppearance = {
  className: "reached" | "almost" | "nearing" | "available" | "closed" | "unavailable";
  textId:
    | "capacity.available"
    | "capacity.limited"
    | "capacity.almost-full"
    | "capacity.full"
    | "capacity.unavailable";
  selectable: boolean;
};

/** The level of a closed day, even if places are available. */
export const closedLevel = 5;

const appearances: Record<number, VisitAppearance> = {
  1: { className: "reached", textId: "capacity.full", selectable: false },
  2: { className: "almost", textId: "capacity.almost-full", selectable: true },
  3: { className: "nearing", textId: "capacity.limited", selectable: true },
  4: { className: "available", textId: "capacity.available", selectable: true },
  [closedLevel]: { className: "closed", textId: "capacity.unavailable", selectable: false },
};

const unavailable: VisitAppearance = {
  className: "unavailable",
  textId: "capacity.unavailable",
  selectable: false,
};

/** Returns the appearance of a level. An unknown level is shown as unavailable. */
export function visitAppearance(level: number): VisitAppearance {
  return appearances[level] ?? unavailable;
}
