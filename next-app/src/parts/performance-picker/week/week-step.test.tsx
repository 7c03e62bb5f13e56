// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DynamicDate } from "@/api/types";
import { publicSale } from "../sale";
import { WeekStep } from "./week-step";

/** The query string that the router returns. */
const address = vi.hoisted(() => ({ search: "" }));
vi.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams(address.search) }));

// No request gets a response, so only the days sent with the page are known.
beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});
afterEach(() => {
  cleanup();
  address.search = "";
  window.history.replaceState(null, "", "/");
  vi.unstubAllGlobals();
});

const day = (date: string, capacityLevelId: DynamicDate["capacityLevelId"], text: string): DynamicDate => ({
  date,
  capacityLevelId,
  hasRoom: capacityLevelId < 4,
  capacityDescription: text,
  isClosed: false,
  performances: [],
});
const priced = (known: DynamicDate, lowest: number, highest = lowest): DynamicDate => ({
  ...known,
  minDefaultPrice: lowest,
  maxDefaultPrice: highest,
});

/** The days sent with the page, from the last Monday of November. */
const days = [
  priced(day("2026-11-30", 1, "Available"), 49),
  priced(day("2026-12-01", 3, "Almost Full"), 30, 89),
  day("2026-12-02", 4, "Full"),
  { ...day("2026-12-03", 99, "Unavailable"), isClosed: true },
  priced(day("2026-12-04", 2, "Low Capacity"), 49),
  day("2026-12-05", 99, "Unavailable"),
];

function show(productId = "day") {
  const onChoose = vi.fn();
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <WeekStep
        productId={productId}
        sale={publicSale}
        week={{ days, minimum: "2026-11-30", maximum: "2026-12-31" }}
        groupSize={1}
        onGroupSize={() => {}}
        onChoose={onChoose}
      />
    </SWRConfig>,
  );
  return onChoose;
}

const cells = () => [...document.querySelectorAll<HTMLElement>("[data-day]")];

test("each day is named by its date, price and availability, and only available days can be chosen", () => {
  const onChoose = show();
  expect(
    cells().map((cell) => [cell.querySelector(".sr-only")?.textContent, cell.getAttribute("aria-disabled")]),
  ).toEqual([
    ["Monday, November 30, $49.00, Available", null],
    ["Tuesday, December 1, $30.00 - $89.00, Lowest this week, Almost Full", null],
    ["Wednesday, December 2, Full", "true"],
    ["Thursday, December 3, Closed", "true"],
    ["Friday, December 4, $49.00, Low Capacity", null],
    ["Saturday, December 5, Unavailable", "true"],
  ]);
  for (const cell of cells()) fireEvent.click(cell);
  expect(onChoose.mock.calls).toEqual([["2026-11-30"], ["2026-12-01"], ["2026-12-04"]]);
});

test("a cell shows the number of the day, its price or price range, and the month on the first of a month", () => {
  show();
  const [monday, tuesday] = cells();
  expect(monday?.querySelector("[aria-hidden]")?.textContent).toBe("Mon, Nov 3030$49.00Available");
  expect(tuesday?.querySelector("[aria-hidden]")?.textContent).toBe(
    "Tue, Dec 11Dec$30.00 - $89.00Lowest this weekAlmost Full",
  );
});

test("the columns are Sunday to Saturday, abbreviated where space is short", () => {
  show();
  const headers = screen.getAllByRole("columnheader");
  expect(
    headers.map(({ firstElementChild, lastElementChild }) => [
      firstElementChild?.textContent,
      lastElementChild?.textContent,
    ]),
  ).toEqual([
    ["Sunday", "Sun"],
    ["Monday", "Mon"],
    ["Tuesday", "Tue"],
    ["Wednesday", "Wed"],
    ["Thursday", "Thu"],
    ["Friday", "Fri"],
    ["Saturday", "Sat"],
  ]);
});

test("the list view has no columns", () => {
  address.search = "view=list";
  show();
  expect(screen.queryAllByRole("columnheader")).toEqual([]);
  expect(cells()).toHaveLength(6);
});

test("choosing the list view changes the address and keeps its other parameters", () => {
  window.history.replaceState(null, "", "/product/single/dynamic/day?starting=2026-11-30");
  show();
  const view = (name: string) => screen.getByRole("radio", { name }) as HTMLInputElement;
  expect([view("Week").checked, view("List").checked]).toEqual([true, false]);
  fireEvent.click(view("List"));
  expect(window.location.search).toBe("?starting=2026-11-30&view=list");
  address.search = window.location.search;
  cleanup();
  show();
  fireEvent.click(view("Week"));
  expect(window.location.search).toBe("?starting=2026-11-30");
});

test("the week that was visible last is shown again, but not for a different product", () => {
  const range = () => document.querySelector("[data-week-range]")?.textContent;
  show();
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  cleanup();
  show();
  expect(range()).toBe("12/6/2026 - 12/12/2026");
  cleanup();
  show("evening");
  expect(range()).toBe("11/30/2026 - 12/5/2026");
});

test("the calendar shows the range of the week, does not go back before the minimum, and has a legend", () => {
  show();
  const range = () => document.querySelector("[data-week-range]")?.textContent;
  const turn = (name: string) => screen.getByRole("button", { name });
  expect(range()).toBe("11/30/2026 - 12/5/2026");
  expect(turn("Previous").getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(turn("Previous"));
  expect(range()).toBe("11/30/2026 - 12/5/2026");
  fireEvent.click(turn("Next"));
  expect(range()).toBe("12/6/2026 - 12/12/2026");
  expect(turn("Previous").getAttribute("aria-disabled")).toBeNull();
  const legend = screen.getByRole("list", { name: "Legend" });
  expect([...legend.children].map((level) => level.textContent)).toEqual([
    "Unavailable",
    "Full",
    "Almost Full",
    "Low Capacity",
    "Available",
  ]);
});

test("a day that cannot be chosen says why when it is pressed, until another day gets the focus", () => {
  show();
  const [, second, full, closed] = cells() as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
  const statuses = () => screen.getAllByRole("status").map((status) => status.textContent);
  fireEvent.click(full);
  expect(statuses()).toContain("Wednesday, December 2: Full");
  fireEvent.click(closed);
  expect(statuses()).toContain("Thursday, December 3: Closed");
  fireEvent.focus(second);
  expect(statuses().join()).not.toContain("December 3: Closed");
});

test("a key that cannot move the focus further does not take the focus from a pressed button", () => {
  show();
  cells()[0]?.focus();
  fireEvent.keyDown(cells()[0] as HTMLElement, { key: "ArrowLeft" });
  const next = screen.getByRole("button", { name: "Next" });
  next.focus();
  fireEvent.click(next);
  expect(document.activeElement).toBe(next);
});
