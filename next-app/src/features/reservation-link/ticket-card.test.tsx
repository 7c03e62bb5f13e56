// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aTicket } from "@/parts/reservation-step/sample";
import { TicketCard } from "./ticket-card";

afterEach(cleanup);

const tea = {
  entitlementId: "tea",
  selectionTypeId: 1 as const,
  selectedThisReservation: false,
  redeemedOtherReservation: false,
  name: "Cream tea",
};

function show(props: Partial<Parameters<typeof TicketCard>[0]>) {
  const onUse = vi.fn();
  render(
    <ul>
      <TicketCard
        ticket={aTicket()}
        removal="alone"
        isUsed={() => false}
        onUse={onUse}
        onRemove={() => {}}
        {...props}
      />
    </ul>,
  );
  return onUse;
}

test("a ticket for one visit shows the day, time and show of the visit", () => {
  const day = "2026-12-05";
  const visit = { activeFrom: day, activeTo: day, entryTime: "14:30", showName: "Lantern Tour" };
  show({ ticket: aTicket(visit) });
  expect(screen.getByText("Valid only on Saturday, December 5, 2026, 2:30 PM")).toBeDefined();
  expect(screen.getByText("Lantern Tour")).toBeDefined();
});

test("the button removes one ticket or a whole reservation, and is missing if neither is allowed", () => {
  show({ removal: "alone" });
  expect(screen.getByRole("button").textContent).toBe("Remove");
  cleanup();
  show({ removal: "together" });
  expect(screen.getByRole("button").textContent).toBe("Remove Reservation");
  cleanup();
  show({ removal: null });
  expect(screen.queryByRole("button")).toBeNull();
});

test("a benefit can be selected unless it is used in a different reservation or is for the party", () => {
  const ticket = aTicket({
    entitlements: [
      { ...tea, sequence: 1 },
      { ...tea, sequence: 2, redeemedOtherReservation: true },
      { ...tea, entitlementId: "guest", selectionTypeId: 2, sequence: 1 },
    ],
  });
  const onUse = show({ ticket });
  const [first, second, ...others] = screen.getAllByRole<HTMLInputElement>("checkbox");
  expect(others).toEqual([]);
  expect(second?.disabled).toBe(true);
  expect(screen.getByText("(2 of 2, Used in another reservation)", { exact: false })).toBeDefined();
  fireEvent.click(first as HTMLInputElement);
  expect(onUse).toHaveBeenCalledWith(ticket.entitlements[0], true);
});
