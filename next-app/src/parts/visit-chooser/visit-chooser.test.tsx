// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, expect, test, vi } from "vitest";
import type { VisitDates } from "@/api/types";
import { aReservation } from "@/parts/reservation-step/sample";
import VisitChooser from "./visit-chooser";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** On a busy machine, loading and rendering the calendar and its dialog may take more than a second. */
const longTimeout = { timeout: 30_000 };

const none: VisitDates = {
  propertyId: "north",
  firstDate: "2026-12-01",
  lastDate: "2027-03-31",
  places: 2,
  dates: [],
  allowSameTicketSamePerformanceMultipleBooking: false,
};
const some: VisitDates = { ...none, nextAvailableDate: "2026-12-05" };

const chooser = (
  <VisitChooser
    reservationId="r1"
    propertyId="north"
    parkName="North Park"
    read={() => (api) => api.GET("/reservation/performance", { params: { query: {} } })}
    settings={aReservation().settings}
    present={undefined}
    choose={async () => null}
    redirectOnRefusal={() => false}
    noDates={{ proceedText: "Back to your tickets", onProceed: () => {} }}
  />
);

test("a reopened calendar does not show days that were read before the party changed", async () => {
  const page = (shown: boolean) => (
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>{shown ? chooser : null}</SWRConfig>
  );
  vi.stubGlobal("fetch", async () => Response.json(none));
  const { rerender } = render(page(true));
  expect(await screen.findByRole("alertdialog", { name: "No Available Dates" }, longTimeout)).toBeTruthy();
  rerender(page(false));
  // The party has changed, and its days are still loading.
  let answer = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  rerender(page(true));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  answer(Response.json(some));
  expect(await screen.findByRole("list", { name: "Legend" }, longTimeout)).toBeTruthy();
});

test.each([
  [1, "Your ticket is valid only on Saturday, December 5."],
  [2, "The only day your whole party can visit is Saturday, December 5."],
])("a party of %i whose tickets are valid on one day reads so", async (places, text) => {
  vi.stubGlobal("fetch", async () => Response.json({ ...some, places, onlyDate: "2026-12-05" }));
  render(<SWRConfig value={{ provider: () => new Map() }}>{chooser}</SWRConfig>);
  expect(await screen.findByText(text, undefined, longTimeout)).toBeTruthy();
});

test("a day that cannot be chosen says why when it is pressed", async () => {
  const performances = [{ isAlreadyBooked: false }];
  const full = { businessDate: "2026-12-07", capacityLevel: 1, performances } as VisitDates["dates"][number];
  vi.stubGlobal("fetch", async () => Response.json({ ...some, dates: [full] }));
  render(<SWRConfig value={{ provider: () => new Map() }}>{chooser}</SWRConfig>);
  const day = (name: RegExp) => screen.findByRole("button", { name }, longTimeout);
  fireEvent.click(await day(/^Monday, December 7, 2026, Full$/));
  expect(await screen.findByText("Monday, December 7: Full")).toBeTruthy();
  fireEvent.click(await day(/^Wednesday, December 9, 2026$/));
  expect(await screen.findByText("Wednesday, December 9: not available")).toBeTruthy();
});
