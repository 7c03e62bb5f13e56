import type { EntryTime, VisitDate, VisitDates } from "@/api/types";
import { closedLevel, visitLook } from "@/lib/visit-level";
import type { Quantity } from "@/parts/quantity-stepper/stepper-state";
import type { TextIdOf } from "@/text/texts";

/** Which days and entry times can be reserved (spec 2 §4 and §5). Pure. */

/** Whether a ticket of the party has a visit on this day already that rules out another one. */
export function isBooked({ performances }: VisitDate, allowsSeveral: boolean): boolean {
  return !allowsSeveral && performances.some(({ isAlreadyBooked }) => isAlreadyBooked);
}

/** The level of a day; one without any entry time, or that is booked already, counts as closed. */
export function dayLevel(date: VisitDate, allowsSeveral: boolean): number {
  const isClosed = date.performances.length === 0 || isBooked(date, allowsSeveral);
  return isClosed ? closedLevel : date.capacityLevel;
}

/** The days of which it has to be said why they are closed. */
export function bookedDays(dates: VisitDate[], allowsSeveral: boolean): string[] {
  return dates.filter((date) => isBooked(date, allowsSeveral)).map(({ businessDate }) => businessDate);
}

/** Days that would be open, had no ticket of the party a visit on them already. */
export function takenDays({ dates, ...days }: VisitDates): string[] {
  const open = dates.filter(({ capacityLevel }) => visitLook(capacityLevel).selectable);
  return bookedDays(open, days.allowSameTicketSamePerformanceMultipleBooking);
}

export function hasDates({ nextAvailableDate }: VisitDates): boolean {
  return nextAvailableDate !== undefined;
}

/** The times to choose from: what is reached or unavailable is not shown. */
export function openTimes({ performances }: VisitDate): EntryTime[] {
  return performances.filter(({ capacityLevel }) => visitLook(capacityLevel).selectable);
}

/** What stands chosen at first: the time that is left, unless it is to be asked for, or the one of the visit as it is. */
export function firstChosen(times: EntryTime[], present: string | undefined): string | null {
  const [only] = times;
  if (times.length === 1 && only && !only.alwaysPromptPerformance) return only.performanceId;
  return times.find(({ performanceId }) => performanceId === present)?.performanceId ?? null;
}

export type EntryFaults = {
  time?: TextIdOf<"visit">;
  friends?: TextIdOf<"reservation">;
};

export function entryFaults(chosen: string | null, friends: Quantity, mostFriends: number): EntryFaults {
  const faults: EntryFaults = {};
  if (chosen === null) faults.time = "visit.time-required";
  if (!(friends.value >= 0 && friends.value <= mostFriends)) faults.friends = "reservation.too-many-friends";
  return faults;
}
