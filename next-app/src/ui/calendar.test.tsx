// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Calendar } from "./calendar";

afterEach(cleanup);

type Limits = { minimum?: string; maximum?: string; value?: string };

function Shown({ value, onChoose, ...limits }: Limits & { onChoose: (day: string) => void }) {
  const [focused, setFocused] = useState("2026-11-26");
  return (
    <Calendar
      {...limits}
      label="Dates"
      previousLabel="Previous month"
      nextLabel="Next month"
      value={value ?? null}
      focused={focused}
      appearanceOf={(day) => ({ word: "Sold out", mark: null, selectable: !day.endsWith("-13") })}
      onFocus={setFocused}
      onChoose={onChoose}
    />
  );
}

function show(limits: Limits = {}) {
  const onChoose = vi.fn();
  render(<Shown {...limits} onChoose={onChoose} />);
  return onChoose;
}

const stops = () =>
  [...document.querySelectorAll<HTMLElement>("[role=grid] [tabindex='0']")].map((day) => day.dataset.day);
const month = () => screen.getByRole("heading").textContent;
const press = (key: string, shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey });
const day = (name: RegExp) => screen.getByRole("button", { name });

test.each([
  ["ArrowLeft", false, "2026-11-25"],
  ["ArrowRight", false, "2026-11-27"],
  ["ArrowUp", false, "2026-11-19"],
  ["ArrowDown", false, "2026-12-03"],
  ["Home", false, "2026-11-01"],
  ["End", false, "2026-11-30"],
  ["PageUp", false, "2026-10-26"],
  ["PageDown", false, "2026-12-26"],
  ["PageUp", true, "2025-11-26"],
  ["PageDown", true, "2027-11-26"],
])("the key %s with shift %s moves the focus to %s, which is the only Tab stop", (key, shift, moved) => {
  show();
  act(() => day(/November 26, 2026/).focus());
  press(key, shift);
  expect(document.activeElement?.getAttribute("data-day")).toBe(moved);
  expect(stops()).toEqual([moved]);
});

test("weeks before the minimum are left out, and the grid is no higher than its weeks", () => {
  show({ minimum: "2026-11-12" });
  const weeks = () => document.querySelectorAll("tbody tr").length;
  const height = () => document.querySelector("table")?.parentElement?.style.height;
  expect([weeks(), height()]).toEqual([4, "13.75rem"]);
  expect(screen.queryByRole("button", { name: /November 7, 2026/ })).toBeNull();
  expect(day(/November 8, 2026/).getAttribute("aria-disabled")).toBe("true");
  // A whole month has the height of six weeks, so that what follows does not move.
  fireEvent.click(screen.getByRole("button", { name: "Next month" }));
  expect([weeks(), height()]).toEqual([5, "19.5rem"]);
  cleanup();
  show({ minimum: "2026-10-10" });
  expect([weeks(), height()]).toEqual([5, "19.5rem"]);
});

test("the last days of the first month are shown with the following month in one grid", () => {
  show({ minimum: "2026-11-20" });
  const height = () => document.querySelector("table")?.parentElement?.style.height;
  const [previous, next] = [/Previous/, /Next/].map((name) => screen.getByRole("button", { name }));
  const both = "November 2026 December 2026";
  expect(screen.getByRole("grid", { name: both })).toBeDefined();
  expect(height()).toBe("27.875rem");
  act(() => day(/November 26, 2026/).focus());
  press("ArrowDown");
  expect(stops()).toEqual(["2026-12-03"]);
  expect(day(/November 26, 2026/)).toBeDefined();
  expect(previous?.getAttribute("aria-disabled")).toBe("true");
  // The next month is the one after both, whichever day has the focus.
  if (next) fireEvent.click(next);
  expect(month()).toBe("January 2027");
  expect(screen.queryByRole("button", { name: /December 3, 2026/ })).toBeNull();
  if (previous) fireEvent.click(previous);
  expect(screen.getByRole("grid", { name: both })).toBeDefined();
  act(() => day(/November 26, 2026/).focus());
  if (next) fireEvent.click(next);
  expect(month()).toBe("January 2027");
});

test("a first month with two weeks left, or without a following month, is shown alone", () => {
  show({ minimum: "2026-11-17" });
  expect(screen.getByRole("grid", { name: "November 2026" })).toBeDefined();
  cleanup();
  show({ minimum: "2026-11-20", maximum: "2026-11-30" });
  expect(screen.getByRole("grid", { name: "November 2026" })).toBeDefined();
});

test("neither keys nor buttons leave the days between minimum and maximum", () => {
  const onChoose = show({ minimum: "2026-11-12", maximum: "2026-12-04" });
  act(() => day(/November 26, 2026/).focus());
  press("PageUp");
  expect(stops()).toEqual(["2026-11-12"]);
  expect(screen.getByRole("button", { name: "Previous month" }).getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: "Previous month" }));
  expect(month()).toBe("November 2026");
  fireEvent.click(day(/November 11, 2026/));
  fireEvent.click(screen.getByRole("button", { name: "Next month" }));
  expect(month()).toBe("December 2026");
  expect(stops()).toEqual(["2026-12-04"]);
  expect(screen.getByRole("button", { name: "Next month" }).getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(day(/December 5, 2026/));
  expect(onChoose).not.toHaveBeenCalled();
  fireEvent.click(day(/December 2, 2026/));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("2026-12-02");
});

test("a month starts on its day of the week, and a day that cannot be chosen can be focused", () => {
  const onChoose = show({ value: "2026-11-24" });
  const [first] = screen.getAllByRole("row");
  expect([...(first?.children ?? [])].map((cell) => cell.textContent?.slice(0, 6))).toEqual([
    "Sunday",
    "Monday",
    "Tuesda",
    "Wednes",
    "Thursd",
    "Friday",
    "Saturd",
  ]);
  const chosen = [...document.querySelectorAll("[role=grid] [aria-selected='true']")];
  expect(chosen.map((cell) => cell.textContent)).toEqual([expect.stringContaining("November 24, 2026")]);
  const closed = day(/Friday, November 13, 2026, Sold out/);
  act(() => closed.focus());
  expect(stops()).toEqual(["2026-11-13"]);
  fireEvent.click(closed);
  expect(onChoose).not.toHaveBeenCalled();
});
