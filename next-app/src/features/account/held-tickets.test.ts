import { expect, test } from "vitest";
import type { AccountTicket } from "@/api/types";
import { countsByName, heldTickets } from "./held-tickets";

const day = (id: string, date: string | null, more: Partial<AccountTicket> = {}): AccountTicket => ({
  accountId: id,
  orderId: "order",
  barcode: id,
  ticketTypeId: 3,
  productName: "Park day",
  variantName: "Adult",
  siteName: "Cedar Park",
  over: false,
  hasPhoto: false,
  reservationSiteIds: [],
  ...(date ? { validityStartDate: date, validityEndDate: date } : {}),
  ...more,
});

const ids = (tickets: AccountTicket[]) =>
  heldTickets(tickets).map((group) => group.map((one) => one.accountId));

test("tickets are sorted by end date, with open-ended tickets and then expired tickets at the end", () => {
  const tickets = [
    day("forever", null),
    day("old", "2026-10-01", { over: true }),
    day("next", "2026-11-22"),
    day("older", "2026-09-01", { over: true }),
    day("pass", "2026-12-31", { ticketTypeId: 1, validityStartDate: "2026-01-01" }),
    day("tomorrow", "2026-11-21"),
  ];
  expect(ids(tickets)).toEqual([["tomorrow"], ["next"], ["pass"], ["forever"], ["old"], ["older"]]);
});

test("a part of a bundle that needs no day is listed with the day of its bundle", () => {
  const tickets = [
    day("ferry", null, { visitDate: "2026-11-21", productName: "Ferry" }),
    day("later", "2026-11-22", { visitDate: "2026-11-22" }),
    day("forever", null),
    day("park", "2026-11-21", { visitDate: "2026-11-21" }),
  ];
  expect(ids(tickets)).toEqual([["ferry"], ["park"], ["later"], ["forever"]]);
});

test("two visits on the same day are sorted by time", () => {
  const tickets = [
    day("evening", "2026-11-21", { entryTime: "19:30" }),
    day("noon", "2026-11-21", { entryTime: "12:00" }),
  ];
  expect(ids(tickets)).toEqual([["noon"], ["evening"]]);
});

test("tickets of the same order, product and day form one entry, even if other tickets are listed between them", () => {
  const tickets = [
    day("a", "2026-11-21"),
    day("other day", "2026-11-22"),
    day("b", "2026-11-21", { variantName: "Child" }),
    day("other order", "2026-11-21", { orderId: "another" }),
    day("other product", "2026-11-21", { productName: "Theater" }),
  ];
  expect(ids(tickets)).toEqual([["a", "b"], ["other order"], ["other product"], ["other day"]]);
});

test("a pass always forms a separate entry", () => {
  expect(ids([day("ada", null, { ticketTypeId: 1 }), day("eve", null, { ticketTypeId: 1 })])).toEqual([
    ["ada"],
    ["eve"],
  ]);
});

test("tickets are counted by name", () => {
  const [group] = heldTickets([day("a", null), day("b", null, { variantName: "Child" }), day("c", null)]);
  if (!group) throw new Error("no group");
  expect([...countsByName(group, (ticket) => ticket.variantName)]).toEqual([
    ["Adult", 2],
    ["Child", 1],
  ]);
});
