/**
 * Calendar days and times as the API sends them (`YYYY-MM-DD`, `HH:mm`), always in the time zone of the product's site.
 * Nothing here reads the clock or the browser's time zone: a day is formatted as that day wherever the reader is. The
 * names are not those of `Intl`, because its first use makes the browser load its data, which blocks a phone for 60 ms.
 */
/** The names of the days of a week, which begins on Sunday. */
export const weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The names of the months, from `January` to `December`. */
export const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const timePattern = /^(\d{2}):(\d{2})/;

/** Parses a day; null if the text is not a day or the day does not exist, such as `2026-02-30`. */
export function parseDay(text: string | null | undefined): Date | null {
  const match = dayPattern.exec(text ?? "");
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : null;
}

/** The day in a query parameter, or null. */
export function dayOfQuery(value: string | string[] | undefined): string | null {
  return typeof value === "string" && parseDay(value) ? value : null;
}

/** Formats a day as `Saturday, December 5, 2026`. */
export function formatDay(day: string): string {
  const date = parseDay(day);
  return date ? `${formatDayOfYear(day)}, ${date.getUTCFullYear()}` : day;
}

/** Formats a day as `December 5, 2026`. */
export function formatDate(day: string): string {
  const date = parseDay(day);
  return date ? `${monthOf(date)} ${date.getUTCDate()}, ${date.getUTCFullYear()}` : day;
}

/** Formats a day as `Saturday, December 5`. */
export function formatDayOfYear(day: string): string {
  const date = parseDay(day);
  return date ? `${weekdayOf(date)}, ${monthOf(date)} ${date.getUTCDate()}` : day;
}

/** Formats a day as `Sat, Dec 5`. */
export function formatShortDay(day: string): string {
  const date = parseDay(day);
  return date ? `${weekdayOf(date).slice(0, 3)}, ${formatMonthDay(day)}` : day;
}

/** Formats a day as `Sat, Dec 5`, or as `Wed, Dec 25, 2030` if it is not in the year of `today`. */
export function formatNearDay(day: string, today: string): string {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return isThisYear ? formatShortDay(day) : `${formatShortDay(day)}, ${day.slice(0, 4)}`;
}

/** Formats an instant with its offset as `Sat, Dec 5, 10:00 AM`, with the year if it is not that of `today`. */
export function formatNearTime(instant: string, today: string): string {
  return `${formatNearDay(instant.slice(0, 10), today)}, ${formatTime(instant.slice(11, 16))}`;
}

/** Formats an instant with its offset as `Saturday, December 5, 2026, 10:00 AM`. */
export function formatDayAndTime(instant: string): string {
  return `${formatDay(instant.slice(0, 10))}, ${formatTime(instant.slice(11, 16))}`;
}

/** Formats a day as `Dec 5`. */
export function formatMonthDay(day: string): string {
  const date = parseDay(day);
  return date ? `${formatMonth(day)} ${date.getUTCDate()}` : day;
}

/** Formats the month of a day as `Dec`. */
export function formatMonth(day: string): string {
  const date = parseDay(day);
  return date ? monthOf(date).slice(0, 3) : day;
}

/** Formats the month of a day as `December 2026`. */
export function formatMonthOfYear(day: string): string {
  const date = parseDay(day);
  return date ? `${monthOf(date)} ${date.getUTCFullYear()}` : day;
}

const weekdayOf = (date: Date) => weekdayNames[date.getUTCDay()] ?? "";
const monthOf = (date: Date) => monthNames[date.getUTCMonth()] ?? "";

