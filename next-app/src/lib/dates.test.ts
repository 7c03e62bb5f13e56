import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  addDays,
  addMonths,
  earliestToday,
  endOfMonth,
  firstOfMonth,
  formatDay,
  formatDayOfYear,
  formatMonth,
  formatMonthDay,
  formatMonthOfYear,
  formatNearDay,
  formatShortDay,
  formatTime,
  formatTypedDay,
  parseDay,
  parseTypedDay,
  unbroken,
} from "./dates";

test("a day is formatted in full, without its year, or in short form", () => {
  expect(formatDay("2026-12-05")).toBe("Saturday, December 5, 2026");
  expect(formatDayOfYear("2026-12-05")).toBe("Saturday, December 5");
  expect(formatShortDay("2026-12-05")).toBe("Sat, Dec 5");
  expect(formatNearDay("2026-12-05", "2026-11-20")).toBe("Sat, Dec 5");
  expect(formatNearDay("2030-12-25", "2026-11-20")).toBe("Wed, Dec 25, 2030");
  expect(formatMonthDay("2026-12-05")).toBe("Dec 5");
  expect(formatMonth("2026-12-05")).toBe("Dec");
  expect(formatMonthOfYear("2026-12-05")).toBe("December 2026");
});

test.each([
  ["2026-11-30", 1, "2026-12-30"],
  ["2026-12-31", 2, "2027-02-28"],
  ["2028-03-31", -1, "2028-02-29"],
  ["2028-02-29", -12, "2027-02-28"],
])("the month of %s moves by %i to %s", (day, months, moved) => {
  expect(addMonths(day, months)).toBe(moved);
});

test.each([
  ["00:05", "12:05\u00a0AM"],
  ["09:00", "9:00\u00a0AM"],
  ["12:00", "12:00\u00a0PM"],
  ["14:30", "2:30\u00a0PM"],
])("time %s is formatted as %s", (time, text) => {
  expect(formatTime(time)).toBe(text);
});

test("days that do not exist are refused", () => {
  expect(parseDay("2026-02-30")).toBeNull();
  expect(parseDay("2026-13-01")).toBeNull();
  expect(parseDay("soon")).toBeNull();
  expect(parseDay("2028-02-29")).not.toBeNull();
});

test.each([
  ["2/29/2028", "2028-02-29"],
  ["12/5/26", "2026-12-05"],
  ["01/09/2027", "2027-01-09"],
  [" 1/9/27 ", "2027-01-09"],
  ["2/29/2027", null],
  ["4/31/2027", null],
  ["13/1/2027", null],
  ["1/1/127", null],
  ["Dec 5, 2026", "2026-12-05"],
  ["December 5 2026", "2026-12-05"],
  ["February 29, 2026", null],
  ["2026-12-05", "2026-12-05"],
  ["2026-12-5", "2026-12-05"],
  ["2026-13-05", null],
  ["", null],
])("the typed date %j is read as %j", (typed, day) => {
  expect(parseTypedDay(typed)).toBe(day);
});

test.each([
  ["12/5", "2026-12-05"],
  ["11/21", "2026-11-21"],
  ["11/20", "2027-11-20"],
  ["6-5", "2027-06-05"],
  ["2/29", "2028-02-29"],
  ["Dec 5", "2026-12-05"],
  ["december 5", "2026-12-05"],
  [" DEC.  05 ", "2026-12-05"],
  ["Sept 4", "2027-09-04"],
  ["Feb 29", "2028-02-29"],
  ["4/31", null],
  ["Apr 31", null],
  ["De 5", null],
  ["Dez 5", null],
  ["Dec", null],
  ["12", null],
])("a typed date without a year is the next such day: %j is read as %j", (typed, day) => {
  expect(parseTypedDay(typed, "2026-11-21")).toBe(day);
  expect(parseTypedDay(typed)).toBeNull();
});

test("the date field shows the month before the day", () => {
  expect(formatTypedDay("2026-12-05")).toBe("12/05/2026");
});

test("a day is in the past everywhere once it has ended 12 hours behind UTC", () => {
  expect(earliestToday(Date.parse("2026-11-20T11:59:00Z"))).toBe("2026-11-19");
  expect(earliestToday(Date.parse("2026-11-20T12:00:00Z"))).toBe("2026-11-20");
});

test("days and months are added across month and year ends", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(firstOfMonth("2026-12-31")).toBe("2026-12-01");
  expect(endOfMonth("2026-11-20")).toBe("2026-11-30");
  expect(endOfMonth("2026-12-20", 2)).toBe("2027-02-28");
});

const file = new URL("../../../api/vectors/unbroken.json", import.meta.url);
const cases = JSON.parse(readFileSync(file, "utf8")) as [text: string, shown: string][];

test.each(cases)("no line ends inside a date, a time, a postal code or a place: %s", (text, shown) => {
  expect(unbroken(text).replaceAll("\u00a0", "·")).toBe(shown);
});
