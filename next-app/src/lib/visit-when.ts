import { formatDay, formatTime } from "./dates";

/** Formats a visit as `Saturday, December 5, 2026, 10:00 AM`, or only as its day if entry is possible at any time. */
export function visitWhen(visit: { businessDate: string; performanceTime?: string }): string {
  const day = formatDay(visit.businessDate);
  return visit.performanceTime ? `${day}, ${formatTime(visit.performanceTime)}` : day;
}
