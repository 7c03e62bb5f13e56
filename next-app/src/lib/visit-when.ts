import { formatDay, formatShortDay, formatTime, unbroken } from "./dates";

type Visit = { businessDate: string; performanceTime?: string };

/** Formats a visit as `Saturday, December 5, 2026, 10:00 AM`, or only as its day if entry is possible at any time. */
export function visitWhen({ businessDate, performanceTime }: Visit): string {
  const day = formatDay(businessDate);
  return performanceTime ? `${day}, ${formatTime(performanceTime)}` : day;
}

/** Formats a visit for a sentence as `Sat, Dec 5, 10:00 AM`, which stays on one line. */
export function visitWhenShort({ businessDate, performanceTime }: Visit): string {
  const day = formatShortDay(businessDate);
  const when = performanceTime ? `${day}, ${formatTime(performanceTime)}` : day;
  return when.replaceAll(" ", "\u00a0");
}

/** The day and the time of an instant with the site's offset, for a sentence about a deadline. */
export function deadlineOf(instant: string): { day: string; time: string } {
  return { day: unbroken(formatDay(instant.slice(0, 10))), time: formatTime(instant.slice(11, 16)) };
}