/** Formats a time as `2:30 PM`, with a no-break space, so that it does not break over two lines. */
export function formatTime(time: string): string {
  const match = timePattern.exec(time);
  if (!match) return time;
  const hour = Number(match[1]);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${match[2]}\u00a0${hour < 12 ? "AM" : "PM"}`;
}

/** A space before a number or after it, before a year, and before the name of a row or seat. */
const inside =
  /(?<=\p{Alphabetic}) (?=\d)|(?<=\d) (?=\p{Uppercase})|(?<=\d,) (?=\d{4}(?!\d))|(?<=(?<!\p{Alphabetic})(?:[Rr]ow|[Ss]eat)) (?=\p{Uppercase})/gu;

/**
 * A text with no-break spaces inside its dates, times, postal codes and places, so that no line ends inside
 * `December 18, 2026`, `9:00 PM`, `RI 02800` or `Row G`. A line may end after a weekday and between a date and a time,
 * because phones are too narrow for both. The API has the same function (`api/kernel/src/time.rs`); both run the cases
 * in `api/vectors/unbroken.json`.
 */
export function unbroken(text: string): string {
  return text.replaceAll(inside, "\u00a0");
}

export function addDays(day: string, days: number): string {
  const date = parseDay(day);
  if (!date) return day;
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The earliest day that it now is anywhere, 12 hours behind UTC. Every day before it is in the past everywhere. */
export function earliestToday(now: number): string {
  return new Date(now - 12 * 3600_000).toISOString().slice(0, 10);
}

/** The Sunday on or before a day. Weeks begin on Sunday. */
export function sundayOf(day: string): string {
  return addDays(day, -(parseDay(day)?.getUTCDay() ?? 0));
}

/** The Sundays that begin the weeks of a day's month, without the weeks that end before `minimum`. */
export function weeksOf(day: string, minimum = ""): string[] {
  const last = endOfMonth(day);
  const first = sundayOf(firstOfMonth(day));
  const sundays = Array.from({ length: 6 }, (_, week) => addDays(first, week * 7));
  return sundays.filter((sunday) => sunday <= last && addDays(sunday, 6) >= minimum);
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** The last day of the month that lies `months` after the month of `day`. */
export function endOfMonth(day: string, months = 0): string {
  const date = parseDay(day);
  if (!date) return day;
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0))
    .toISOString()
    .slice(0, 10);
}

/** The same day of the month in a later or earlier month, or that month's last day if it has no such day. */
export function addMonths(day: string, months: number): string {
  const last = endOfMonth(day, months);
  const [number] = [day.slice(8), last.slice(8)].sort();
  return `${last.slice(0, 8)}${number}`;
}

/** The formats of a typed date: `12/5`, `12/05/26`, `Dec 5`, `December 5, 2026` and `2026-12-05`. */
const typedFormats = [
  /^(?<month>\d{1,2})[/.-](?<day>\d{1,2})(?:[/.-](?<year>\d{2}|\d{4}))?$/,
  /^(?<month>[a-z]{3,9})\.? *(?<day>\d{1,2})(?:(?:, *| +)(?<year>\d{4}))?$/i,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
];

/**
 * Parses a typed date in one of `typedFormats`. A month may be shortened to its first three letters. Two-digit years are
 * in this century. A date without a year is the first such date on or after `from`. Returns null if the date does not
 * exist, or if it has no year and `from` is null.
 */
export function parseTypedDay(text: string, from: string | null = null): string | null {
  const typed = text.trim().replaceAll(/\s+/g, " ");
  const groups = typedFormats.map((format) => format.exec(typed)?.groups).find(Boolean);
  if (!groups) return null;
  const { month = "", day = "", year } = groups;
  const inYear = (of: string) => `${of}-${monthNumber(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (year === undefined) return from && nextOf(inYear, from);
  const iso = inYear(year.length === 2 ? `20${year}` : year);
  return parseDay(iso) ? iso : null;
}

/** The number of a month given as a number or by the beginning of its name; `0` for an unknown name. */
function monthNumber(month: string): string {
  if (/^\d/.test(month)) return month;
  return String(monthNames.findIndex((name) => name.toLowerCase().startsWith(month.toLowerCase())) + 1);
}

/**
 * Finds the first existing day on or after `from` among the days that `inYear` returns for nine successive years. Nine
 * years are needed, because leap days can be eight years apart.
 */
function nextOf(inYear: (year: string) => string, from: string): string | null {
  const years = Array.from({ length: 9 }, (_, ahead) => String(Number(from.slice(0, 4)) + ahead));
  return years.map(inYear).find((day) => parseDay(day) && day >= from) ?? null;
}

/** Formats a day as `12/05/2026`, which is also the format of the typed field. */
export function formatTypedDay(day: string): string {
  const match = dayPattern.exec(day);
  return match ? `${match[2]}/${match[3]}/${match[1]}` : day;
}
