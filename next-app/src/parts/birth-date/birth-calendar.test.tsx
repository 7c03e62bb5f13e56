// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import BirthCalendar from "./birth-calendar";

afterEach(cleanup);

test("birth dates of the last hundred years up to today can be chosen", () => {
  const onChoose = vi.fn();
  render(<BirthCalendar value={null} today="2026-11-21" onChoose={onChoose} />);
  const year = screen.getByLabelText("Year") as HTMLSelectElement;
  const years = within(year)
    .getAllByRole("option")
    .map((option) => option.textContent);
  expect([years.length, years[0], years.at(-1)]).toEqual([101, "2026", "1926"]);
  expect(document.activeElement).toBe(year);

  const day = (name: RegExp) => screen.getByRole("button", { name });
  fireEvent.change(year, { target: { value: "2026" } });
  fireEvent.change(screen.getByLabelText("Month"), { target: { value: "11" } });
  expect(day(/November 22, 2026/).getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(day(/November 22, 2026/));
  expect(onChoose).not.toHaveBeenCalled();
  fireEvent.click(day(/November 21, 2026/));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("2026-11-21");

  fireEvent.change(year, { target: { value: "1926" } });
  // The week before the first day that can be chosen is left out.
  expect(screen.queryByRole("button", { name: /November 20, 1926/ })).toBeNull();
  fireEvent.click(day(/November 21, 1926/));
  expect(onChoose).toHaveBeenLastCalledWith("1926-11-21");
});
