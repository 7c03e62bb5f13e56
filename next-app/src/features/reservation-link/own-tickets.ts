import type { AccountTicket, Reservation, ReservationTicket } from "@/api/types";

/** The account's tickets that are not in the party yet. */
function addable(own: AccountTicket[], party: ReservationTicket[]): AccountTicket[] {
  const there = new Set(party.map(({ accountId }) => accountId));
  return own.filter(({ accountId }) => !there.has(accountId));
}

/** The days on which a visit can be: the day that was chosen, or else those on which all tickets of the party are valid. */
type Days = { from?: string; to?: string };

function daysOfVisit({ visit, tickets }: Pick<Reservation, "visit" | "tickets">): Days {
  if (visit) return { from: visit.businessDate, to: visit.businessDate };
  const known = (days: (string | undefined)[]) => days.filter((day) => day !== undefined).sort();
  const from = known(tickets.map(({ activeFrom }) => activeFrom)).at(-1);
  const to = known(tickets.map(({ activeTo }) => activeTo)).at(0);
  return { from, to };
}

/** The account's tickets that can be added to the party, and those that are not valid on a day of its visit. */
export function ownTickets(
  own: AccountTicket[],
  reservation: Pick<Reservation, "visit" | "tickets">,
): { valid: AccountTicket[]; otherDays: AccountTicket[] } {
  const { from, to } = daysOfVisit(reservation);
  const isValid = ({ validityStartDate: first, validityEndDate: last }: AccountTicket) =>
    (!first || !to || first <= to) && (!last || !from || from <= last);
  const tickets = addable(own, reservation.tickets);
  return { valid: tickets.filter(isValid), otherDays: tickets.filter((ticket) => !isValid(ticket)) };
}
