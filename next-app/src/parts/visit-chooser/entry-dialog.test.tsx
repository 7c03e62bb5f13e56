// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { EntryTime, VisitDate } from "@/api/types";
import { aReservation } from "@/parts/reservation-step/sample";
import EntryDialog, { type Chosen } from "./entry-dialog";

afterEach(cleanup);

const time = (performanceTime: string, capacityLevel: EntryTime["capacityLevel"]): EntryTime => ({
  id: performanceTime,
  performanceId: performanceTime,
  performanceTime,
  name: "Harbor Gate",
  capacityLevel,
  isAlreadyBooked: performanceTime === "12:00",
  alwaysPromptPerformance: false,
});

function show(performances: EntryTime[], friends = 0, present?: Chosen, moved?: string) {
  const date: VisitDate = {
    businessDate: "2026-12-05",
    capacityLevel: 4,
    propertyHours: "10:00\u00a0AM to 9:00\u00a0PM",
    maxBringAFriendDayTicketCount: friends,
    performances,
  };
  const onChoose = vi.fn();
  render(
    <EntryDialog
      date={date}
      settings={aReservation().settings}
      present={present}
      busy={false}
      moved={moved}
      onChoose={onChoose}
      onClose={() => {}}
    />,
  );
  return onChoose;
}

const goOn = () => fireEvent.click(screen.getByRole("button", { name: "Continue" }));

test("full and unavailable times are hidden, and one of the other times must be chosen", () => {
  const onChoose = show([time("10:00", 1), time("11:00", 4), time("12:00", 2), time("13:00", 6)]);
  expect(screen.getAllByRole("radio")).toHaveLength(2);
  goOn();
  // The error stands once, at the times, and the first one has the focus.
  const missing = screen.getByText("You must select an entry time");
  const [first] = screen.getAllByRole("radio");
  expect(document.activeElement).toBe(first);
  expect(first?.getAttribute("aria-describedby")).toBe(missing.id);
  expect(onChoose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("radio", { name: /11:00\u00a0AM/ }));
  expect(screen.queryByText("You must select an entry time")).toBeNull();
  goOn();
  expect(onChoose).toHaveBeenCalledWith({ performanceId: "11:00", bringAFriendDayTicketCount: 0 });
});

test("the only remaining time is chosen from the start", () => {
  const onChoose = show([time("10:00", 1), time("11:00", 3)]);
  goOn();
  expect(onChoose).toHaveBeenCalledWith({ performanceId: "11:00", bringAFriendDayTicketCount: 0 });
});

test("the only time of a site that always asks must be chosen", () => {
  const onChoose = show([{ ...time("11:00", 3), alwaysPromptPerformance: true }]);
  goOn();
  expect(onChoose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("radio", { name: /11:00\u00a0AM/ }));
  goOn();
  expect(onChoose).toHaveBeenCalledWith({ performanceId: "11:00", bringAFriendDayTicketCount: 0 });
});

test("more friends than the day allows any more are refused at their number", () => {
  const present = { performanceId: "11:00", bringAFriendDayTicketCount: 2 };
  const onChoose = show([time("11:00", 4), time("12:00", 4)], 1, present);
  goOn();
  expect(screen.getByText("The reservation only allows 1 bring a friends")).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole("spinbutton"));
  expect(onChoose).not.toHaveBeenCalled();
});

test("if the day allows friends, their number is asked for, up to the limit of the day", () => {
  const onChoose = show([time("11:00", 4)], 2);
  fireEvent.change(screen.getByRole("spinbutton", { name: "Bring a friend" }), { target: { value: "3" } });
  expect(screen.getByText("The reservation only allows 2 bring a friends")).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>("spinbutton").value).toBe("2");
  goOn();
  expect(onChoose).toHaveBeenCalledWith({ performanceId: "11:00", bringAFriendDayTicketCount: 2 });
});

test("choosing an entry time for which a ticket is already booked shows the operator's message", () => {
  show([time("11:00", 4), time("12:00", 4)]);
  fireEvent.click(screen.getByRole("radio", { name: /12:00\u00a0PM/ }));
  expect(screen.getByText("You have a reservation at this time.")).toBeDefined();
});

test("what all times have in common is written once, and screen readers read the availability with each time", () => {
  const rows = () => screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent);
  show([time("11:00", 4), time("13:00", 4)]);
  expect(rows()).toEqual(["11:00\u00a0AMAvailable", "1:00\u00a0PMAvailable"]);
  expect(screen.getAllByText("Harbor Gate")).toHaveLength(1);
  expect(screen.getAllByText("Available").filter((word) => word.className !== "sr-only")).toHaveLength(1);
  cleanup();
  show([time("11:00", 4), { ...time("13:00", 2), name: "Hill Gate" }]);
  expect(rows()).toEqual(["11:00\u00a0AMAvailableHarbor Gate", "1:00\u00a0PMAlmost FullHill Gate"]);
});

test("the time of the current visit is chosen from the start", () => {
  show([time("11:00", 4), time("13:00", 4)], 2, { performanceId: "13:00", bringAFriendDayTicketCount: 1 });
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /1:00\u00a0PM/ }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>("spinbutton").value).toBe("1");
});

test("a move shows the old and the new visit, and its button says that it moves", () => {
  const onChoose = show(
    [time("11:00", 4), time("12:00", 4)],
    0,
    undefined,
    "Friday, December 4, 2026, 10:00\u00a0AM",
  );
  const visits = () => screen.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(visits()).toEqual([
    "Friday, December 4, 2026, 10:00\u00a0AM",
    "Saturday, December 5, 2026, choose an entry time",
  ]);
  fireEvent.click(screen.getByRole("radio", { name: /11:00\u00a0AM/ }));
  expect(visits()[1]).toBe("Saturday, December 5, 2026, 11:00\u00a0AM");
  expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Move Visit" }));
  expect(onChoose).toHaveBeenCalledWith({ performanceId: "11:00", bringAFriendDayTicketCount: 0 });
});

test("a move to the present visit is refused", () => {
  const present = { performanceId: "11:00", bringAFriendDayTicketCount: 0 };
  const onChoose = show(
    [time("11:00", 4), time("12:00", 4)],
    0,
    present,
    "Saturday, December 5, 2026, 11:00\u00a0AM",
  );
  const move = () => fireEvent.click(screen.getByRole("button", { name: "Move Visit" }));
  move();
  expect(screen.getByText("This is your current visit. Choose another time or date.")).toBeDefined();
  expect(onChoose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("radio", { name: /12:00\u00a0PM/ }));
  move();
  expect(onChoose).toHaveBeenCalledWith({ ...present, performanceId: "12:00" });
});
