import { weeksOf } from "@/lib/dates";

/** The heights in rem of the names of the weekdays and of a week, with the space between the rows. */
const names = 2.25;
const plain = 2.875;
const noted = 3.5;

/** The number of weeks that a month can have. */
const mostWeeks = 6;

/**
 * The height in rem of the grid of a day's month. It is that of six weeks for every whole month, so that the content
 * below does not move. The first month may begin late, and then has no empty rows.
 */
export function gridHeight(day: string, minimum: string | undefined, isNoted: boolean): number {
  const weeks = weeksOf(day, minimum);
  const rows = weeks.length < weeksOf(day).length ? weeks.length : mostWeeks;
  return names + rows * (isNoted ? noted : plain);
}
