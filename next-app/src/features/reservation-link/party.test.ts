import { expect, test } from "vitest";
import type { Reservation } from "@/api/types";
import { aReservation, aTicket } from "@/parts/reservation-step/sample";
import { reservationTexts } from "@/text/areas/reservation";
import { fill } from "@/text/texts";
import {
  type Edits,
  finalizeBody,
  isUsed,
  maxGuests,
  noEdits,
  partyError,
  removalOf,
  sharedBenefits,
} from "./party";

const count = (value: number) => ({ value, typed: null });
const tickets = (number: number) =>
  Array.from({ length: number }, (_, index) => aTicket({ id: `t${index}`, maxAdditionalPeople: index }));
const text = (reservation: Reservation, edits: Partial<Edits> = {}) => {
  const errorId = partyError(reservation, { ...noEdits, ...edits });
  return errorId && fill(reservationTexts[errorId.textId], { count: errorId.count ?? "" });
};

const guestPass = {
  id: "guest",
  entitlementTypeId: 2 as const,
  quantity: 0,
  maxQuantity: 2,
  cardTitle: "Guest passes",
};

test("a party needs at least one ticket or benefit", () => {
  const nothing = "You must add at least one (1) ID or barcode as instructed above before you can continue.";
  expect(text(aReservation())).toBe(nothing);
  const shared = aReservation({ reservationEntitlements: [guestPass] });
  expect(text(shared)).toBe(nothing);
  expect(text(shared, { quantities: { guest: count(1) } })).toBeNull();
});

test("numbers of people are accepted up to each limit, and refused beyond it with the exact message", () => {
  const three = aReservation({ tickets: tickets(3) });
  expect(text(three, { children: count(2), guests: count(1) })).toBeNull();
  expect(text(three, { children: count(2), guests: count(2) })).toBe(
    "Reservations are limitied to a maximum of 6 guests",
  );
  expect(text(three, { children: count(3) })).toBe(
    "You can only have a max of 2 non-ticketed child(ren) per reservation",
  );
  expect(text(three, { guests: count(3) })).toBe(
    "You can only have a max of 2 additional adult(s) or child(ren) (4+) per reservation",
  );
  expect(text(aReservation({ tickets: tickets(7) }))).toBe(
    "Reservations are limitied to a maximum of 6 guests",
  );
});

test("text that is not a number and a negative number are refused", () => {
  const one = aReservation({ tickets: tickets(1) });
  expect(text(one, { children: { value: Number.NaN, typed: "x" } })).toBe(
    "Reservations are limitied to a maximum of 6 guests",
  );
  expect(text(one, { children: count(-1) })).toBe(
    "You can only have a max of 2 non-ticketed child(ren) per reservation",
  );
});

test("the highest allowance among the tickets is the maximum number of guests", () => {
  expect(maxGuests(aReservation())).toBe(0);
  expect(maxGuests(aReservation({ tickets: tickets(3) }))).toBe(2);
});

const benefit = {
  entitlementId: "parking",
  selectionTypeId: 1 as const,
  selectedThisReservation: false,
  redeemedOtherReservation: false,
  name: "Parking",
};

test("the request contains the server's state with the visitor's changes applied", () => {
  const ticket = aTicket({
    entitlements: [
      { ...benefit, sequence: 1, selectedThisReservation: true },
      { ...benefit, sequence: 2 },
      { ...benefit, sequence: 3, redeemedOtherReservation: true },
      { ...benefit, entitlementId: "guest", selectionTypeId: 2, sequence: 1 },
    ],
  });
  const reservation = aReservation({
    tickets: [ticket],
    underAgeTicketCount: 1,
    reservationEntitlements: [guestPass, { ...guestPass, id: "shown", entitlementTypeId: 1 }],
  });
  expect(sharedBenefits(reservation).map(({ id }) => id)).toEqual(["guest"]);
  expect(finalizeBody(reservation, noEdits)).toEqual({
    underAgeTicketCount: 1,
    additionalGuests: 0,
    entitlements: [{ reservationTicketId: "t1", entitlementId: "parking", sequence: 1 }],
    reservationEntitlements: [{ entitlementId: "guest", quantity: 0 }],
  });
  const edits: Edits = {
    children: count(0),
    guests: count(1),
    used: { "t1 parking 1": false, "t1 parking 2": true, "t1 parking 3": true },
    quantities: { guest: count(2) },
  };
  expect(finalizeBody(reservation, edits)).toEqual({
    underAgeTicketCount: 0,
    additionalGuests: 1,
    entitlements: [{ reservationTicketId: "t1", entitlementId: "parking", sequence: 2 }],
    reservationEntitlements: [{ entitlementId: "guest", quantity: 2 }],
  });
  const used = ticket.entitlements[2];
  expect(used && isUsed(ticket, used, edits)).toBe(false);
});

test("tickets with one reservation code are removed together unless partial removal is allowed", () => {
  const party = [
    aTicket({ id: "a", reservationCode: "R1" }),
    aTicket({ id: "b", reservationCode: "R1" }),
    aTicket({ id: "c" }),
    aTicket({ id: "d", reservationCode: "R2" }),
  ];
  const removals = (allowPartialTicketingReservations: boolean) => {
    const { limits } = aReservation();
    const reservation = aReservation({
      tickets: party,
      limits: { ...limits, allowPartialTicketingReservations },
    });
    return party.map((ticket) => removalOf(ticket, reservation));
  };
  expect(removals(false)).toEqual(["together", null, "alone", "together"]);
  expect(removals(true)).toEqual(["alone", "alone", "alone", "alone"]);
});
