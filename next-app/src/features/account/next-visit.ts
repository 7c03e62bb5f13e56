import type { AccountTicket, Reservation, Venue, VenueDay } from "@/api/types";
import type { HeldTogether } from "./held-tickets";

/** A visit on a known day: tickets for that day, or a confirmed reservation. */
export type Visit = { day: string; time: string | null } & (
  | { tickets: HeldTogether }
  | { reservation: Reservation }
);

/** The venue of a visit, and its opening hours on the day of the visit if they are known. */
export type VisitVenue = { venue: Venue; hours: VenueDay["hours"] };

/** The id of the visit's site, if the shop still has the site. */
export function siteOf(visit: Visit): string | undefined {
  return "tickets" in visit ? visit.tickets[0].siteId : visit.reservation.siteId;
}

/** The visits on the next day that has any, earliest first; empty if none is ahead. */
export function visitsOfNextDay(held: HeldTogether[], reservations: Reservation[]): Visit[] {
  const visits = [...held.flatMap(visitOfTickets), ...reservations.flatMap(visitOfReservation)];
  visits.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  return visits.filter(({ day }) => day === visits[0]?.day);
}

function keyOf({ day, time }: Visit): string {
  return `${day} ${time ?? ""}`;
}

function visitOfTickets(tickets: HeldTogether): Visit[] {
  const [{ visitDate: day, entryTime }] = tickets;
  return day ? [{ day, time: entryTime ?? null, tickets }] : [];
}

/** A reservation says the shop's time with the offset of its site, so its date part is the site's date. */
function visitOfReservation(reservation: Reservation): Visit[] {
  const { state, visit, now } = reservation;
  if (state !== "confirmed" || !visit || visit.businessDate < now.slice(0, 10)) return [];
  return [{ day: visit.businessDate, time: visit.performanceTime ?? null, reservation }];
}

/** The only day on which a ticket admits; null if there are several, or if there is no last day. */
export function dayOf({ validityStartDate: from, validityEndDate: to }: AccountTicket): string | null {
  return to !== undefined && from === to ? to : null;
}
