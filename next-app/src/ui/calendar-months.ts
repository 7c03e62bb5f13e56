import { addDays, addMonths, endOfMonth, firstOfMonth, weeksOf } from "@/lib/dates";

/** The days that can be reached; all have the format `YYYY-MM-DD`. */
export type Limits = { minimum?: string; maximum?: string };

/** The number of days that the first month must have left to be shown alone. */
const enoughDays = 14;

/**
 * The months that a calendar shows, by their first days: that of the focused day. If few days of the month of the
 * minimum are left, that month and the following one are shown together.
 */
export function shownMonths(focused: string, { minimum, maximum }: Limits): string[] {
  const month = firstOfMonth(minimum && focused < minimum ? minimum : focused);
  if (minimum === undefined || addDays(minimum, enoughDays - 1) <= endOfMonth(minimum)) return [month];
  const opening = firstOfMonth(minimum);
  const following = addMonths(opening, 1);
  const isShort = maximum === undefined || following <= maximum;
  return isShort && (month === opening || month === following) ? [opening, following] : [month];
}

/** The days that a calendar shows. */
export function shownRange(focused: string, limits: Limits): { startDate: string; endDate: string } {
  const months = shownMonths(focused, limits);
  const [first = focused] = months;
  return { startDate: first, endDate: endOfMonth(months.at(-1) ?? focused) };
}

/** The heights in rem of the names of the weekdays, of the name of a second month, and of a week, with the space between the rows. */
const names = 2.25;
const title = 2.625;
const plain = 2.875;
const noted = 3.5;

/** The number of weeks that a month can have. */
const mostWeeks = 6;

/**
 * The height in rem of the shown weeks. It is that of six weeks for every whole month, so that the content below does
 * not move. The first month may begin late, and then has no empty rows.
 */
export function gridHeight(focused: string, limits: Limits, isNoted: boolean): number {
  const months = shownMonths(focused, limits);
  const week = isNoted ? noted : plain;
  const weeks = months.reduce((sum, month) => sum + weeksOf(month, limits.minimum).length, 0);
  if (months.length > 1) return names + title + weeks * week;
  return names + (weeks < weeksOf(focused).length ? weeks : mostWeeks) * week;
}
