import type { Reservation, ReservationTicket, Visit } from "@/api/types";

/** A reservation for tests: empty except for the given changes. */
export function aReservation(changes: Partial<Reservation> = {}): Reservation {
  return {
    reservationInProgress: false,
    paidWithCart: false,
    firstName: "",
    lastName: "",
    emailAddress: "",
    phoneNumber: "",
    zip: "",
    messageCssKeys: [],
    hasAddOns: false,
    ticketValidationCompleted: false,
    underAgeTicketCount: 0,
    additionalGuestCount: 0,
    tickets: [],
    reservationEntitlements: [],
    limits: {
      reservationMaxOrderQuantity: 6,
      reservationMaxUnderAgeTickets: 2,
      allowPartialTicketingReservations: true,
      passValidationMethodId: 2,
    },
    settings: {
      selectedDateModalCapacityLabel: "Places",
      bafDayLabel: "Bring a friend",
      bafDayText: "Your pass lets you bring friends.",
      selectedDateModalAlreadyBookedText: "You have a reservation at this time.",
      noPerformancesMessage: "",
    },
    now: "2026-12-01T10:00:00-05:00",
    changeable: false,
    accountsOwn: false,
    ...changes,
  };
}

export function aVisit(changes: Partial<Visit> = {}): Visit {
  return {
    performanceId: "p1",
    propertyId: "north",
    propertyName: "North Park",
    siteName: "Cedar Parks",
    businessDate: "2026-12-05",
    performanceTime: "10:00",
    name: "Admission",
    bringAFriendDayTicketCount: 0,
    ...changes,
  };
}

export function aTicket(changes: Partial<ReservationTicket> = {}): ReservationTicket {
  return {
    id: "t1",
    barcode: "ABCD-2345",
    realBarcode: "ABCD2345",
    qrCode: "/api/ticket/barcode/ABCD2345",
    ticketTypeId: 3,
    productName: "Day Ticket",
    variantName: "Adult",
    maxAdditionalPeople: 0,
    entitlements: [],
    ...changes,
  };
}
