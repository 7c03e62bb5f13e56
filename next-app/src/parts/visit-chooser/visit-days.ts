import type { EntryTime, VisitDate, VisitDates } from "@/api/types";
import { closedLevel, visitAppearance } from "@/lib/visit-level";
import type { Quantity } from "@/parts/quantity-stepper/stepper-state";
import type { TextIdOf } from "@/text/texts";

/** Pure functions that decide which days and entry times can be reserved. */

/** Whether a ticket of the party already has a visit on this day that excludes a second one. */
export function isBooked({ performances }: VisitDate, allowsSeveral: boolean): boolean {
  return !allowsSeveral && performances.some(({ isAlreadyBooked }) => isAlreadyBooked);
}

/** The level of a day. A day is closed if it has no entry times or is already booked. */
export function dayLevel(date: VisitDate, allowsSeveral: boolean): number {
  const isClosed = date.performances.length === 0 || isBooked(date, allowsSeveral);
  return isClosed ? closedLevel : date.capacityLevel;
}

/** The days on which a ticket of the party already has a visit that excludes a second one. */
export function bookedDays(dates: VisitDate[], allowsSeveral: boolean): string[] {
  return dates.filter((date) => isBooked(date, allowsSeveral)).map(({ businessDate }) => businessDate);
}

/** The days that are closed only because a ticket of the party already has a visit on them. */
export function takenDays({ dates, ...days }: VisitDates): string[] {
  const open = dates.filter(({ capacityLevel }) => visitAppearance(capacityLevel).selectable);
  return bookedDays(open, days.allowSameTicketSamePerformanceMultipleBooking);
}

export function hasDates({ nextAvailableDate }: VisitDates): boolean {
  return nextAvailableDate !== undefined;
}

/** The times to choose from, without full and unavailable ones. */
export function openTimes({ performances }: VisitDate): EntryTime[] {
  return performances.filter(({ capacityLevel }) => visitAppearance(capacityLevel).selectable);
}

/** The initially chosen time: the only time unless the site always asks, or else the time of the current visit. */
export function firstChosen(times: EntryTime[], present: string | undefined): string | null {
  const [only] = times;
  if (times.length === 1 && only && !only.alwaysPromptPerformance) return only.performanceId;
  return times.find(({ performanceId }) => performanceId === present)?.performanceId ?? null;
}

export type EntryErrors = {
  time?: TextIdOf<"visit">;
  friends?: TextIdOf<"reservation">;
};

export function entryErrors(chosen: string | null, friends: Quantity, mostFriends: number): EntryErrors {
  const errors: EntryErrors = {};
  if (chosen === null) errors.time = "visit.time-required";
  if (!(friends.value >= 0 && friends.value <= mostFriends)) errors.friends = "reservation.too-many-friends";
  return errors;
}
