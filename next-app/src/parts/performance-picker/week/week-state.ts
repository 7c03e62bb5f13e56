import type { DynamicDate } from "@/api/types";
import { capacityLook } from "@/lib/capacity";
import { addDays, parseDay, sundayOf } from "@/lib/dates";
import { toCents } from "@/lib/money";

/**
 * The week calendar as a pure machine: which week is shown, which of its days has the focus, and what can be done
 * with each day. Days are the site's (`YYYY-MM-DD`); weeks begin on Sunday.
 */
export type WeekState = {
  /** The day that can be reached with one press of Tab; its week is the one that is shown. */
  focused: string;
  /** Before the first and after the last of these there is nothing to look at. */
  minimum: string;
  maximum: string;
};

export type WeekEvent =
  | { type: "previous" }
  | { type: "next" }
  | { type: "focused"; day: string }
  | { type: "key"; key: string };

/** Opens on the first day that can be chosen, or on the minimum. */
export function open(minimum: string, maximum: string, days: DynamicDate[], present?: string): WeekState {
  const last = maximum < minimum ? minimum : maximum;
  const wanted = present && present >= minimum && present <= last ? present : null;
  return { focused: wanted ?? openDays(minimum, last, days)[0] ?? minimum, minimum, maximum: last };
}

/** The days that can be chosen, of those that are known. */
export function openDays(minimum: string, maximum: string, days: DynamicDate[]): string[] {
  const isOpen = (day: DynamicDate) => day.date >= minimum && day.date <= maximum && isSelectable(day);
  return days.filter(isOpen).map(({ date }) => date);
}

export function reduce(state: WeekState, event: WeekEvent): WeekState {
  switch (event.type) {
    case "previous":
      return hasPrevious(state) ? to(state, addDays(state.focused, -7)) : state;
    case "next":
      return hasNext(state) ? to(state, addDays(state.focused, 7)) : state;
    case "focused":
      return to(state, event.day);
    case "key":
      return pressed(state, event.key) ?? state;
  }
}

/** What a key does: arrows go by day, pages by week, Home and End to the ends of the week. Null for all others. */
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
      return to(state, sunday(state));
    case "End":
      return to(state, addDays(sunday(state), 6));
    default:
      return null;
  }
}

/** A day further, as far as there are weeks to look at. */
function step(state: WeekState, days: number): WeekState {
  const day = addDays(state.focused, days);
  const first = sundayOf(state.minimum);
  const last = addDays(sundayOf(state.maximum), 6);
  return day < first || day > last ? state : to(state, day);
}

function to(state: WeekState, focused: string): WeekState {
  return { ...state, focused };
}

/** The first day of the week that is shown. */
export function sunday(state: WeekState): string {
  return sundayOf(state.focused);
}

export function weekOf(state: WeekState): string[] {
  const first = sunday(state);
  return Array.from({ length: 7 }, (_, index) => addDays(first, index));
}

export function hasPrevious(state: WeekState): boolean {
  return sunday(state) > sundayOf(state.minimum);
}

export function hasNext(state: WeekState): boolean {
  return sunday(state) < sundayOf(state.maximum);
}

/** `11/15/2026 - 11/21/2026` */
export function range(state: WeekState): string {
  const first = sunday(state);
  return `${plain(first)} - ${plain(addDays(first, 6))}`;
}

function plain(day: string): string {
  const date = parseDay(day);
  return date ? `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}` : day;
}

/** A cell of the week. */
export type Day = {
  date: string;
  /** The spec's class for what is left. */
  look: "reached" | "almost" | "nearing" | "available" | "unavailable" | "closed";
  capacityLevelId: number;
  /** The server's word for it, where it is not ours to say. */
  capacityDescription: string | null;
  selectable: boolean;
  prices: { lowest: number; highest: number } | null;
  /** Whether no other day of the week that can be chosen costs less, and some cost more. */
  isLowest: boolean;
};

/** The week that is shown; null for a day whose answer is not there yet. */
export function daysOf(state: WeekState, answered: DynamicDate[] | undefined): (Day | null)[] {
  const known = new Map((answered ?? []).map((day) => [day.date, day]));
  const days = weekOf(state).map((date) => {
    // Nothing need be known of a day that is not sold.
    if (date < state.minimum || date > state.maximum) return unavailable(date);
    const day = known.get(date);
    return day ? cell(day) : null;
  });
  const cents = days.flatMap((day) => (day?.selectable && day.prices ? [toCents(day.prices.lowest)] : []));
  const lowest = Math.min(...cents);
  const cheapest = cents.filter((each) => each === lowest).length;
  // Marking four days of five would tell nothing.
  const isWorthMarking = cheapest < cents.length * 0.8;
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
    look: "unavailable",
    capacityLevelId: 99,
    capacityDescription: null,
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
    look: day.isClosed ? "closed" : capacityLook(day.capacityLevelId).className,
    capacityLevelId: day.capacityLevelId,
    capacityDescription: day.capacityDescription,
    selectable,
    // A full day says what it cost as well.
    prices: !day.isClosed && lowest !== undefined ? { lowest, highest: highest ?? lowest } : null,
    isLowest: false,
  };
}

/** A day without a level, a closed one, a full and an unavailable one cannot be chosen. */
export function isSelectable(day: DynamicDate): boolean {
  return !day.isClosed && capacityLook(day.capacityLevelId).selectable;
}
