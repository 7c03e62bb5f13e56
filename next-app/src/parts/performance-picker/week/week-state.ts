import type { DynamicDate } from "@/api/types";
import { capacityAppearance, isOpenFor } from "@/lib/capacity";
import { addDays, parseDay, sundayOf } from "@/lib/dates";
import { toCents } from "@/lib/money";
import { formatDayRange } from "./day-range";

/**
 * The week calendar as a pure state machine: the visible week, the focused day, and which days can be chosen. Days are
 * in the site's time zone (`YYYY-MM-DD`); weeks begin on Sunday. If the first week has only few days, the calendar begins
 * with the first seven days, which are in two weeks. The second week is then shown as a whole too.
 */
export type WeekState = {
  /** The one day in the Tab order. Its week, or the first seven days with it, is visible. */
  focused: string;
  /** Whether the first seven days are visible if the focused day is one of them, and not its whole week. */
  atStart: boolean;
  /**
   * The first and the last day that can be chosen. The weeks that contain them are the first and the last week shown.
   */
  minimum: string;
  maximum: string;
};

export type WeekEvent =
  | { type: "previous" }
  | { type: "next" }
  | { type: "focused"; day: string }
  | { type: "key"; key: string };

/**
 * Opens at `present` if it is between the minimum and the maximum, or else at the first available day, or else at the
 * minimum.
 */
export function open(minimum: string, maximum: string, days: DynamicDate[], present?: string): WeekState {
  const last = maximum < minimum ? minimum : maximum;
  const kept = present && present >= minimum && present <= last ? present : null;
  const focused = kept ?? openDays(minimum, last, days)[0] ?? minimum;
  return { focused, atStart: true, minimum, maximum: last };
}

/** The available days among those that have loaded. */
export function openDays(minimum: string, maximum: string, days: DynamicDate[]): string[] {
  const isOpen = (day: DynamicDate) => day.date >= minimum && day.date <= maximum && isSelectable(day);
  return days.filter(isOpen).map(({ date }) => date);
}

export function reduce(state: WeekState, event: WeekEvent): WeekState {
  switch (event.type) {
    case "previous":
      return hasPrevious(state) ? toWeekOf(state, laterOf(addDays(state.focused, -7), state.minimum)) : state;
    case "next":
      return hasNext(state) ? toWeekOf(state, afterShown(state)) : state;
    case "focused":
      return to(state, event.day);
    case "key":
      return pressed(state, event.key) ?? state;
  }
}

/**
 * Handles a key: arrows move by day, Page keys by week, Home and End to the ends of the week. Returns null for all
 * other keys.
 */
export function pressed(state: WeekState, key: string): WeekState | null {
  switch (key) {
    case "ArrowLeft":
    case "ArrowUp":
      return step(state, -1);
    case "ArrowRight":
    case "ArrowDown":
      return step(state, 1);
    case "PageUp":
      return reduce(state, { type: "previous" });
    case "PageDown":
      return reduce(state, { type: "next" });
    case "Home":
      return to(state, rowOf(state)[0] ?? state.focused);
    case "End":
      return to(state, rowOf(state).at(-1) ?? state.focused);
    default:
      return null;
  }
}

/** Moves by days from the first day that can be chosen to the end of the last week. */
function step(state: WeekState, days: number): WeekState {
  const day = addDays(state.focused, days);
  const last = addDays(sundayOf(state.maximum), 6);
  return day < state.minimum || day > last ? state : to(state, day);
}

const laterOf = (one: string, other: string) => (one > other ? one : other);

/** Moves the focus to a day. While the focus is in the first seven days, they stay visible. */
function to(state: WeekState, focused: string, atStart = state.atStart): WeekState {
  const isInFirst = sundayOf(focused) === sundayOf(state.minimum);
  return { ...state, focused, atStart: isInFirst || (atStart && focused <= endOfStart(state)) };
}

/** Moves the focus to a day of a later week and shows its whole week. */
function toWeekOf(state: WeekState, focused: string): WeekState {
  return to(state, focused, false);
}

/** With fewer days than this, the first week is filled up to seven days with days of the week after it. */
const enoughDays = 4;

/** The last of the first seven days. */
function endOfStart({ minimum }: WeekState): string {
  return addDays(minimum, 6);
}

/** Whether the first seven days are visible, which are in two weeks. */
function showsStart(state: WeekState): boolean {
  const first = sundayOf(state.minimum);
  const isShort = state.minimum > addDays(first, 7 - enoughDays) && addDays(first, 7) <= state.maximum;
  return isShort && state.atStart && state.focused <= endOfStart(state);
}

/** The Sundays of the visible weeks: one, or the first two. */
export function sundays(state: WeekState): string[] {
  const first = sundayOf(state.minimum);
  return showsStart(state) ? [first, addDays(first, 7)] : [sundayOf(state.focused)];
}

