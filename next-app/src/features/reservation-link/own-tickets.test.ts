import { expect, test } from "vitest";
import type { AccountTicket } from "@/api/types";
import { aReservation, aTicket, aVisit } from "@/parts/reservation-step/sample";
import { ownTickets } from "./own-tickets";

const own = (accountId: string, from?: string, to = from): AccountTicket => ({
  accountId,
  barcode: `CODE-${accountId}`,
  ticketTypeId: 3,
  productName: "Park Day Ticket",
  variantName: "Adult",
  validityStartDate: from,
  validityEndDate: to,
  over: false,
  siteName: "Cedar Park",
  hasPhoto: false,
  reservationSiteIds: [],
});
const saturday = own("saturday", "2026-12-05");
const sunday = own("sunday", "2026-12-06");
const pass = own("pass", "2026-12-06", "2027-12-05");
const anyDay = own("any-day");

function split(changes: Parameters<typeof aReservation>[0]) {
  const { valid, otherDays } = ownTickets([saturday, sunday, pass, anyDay], aReservation(changes));
  const ids = (tickets: AccountTicket[]) => tickets.map(({ accountId }) => accountId);
  return [ids(valid), ids(otherDays)];
}

test("a ticket that is already in the party is not offered again, even if its code is partly hidden", () => {
  const alongside = aTicket({ accountId: "2", barcode: "…4RBC", realBarcode: "…4RBC" });
  const tickets = [aTicket({ accountId: "1" }), alongside];
  const { valid } = ownTickets([own("1"), own("2"), own("3")], aReservation({ tickets }));
  expect(valid.map(({ accountId }) => accountId)).toEqual(["3"]);
});

test("all tickets are offered while the day is open", () => {
  expect(split({})).toEqual([["saturday", "sunday", "pass", "any-day"], []]);
});

test("only tickets that are valid on the chosen day are offered", () => {
  const on = (businessDate: string) => split({ visit: aVisit({ businessDate }) });
  expect(on("2026-12-05")).toEqual([
    ["saturday", "any-day"],
    ["sunday", "pass"],
  ]);
  expect(on("2026-12-06")).toEqual([["sunday", "pass", "any-day"], ["saturday"]]);
});

test("without a chosen day, the tickets of the party decide on the days", () => {
  const ticket = (activeFrom?: string, activeTo = activeFrom) => aTicket({ activeFrom, activeTo });
  expect(split({ tickets: [ticket("2026-12-05")] })[0]).toEqual(["saturday", "any-day"]);
  const tickets = [ticket("2026-01-01", "2027-06-30"), ticket("2026-12-06"), ticket()];
  expect(split({ tickets })[0]).toEqual(["sunday", "pass", "any-day"]);
});
