import { formatDate, monthNames, parseDay } from "@/lib/dates";

/**
 * Formats two days as `December 6 – 12`, with the month and the year of both if they differ: `November 28 – December 5`
 * or `December 27, 2026 – January 2, 2027`.
 */
export function formatDayRange(first: string, last: string): string {
  const from = parseDay(first);
  const to = parseDay(last);
  if (!from || !to) return `${first} – ${last}`;
  if (first === last) return `${nameOf(from)} ${from.getUTCDate()}`;
  if (first.slice(0, 4) !== last.slice(0, 4)) return `${formatDate(first)} – ${formatDate(last)}`;
  const end = first.slice(0, 7) === last.slice(0, 7) ? "" : `${nameOf(to)} `;
  return `${nameOf(from)} ${from.getUTCDate()} – ${end}${to.getUTCDate()}`;
}

const nameOf = (date: Date) => monthNames[date.getUTCMonth()] ?? "";