/** The visible days of each visible week. The first week begins with the first day that can be chosen. */
export function weeksOf(state: WeekState): string[][] {
  const last = showsStart(state) ? endOfStart(state) : null;
  return sundays(state).map((sunday) =>
    Array.from({ length: 7 }, (_, index) => addDays(sunday, index)).filter(
      (day) => day >= state.minimum && (last === null || day <= last),
    ),
  );
}

/** The visible days of the focused day's week. */
function rowOf(state: WeekState): string[] {
  return weeksOf(state).find((week) => week.includes(state.focused)) ?? [];
}

/** The focused day's weekday in the next week. After the first seven days, that is the second week. */
function afterShown(state: WeekState): string {
  const isInSecond = showsStart(state) && sundayOf(state.focused) > sundayOf(state.minimum);
  return isInSecond ? state.focused : addDays(state.focused, 7);
}

export function hasPrevious(state: WeekState): boolean {
  return (sundays(state)[0] ?? "") > sundayOf(state.minimum);
}

export function hasNext(state: WeekState): boolean {
  const [, last] = ends(state);
  return last < state.maximum;
}

/** The first and the last visible day. */
function ends(state: WeekState): [string, string] {
  const [first = state.minimum, ...others] = weeksOf(state).flat();
  return [first, others.at(-1) ?? first];
}

/** Formats the visible weeks as `November 15 – 21`. */
export function rangeInWords(state: WeekState): string {
  return formatDayRange(...ends(state));
}

/** Formats the visible weeks as `11/15/2026 - 11/21/2026`. */
export function range(state: WeekState): string {
  return ends(state).map(plain).join(" - ");
}

function plain(day: string): string {
  const date = parseDay(day);
  return date ? `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}` : day;
}

/** A cell of the week. */
export type Day = {
  date: string;
  /** The CSS class for the availability. */
  level: "reached" | "almost" | "nearing" | "available" | "unavailable" | "closed";
  capacityLevelId: number;
  /** The server's word for the availability; null to use the default text. */
  capacityDescription: string | null;
  hasRoom: boolean;
  selectable: boolean;
  prices: { lowest: number; highest: number } | null;
  /** Whether no visible available day is cheaper, at most one other costs as little, and some cost more. */
  isLowest: boolean;
};

/** The days of each visible week; null for a day that has not loaded. */
export function daysOf(state: WeekState, answered: DynamicDate[]): (Day | null)[][] {
  const known = new Map(answered.map((day) => [day.date, day]));
  const weeks = weeksOf(state);
  const dates = weeks.flat();
  const days = withLowest(
    dates.map((date) => {
      // A day after the maximum is unavailable, whatever was loaded for it.
      if (date > state.maximum) return unavailable(date);
      const day = known.get(date);
      return day ? cell(day) : null;
    }),
  );
  return weeks.map((week) => week.map((date) => days[dates.indexOf(date)] ?? null));
}

/** The most visible days that are marked as the cheapest. */
const mostMarked = 2;

/** Marks the visible days with the lowest price. */
function withLowest(days: (Day | null)[]): (Day | null)[] {
  const cents = days.flatMap((day) => (day?.selectable && day.prices ? [toCents(day.prices.lowest)] : []));
  const lowest = Math.min(...cents);
  const cheapest = cents.filter((each) => each === lowest).length;
  // A mark on most days of the week would not help to choose.
  const isWorthMarking = cheapest <= mostMarked && cheapest < cents.length;
  return days.map(
    (day) =>
      day && {
        ...day,
        isLowest:
          isWorthMarking && day.selectable && day.prices !== null && toCents(day.prices.lowest) === lowest,
      },
  );
}

function unavailable(date: string): Day {
  return {
    date,
    level: "unavailable",
    capacityLevelId: 99,
    capacityDescription: null,
    hasRoom: false,
    selectable: false,
    prices: null,
    isLowest: false,
  };
}

function cell(day: DynamicDate): Day {
  const { minDefaultPrice: lowest, maxDefaultPrice: highest } = day;
  const selectable = isSelectable(day);
  return {
    date: day.date,
    level: day.isClosed ? "closed" : capacityAppearance(day.capacityLevelId).className,
    capacityLevelId: day.capacityLevelId,
    capacityDescription: day.capacityDescription,
    hasRoom: day.isClosed || day.hasRoom,
    selectable,
    // A full day still shows its price.
    prices: !day.isClosed && lowest !== undefined ? { lowest, highest: highest ?? lowest } : null,
    isLowest: false,
  };
}

/** Whether a day can be chosen: not if it is closed, full, unavailable, or has no level. */
export function isSelectable(day: DynamicDate): boolean {
  return !day.isClosed && isOpenFor(day);
}
