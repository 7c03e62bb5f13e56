// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ReservationSite } from "@/api/types";
import { aReservation } from "@/parts/reservation-step/sample";
import { SiteScreen } from "./site-screen";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

let sent: { path: string; body: unknown }[] = [];

beforeAll(async () => {
  // The dialog is loaded on demand. Loading it here makes it available immediately.
  await import("@/parts/confirm-dialog/confirm-dialog");
});
beforeEach(() => {
  sent = [];
  push.mockClear();
  vi.stubGlobal("fetch", async (request: Request) => {
    const text = await request.text();
    sent.push({ path: new URL(request.url).pathname, body: text === "" ? null : JSON.parse(text) });
    return Response.json({ success: true });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const site = (id: string, name: string): ReservationSite => ({
  id,
  name,
  propertyNames: [name],
  selected: id === "north",
});
const sites = [site("north", "North Park"), site("south", "South Park")];
const guest = {
  firstName: "Ada",
  lastName: "Lovelace",
  emailAddress: "ada@example.org",
  phoneNumber: "5555550100",
  zip: "10001",
};
const inProgress = aReservation({
  ...guest,
  reservationInProgress: true,
  siteId: "north",
  siteName: "North Park",
});
const choose = (name: string) => fireEvent.click(screen.getByRole("button", { name: `Choose ${name}` }));

test("choosing a different site asks for confirmation and then starts the reservation again at that site", async () => {
  render(<SiteScreen sites={sites} reservation={inProgress} code={null} />);
  choose("South Park");
  expect(await screen.findByText("Start over at South Park?")).toBeDefined();
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Start over" }));
  await vi.waitFor(() => expect(push).toHaveBeenCalledExactlyOnceWith("/reservation/link"));
  expect(sent).toEqual([
    { path: "/api/config/web-site/south", body: null },
    { path: "/api/reservation/begin", body: guest },
  ]);
});

test("if the shopper declines the confirmation, the reservation stays at its site", async () => {
  render(<SiteScreen sites={sites} reservation={inProgress} code={null} />);
  choose("South Park");
  fireEvent.click(await screen.findByRole("button", { name: "Keep it" }));
  expect(sent).toEqual([]);
  expect(push).not.toHaveBeenCalled();
});

test("choosing a site needs no confirmation if no reservation is in progress", async () => {
  render(<SiteScreen sites={sites} reservation={aReservation()} code={null} />);
  choose("South Park");
  await vi.waitFor(() => expect(push).toHaveBeenCalledExactlyOnceWith("/reservation/begin"));
  expect(sent).toEqual([{ path: "/api/config/web-site/south", body: null }]);
});
