import type { CartGroup, CartItem, Performance } from "@/api/types";
import { occasions, sharedVisits } from "@/parts/cart-lines/occasion";
import type { LinePerformance, Step } from "@/parts/performance-picker/picker-state";
import type { StoredChoices } from "@/parts/performance-picker/stored-choices";

type Performances = CartItem["performances"];

/** One choice of the current visit, with the same text as in the picker. */
export type VisitChoice = {
  step: Step;
  /** The text of the choice; null for the time of an all-day visit. */
  value: string | null;
};

/** Whether the lines of a group can be moved to a different date, time or place. */
export function isMovable({ allowPerformanceChange, items }: CartGroup): boolean {
  return allowPerformanceChange && (items[0]?.performances.length ?? 0) > 0;
}

/** The choices of a group's visit, in the order of the picker's steps. Seats are listed with their lines. */
export function visitChoices({
  productDisplayName,
  items,
}: Pick<CartGroup, "productDisplayName" | "items">): VisitChoice[] {
  const ordered = inOrder(sharedVisits(items));
  const [first] = ordered;
  if (!first) return [];
  return occasions(productDisplayName, ordered).flatMap((occasion, position): VisitChoice[] => {
    const performance = ordered[position] ?? first;
    const { selectionIndex } = performance;
    const value = [position > 0 ? occasion.show : null, occasion.time, occasion.place];
    const time = {
      step: { kind: "performance", selectionIndex },
      value: value.filter(Boolean).join(", ") || null,
    } as const;
    if (position > 0) return [time];
    const show = { step: { kind: "show" }, value: occasion.show } as const;
    return [{ step: { kind: "date" }, value: occasion.day }, ...(occasion.show ? [show] : []), time];
  });
}

/**
 * Whether a choice has an alternative on the day of the visit, whose performances are `offered`. Another day, another
 * section, which is chosen with its time, and other seats can always be chosen.
 */
export function isChangeable(
  step: Step,
  { showId, items }: Pick<CartGroup, "showId" | "items">,
  offered: Pick<Performance, "selectionIndex" | "showId">[],
): boolean {
  if (step.kind !== "show" && step.kind !== "performance") return true;
  const first = Math.min(...offered.map(({ selectionIndex }) => selectionIndex));
  if (step.kind === "show") {
    const shows = offered.filter(({ selectionIndex }) => selectionIndex === first);
    return new Set(shows.map((one) => one.showId)).size > 1;
  }
  const hasSection = items.some(
    ({ performances, seats }) =>
      performances.some(
        ({ selectionIndex, showCategoryId }) => selectionIndex === step.selectionIndex && showCategoryId,
      ) && seats.length === 0,
  );
  if (hasSection) return true;
  const times = offered.filter(
    (one) =>
      one.selectionIndex === step.selectionIndex && (step.selectionIndex !== first || one.showId === showId),
  );
  return times.length > 1;
}

/**
 * The choices that stay when the visit is changed from `step` on; null if no choice stays. For other seats, `place` is the
 * position of the performance among those with a place; the other places stay.
 */
export function chosenBefore(group: CartGroup, step: Step): StoredChoices | null {
  const performances = inOrder(group.items[0]?.performances ?? []);
  const date = performances[0]?.performanceDate;
  if (step.kind === "date" || date === undefined) return null;
  const isKept = ({ selectionIndex }: Performances[number]) =>
    step.kind === "seat" || (step.kind === "performance" && selectionIndex < step.selectionIndex);
  const kept = performances.filter(isKept);
  const placed = kept.filter(hasPlace).map(({ performanceId }) => performanceId);
  const settled = step.kind === "seat" ? placed.filter((_, place) => place !== step.place) : placed;
  return {
    date,
    showId: step.kind === "show" ? null : (group.showId ?? null),
    performanceIds: kept.map(({ performanceId }) => performanceId),
    ...(settled.length > 0 ? { settled } : {}),
  };
}

/** The performances at which the lines of a group have seats, each with its position among those with a place. */
export function seatedVisits({ items }: Pick<CartGroup, "items">): { place: number; showName: string }[] {
  return inOrder(items[0]?.performances ?? [])
    .filter(hasPlace)
    .map((performance, place) => ({ place, showName: performance.showName, seatId: performance.seatId }))
    .filter(({ seatId }) => seatId !== undefined);
}

function hasPlace({ showCategoryId }: Performances[number]): boolean {
  return showCategoryId !== undefined;
}

/** The new performances of a line, with its own places at those that are settled. */
export function withOwnPlaces(
  performances: Performances,
  chosen: LinePerformance[],
  settled: readonly string[],
): LinePerformance[] {
  return chosen.map((one) => {
    const own = performances.find(({ performanceId }) => performanceId === one.performanceId);
    if (!own || !settled.includes(one.performanceId)) return one;
    const { seatId, showCategoryId, accessibilityDeclared } = own;
    return {
      ...one,
      ...(seatId ? { seatId } : showCategoryId ? { showCategoryId } : {}),
      ...(accessibilityDeclared ? { accessibilityDeclared } : {}),
    };
  });
}

/**
 * Whether the chosen performances or sections differ from those of the line.
 */
export function isMove(performances: Performances, chosen: LinePerformance[]): boolean {
  const ids = (list: Pick<LinePerformance, "selectionIndex" | "performanceId">[]) =>
    inOrder(list)
      .map(({ selectionIndex, performanceId }) => `${selectionIndex} ${performanceId}`)
      .join();
  const sections = new Map(performances.map((one) => [one.selectionIndex, one.showCategoryId]));
  const isOtherSection = ({ selectionIndex, showCategoryId }: LinePerformance) =>
    showCategoryId !== undefined && showCategoryId !== sections.get(selectionIndex);
  return ids(performances) !== ids(chosen) || chosen.some(isOtherSection);
}

function inOrder<T extends { selectionIndex: number }>(list: T[]): T[] {
  return [...list].sort((one, other) => one.selectionIndex - other.selectionIndex);
}
