// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { AccountTicket } from "@/api/types";
import { OwnList } from "./own-list";

afterEach(cleanup);

const ticket: AccountTicket = {
  accountId: "1",
  barcode: "ABCD2345",
  ticketTypeId: 3,
  productName: "Park Day Ticket",
  variantName: "Adult",
  validityStartDate: "2026-12-05",
  validityEndDate: "2026-12-05",
  entryTime: "10:00",
  showName: "Garden gate",
  over: false,
  siteName: "Cedar Park",
  hasPhoto: false,
  reservationSiteIds: [],
};
const pass: AccountTicket = {
  ...ticket,
  accountId: "2",
  barcode: "WXYZ6789",
  ticketTypeId: 1,
  firstName: "Ada",
  lastName: "Lovelace",
  productName: "Season Pass",
  validityEndDate: "2027-12-04",
  entryTime: undefined,
  showName: undefined,
};

test("each ticket of an account is listed with its holder, day, time and show", () => {
  render(<OwnList tickets={{ valid: [ticket, pass], otherDays: [] }} onAdd={vi.fn()} onAdded={vi.fn()} />);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Park Day TicketAdultValid only on Saturday, December\u00a05,\u00a02026, 10:00\u00a0AMGarden gateABCD2345Add",
    "Ada LovelaceSeason Pass, AdultDecember\u00a05,\u00a02026 through December\u00a04,\u00a02027WXYZ6789Add",
  ]);
});

test("after a ticket was added, the focus moves to the next one, then to the one before, then out of the list", async () => {
  const onAdded = vi.fn();
  const other = { ...pass, accountId: "3", barcode: "LMNP5678" };
  const list = (tickets: AccountTicket[]) => (
    <OwnList tickets={{ valid: tickets, otherDays: [] }} onAdd={async () => null} onAdded={onAdded} />
  );
  const add = (code: string) => screen.getByRole("button", { name: new RegExp(code) });
  const { rerender } = render(list([ticket, pass, other]));
  fireEvent.click(add("WXYZ6789"));
  await waitFor(() => expect(document.activeElement).toBe(add("LMNP5678")));
  rerender(list([ticket, other]));
  fireEvent.click(add("LMNP5678"));
  await waitFor(() => expect(document.activeElement).toBe(add("ABCD2345")));
  rerender(list([ticket]));
  expect(onAdded).not.toHaveBeenCalled();
  fireEvent.click(add("ABCD2345"));
  await waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
});

test("tickets for other days are listed with the reason and cannot be added", () => {
  render(<OwnList tickets={{ valid: [pass], otherDays: [ticket] }} onAdd={vi.fn()} onAdded={vi.fn()} />);
  expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
    "Add Ada Lovelace, WXYZ6789",
  ]);
  const others = screen.getByText("Not valid on the day of your visit").closest("details");
  expect(others?.open).toBe(false);
  expect(others?.textContent).toContain("Valid only on Saturday, December\u00a05,\u00a02026, 10:00\u00a0AM");
});
