import type { Reservation, ReservationEntitlement, ReservationTicket, TicketEntitlement } from "@/api/types";
import type { Quantity } from "@/parts/quantity-stepper/stepper-state";
import type { TextIdOf } from "@/text/texts";

/** The visitor's changes to the stored party that are not saved yet. This module has no side effects. */
export type Edits = {
  children: Quantity | null;
  guests: Quantity | null;
  /** Whether each benefit of a ticket is used, by `benefitKey`. */
  used: Record<string, boolean>;
  /** The quantities of the party's benefits, by id. */
  quantities: Record<string, Quantity>;
};

export const noEdits: Edits = { children: null, guests: null, used: {}, quantities: {} };

/** How a benefit is chosen: 1 for each ticket, 2 for the whole reservation. */
const [atTicket, together] = [1, 2];

export const benefitKey = (ticket: ReservationTicket, { entitlementId, sequence }: TicketEntitlement) =>
  `${ticket.id} ${entitlementId} ${sequence}`;

export function benefitsOf(ticket: ReservationTicket): TicketEntitlement[] {
  return ticket.entitlements.filter(({ selectionTypeId }) => selectionTypeId === atTicket);
}

export function sharedBenefits({ reservationEntitlements }: Reservation): ReservationEntitlement[] {
  return reservationEntitlements.filter(({ entitlementTypeId }) => entitlementTypeId === together);
}

const plain = (value: number): Quantity => ({ value, typed: null });

export const childrenOf = (reservation: Reservation, edits: Edits): Quantity =>
  edits.children ?? plain(reservation.underAgeTicketCount);

export const guestsOf = (reservation: Reservation, edits: Edits): Quantity =>
  edits.guests ?? plain(reservation.additionalGuestCount);

export const quantityOf = (benefit: ReservationEntitlement, edits: Edits): Quantity =>
  edits.quantities[benefit.id] ?? plain(benefit.quantity);

export function isUsed(ticket: ReservationTicket, benefit: TicketEntitlement, edits: Edits): boolean {
  if (benefit.redeemedOtherReservation) return false;
  return edits.used[benefitKey(ticket, benefit)] ?? benefit.selectedThisReservation;
}

/** The highest guest allowance among the tickets. */
export function maxGuests({ tickets }: Reservation): number {
  return Math.max(0, ...tickets.map(({ maxAdditionalPeople }) => maxAdditionalPeople));
}

export type PartyError = { textId: TextIdOf<"reservation">; count?: number };

/** The first reason why the party cannot continue; null if there is none. */
export function partyError(reservation: Reservation, edits: Edits): PartyError | null {
  const { tickets, limits } = reservation;
  const most = {
    together: limits.reservationMaxOrderQuantity,
    children: limits.reservationMaxUnderAgeTickets,
    guests: maxGuests(reservation),
  };
  const { value: children } = childrenOf(reservation, edits);
  const { value: guests } = guestsOf(reservation, edits);
  const benefits = sharedBenefits(reservation).reduce(
    (sum, benefit) => sum + quantityOf(benefit, edits).value,
    0,
  );
  if (tickets.length === 0 && !(benefits > 0)) return { textId: "reservation.no-tickets" };
  // Each limit is written as a negated comparison, so that text that is not a number (NaN) fails it.
  if (!(tickets.length + children + guests <= most.together))
    return { textId: "reservation.too-many-guests", count: most.together };
  if (!(children >= 0 && children <= most.children))
    return { textId: "reservation.too-many-children", count: most.children };
  if (!(guests >= 0 && guests <= most.guests))
    return { textId: "reservation.too-many-additional", count: most.guests };
  return null;
}

/** The body of `reservation/ticket-finalize`. */
export function finalizeBody(reservation: Reservation, edits: Edits) {
  return {
    underAgeTicketCount: childrenOf(reservation, edits).value,
    additionalGuests: guestsOf(reservation, edits).value,
    entitlements: reservation.tickets.flatMap((ticket) =>
      benefitsOf(ticket)
        .filter((benefit) => isUsed(ticket, benefit, edits))
        .map(({ entitlementId, sequence }) => ({
          reservationTicketId: ticket.id,
          entitlementId,
          sequence,
        })),
    ),
    reservationEntitlements: sharedBenefits(reservation).map((benefit) => ({
      entitlementId: benefit.id,
      quantity: quantityOf(benefit, edits).value,
    })),
  };
}

/**
 * How a ticket can be removed from the party: alone, together with all tickets of its reservation code, or
 * not at all (null), because the button of the first ticket of that code removes it.
 */
export function removalOf(
  ticket: ReservationTicket,
  { tickets, limits }: Reservation,
): "alone" | "together" | null {
  const { reservationCode: code } = ticket;
  if (limits.allowPartialTicketingReservations || code === undefined) return "alone";
  return tickets.find(({ reservationCode }) => reservationCode === code) === ticket ? "together" : null;
}
