import { expect, test } from "vitest";
import type { EntryTime, VisitDate, VisitDates } from "@/api/types";
import { visitAppearance } from "@/lib/visit-level";
import { reservationTexts } from "@/text/areas/reservation";
import { visitTexts } from "@/text/areas/visit";
import { fill } from "@/text/texts";
import { bookedDays, dayLevel, entryErrors, firstChosen, openTimes, takenDays } from "./visit-days";

const time = (id: string, capacityLevel: EntryTime["capacityLevel"], isAlreadyBooked = false): EntryTime => ({
  id,
  performanceId: id,
  name: "Admission",
  capacityLevel,
  isAlreadyBooked,
  alwaysPromptPerformance: false,
});

const day = (capacityLevel: VisitDate["capacityLevel"], performances: EntryTime[]): VisitDate => ({
  businessDate: "2026-12-05",
  capacityLevel,
  maxBringAFriendDayTicketCount: 0,
  performances,
});

test.each([1, 2, 3, 4, 5, 6] as const)("a day of level %d keeps its level if it is not booked", (level) => {
  expect(dayLevel(day(level, [time("a", 4)]), false)).toBe(level);
});

test("only a day that is available, nearing or almost full can be chosen", () => {
  const levels = [1, 2, 3, 4, 5, 6] as const;
  const can = levels.filter(
    (level) => visitAppearance(dayLevel(day(level, [time("a", 4)]), false)).selectable,
  );
  expect(can).toEqual([2, 3, 4]);
});

test("a day without entry times is closed, even if its level is available", () => {
  expect(dayLevel(day(4, []), true)).toBe(5);
});

test("a booked day is closed, unless the site allows several bookings of a ticket", () => {
  const booked = day(4, [time("a", 4), time("b", 3, true)]);
  expect(dayLevel(booked, false)).toBe(5);
  expect(dayLevel(booked, true)).toBe(4);
  expect(bookedDays([booked, day(4, [time("a", 4)])], false)).toEqual(["2026-12-05"]);
  expect(bookedDays([booked], true)).toEqual([]);
});

test("only days that would be open without the party's visit are listed as ticket or pass already reserved", () => {
  const booked = [time("a", 4, true)];
  const of = (businessDate: string, level: VisitDate["capacityLevel"], times = booked) => ({
    ...day(level, times),
    businessDate,
  });
  const days = (allowSameTicketSamePerformanceMultipleBooking: boolean) =>
    ({
      allowSameTicketSamePerformanceMultipleBooking,
      dates: [
        of("2026-12-05", 4),
        of("2026-12-06", 1),
        of("2026-12-07", 4, [time("a", 4)]),
        of("2026-12-08", 2),
      ],
    }) as VisitDates;
  expect(takenDays(days(false))).toEqual(["2026-12-05", "2026-12-08"]);
  expect(takenDays(days(true))).toEqual([]);
});

test("full and unavailable times are not shown", () => {
  const times = [1, 2, 3, 4, 6].map((level) => time(String(level), level as EntryTime["capacityLevel"]));
  expect(openTimes(day(4, times)).map(({ id }) => id)).toEqual(["2", "3", "4"]);
});

test("the only time, or the time of the current visit, is chosen from the start", () => {
  const [one, other] = [time("a", 4), time("b", 4)];
  expect(firstChosen([one], undefined)).toBe("a");
  expect(firstChosen([{ ...one, alwaysPromptPerformance: true }], undefined)).toBeNull();
  expect(firstChosen([one, other], undefined)).toBeNull();
  expect(firstChosen([one, other], "b")).toBe("b");
  expect(firstChosen([one, other], "gone")).toBeNull();
});

test("a time is required, and the number of friends is limited by the day", () => {
  const friends = (value: number) => ({ value, typed: null });
  expect(entryErrors("a", friends(2), 2)).toEqual({});
  expect(visitTexts[entryErrors(null, friends(0), 0).time as "visit.time-required"]).toBe(
    "You must select an entry time",
  );
  const errorId = entryErrors("a", friends(3), 2).friends;
  expect(errorId && fill(reservationTexts[errorId], { count: 2 })).toBe(
    "The reservation only allows 2 bring a friends",
  );
  expect(entryErrors("a", friends(-1), 2)).toHaveProperty("friends");
  expect(entryErrors("a", friends(Number.NaN), 2)).toHaveProperty("friends");
});
