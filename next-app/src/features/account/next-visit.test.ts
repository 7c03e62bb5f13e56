import { expect, test } from "vitest";
import type { AccountTicket, Reservation } from "@/api/types";
import { visitsOfNextDay } from "./next-visit";

const ticket = (id: string, day: string, more: Partial<AccountTicket> = {}): [AccountTicket] => [
  {
    accountId: id,
    barcode: id,
    ticketTypeId: 3,
    productName: "Park day",
    variantName: "Adult",
    siteName: "Cedar Park",
    over: false,
    hasPhoto: false,
    reservationSiteIds: [],
    visitDate: day,
    validityStartDate: day,
    validityEndDate: day,
    ...more,
  },
];

const reservation = (id: string, day: string, more: Partial<Reservation> = {}) =>
  ({
    id,
    state: "confirmed",
    now: "2026-11-21T09:00:00-05:00",
    visit: { businessDate: day, performanceTime: "11:00" },
    ...more,
  }) as Reservation;

const ids = (...given: Parameters<typeof visitsOfNextDay>) =>
  visitsOfNextDay(...given).map((visit) =>
    "tickets" in visit ? visit.tickets[0].accountId : visit.reservation.id,
  );

test("tickets and reservations of the next day are listed by time", () => {
  const held = [
    ticket("later", "2026-12-01"),
    ticket("evening", "2026-11-22", { entryTime: "19:30" }),
    ticket("any time", "2026-11-22"),
  ];
  expect(ids(held, [reservation("visit", "2026-11-22")])).toEqual(["any time", "visit", "evening"]);
});

test("a part of a bundle that needs no day belongs to the next day", () => {
  const ferry = ticket("ferry", "2026-11-22", { validityStartDate: undefined, validityEndDate: undefined });
  expect(ids([ticket("park", "2026-11-22"), ferry], [])).toEqual(["park", "ferry"]);
});

test("a visit today counts, and a visit of the past or without a day does not", () => {
  const held = [
    ticket("past", "2026-11-20", { over: true, visitDate: undefined }),
    ticket("season", "2026-12-31", { validityStartDate: "2026-01-01", visitDate: undefined }),
  ];
  const reservations = [
    reservation("cancelled", "2026-11-21", { state: "cancelled" }),
    reservation("over", "2026-11-20"),
    reservation("today", "2026-11-21"),
  ];
  expect(ids(held, reservations)).toEqual(["today"]);
  expect(ids(held, [])).toEqual([]);
});
