/**
 * How a performance or a priced day with a capacity level (1 Available, 2 Limited, 3 AlmostFull, 4 Full, 99
 * Unavailable) is shown, and whether it can be chosen. The levels of reservations run in the opposite
 * direction and have a separate mapping (`visit-level.ts`): never mix the two.
 */
export type CapacityAppearance = {
  className: "available" | "nearing" | "almost" | "reached" | "unavailable";
  textId:
    | "capacity.available"
    | "capacity.limited"
    | "capacity.almost-full"
    | "capacity.full"
    | "capacity.unavailable";
  selectable: boolean;
};

const appearances: Record<number, CapacityAppearance> = {
  1: { className: "available", textId: "capacity.available", selectable: true },
  2: { className: "nearing", textId: "capacity.limited", selectable: true },
  3: { className: "almost", textId: "capacity.almost-full", selectable: true },
  4: { className: "reached", textId: "capacity.full", selectable: false },
  99: { className: "unavailable", textId: "capacity.unavailable", selectable: false },
};

const unavailable: CapacityAppearance = {
  className: "unavailable",
  textId: "capacity.unavailable",
  selectable: false,
};

/** Returns the appearance of a level. An unknown level is shown as unavailable. */
export function capacityAppearance(capacityLevelId: number): CapacityAppearance {
  return appearances[capacityLevelId] ?? unavailable;
}

/** A day, time or section, for a group of the requested size. */
export type Offer = { capacityLevelId: number; capacityDescription?: string | null; hasRoom: boolean };

/** Whether a group can choose a day, time or section: it is not full, and the whole group fits. */
export function isOpenFor({ capacityLevelId, hasRoom }: Offer): boolean {
  return hasRoom && capacityAppearance(capacityLevelId).selectable;
}

/** Whether a day, time or section has places, but too few for the group. */
export function isTooSmall({ capacityLevelId, hasRoom }: Offer): boolean {
  return !hasRoom && capacityAppearance(capacityLevelId).selectable;
}
