// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ProductDate } from "@/api/types";
import { DateStep } from "./date-step";
import { publicSale } from "./sale";
import { aPerformance } from "./sample";

// No request gets a response, so only the dates sent with the page are known.
beforeEach(() => {
  vi.setSystemTime("2026-11-20T15:00:00Z");
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const dates: ProductDate[] = [
  { date: "2026-12-04", capacityLevelId: 4, capacityDescription: "Full", hasRoom: false },
  { date: "2026-12-05", capacityLevelId: 3, capacityDescription: "Almost Full", hasRoom: true },
];

type More = Partial<Parameters<typeof DateStep>[0]>;

function show(shown: ProductDate[], starting: string | null = null, more: More = {}) {
  const onChoose = vi.fn();
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <DateStep
        productId="day"
        sale={publicSale}
        dates={shown}
        starting={starting}
        {...more}
        onChoose={onChoose}
      />
    </SWRConfig>,
  );
  return onChoose;
}

test("weeks begin on Sunday, and only available days can be chosen", () => {
  show(dates);
  const columns = [...document.querySelectorAll("th")].map((column) => column.textContent);
  expect(columns).toEqual(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]);
  const day = (name: RegExp) => screen.getByRole("button", { name });
  expect(day(/Thursday, December 3, 2026/).getAttribute("aria-disabled")).toBe("true");
  expect(day(/Friday, December 4, 2026.*, Full$/).getAttribute("aria-disabled")).toBe("true");
  expect(day(/Saturday, December 5, 2026.*, Almost Full$/).getAttribute("aria-disabled")).toBeNull();
});

test("the first of the month is not announced as the first available date", () => {
  show(dates);
  expect(screen.getByRole("button", { name: "Tuesday, December 1, 2026" })).toBeDefined();
  expect(document.body.textContent).not.toContain("available date");
});

test("the chosen day is marked and can be chosen again", () => {
  const onChoose = show(dates, null, { present: "2026-12-05" });
  const marked = [...document.querySelectorAll("[aria-selected=true]")];
  expect(marked.map((cell) => cell.textContent)).toEqual([
    expect.stringMatching(/Saturday, December 5, 2026/),
  ]);
  fireEvent.click(screen.getByRole("button", { name: /Saturday, December 5, 2026/ }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("2026-12-05");
});

test("one press on a button chooses the next available day", () => {
  const onChoose = show(dates);
  fireEvent.click(screen.getByRole("button", { name: "Next available: Sat, Dec 5" }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("2026-12-05");
});

test("a calendar with prices says whose prices they are", () => {
  show(dates, null, { priceNote: "Prices are for Adult." });
  expect(screen.queryByText(/Prices are for/)).toBeNull();
  cleanup();
  show([...dates, { ...dates[1], date: "2026-12-06", fromPrice: 50.5 } as ProductDate], null, {
    priceNote: "Prices are for Adult.",
  });
  expect(screen.getByText("Prices are for Adult.")).toBeDefined();
});

test("a day that cannot be chosen says why when it is pressed, until another day gets the focus", async () => {
  vi.stubGlobal("fetch", async () => Response.json(dates));
  show(dates, "2026-12-04");
  const day = (name: RegExp) => screen.getByRole("button", { name });
  const refusal = (text: string) => screen.findByText(text, { selector: "[role=status]" });
  fireEvent.click(day(/Friday, December 4, 2026/));
  expect(await refusal("Friday, December 4: Full")).toBeDefined();
  fireEvent.click(day(/Wednesday, December 9, 2026/));
  expect(await refusal("Wednesday, December 9: not available")).toBeDefined();
  fireEvent.click(day(/Thursday, December 3, 2026/));
  const shown = await refusal("Thursday, December 3: not available");
  fireEvent.focus(day(/Saturday, December 5, 2026/));
  expect(shown.textContent).toBe("");
});

test("days before the minimum date can be neither chosen nor typed", async () => {
  // The shop has days on sale in the whole month.
  vi.stubGlobal("fetch", async () => Response.json([{ ...dates[1], date: "2026-12-01" }, dates[1]]));
  const onChoose = show([dates[1] as ProductDate], "2026-12-05");
  expect(await screen.findByRole("button", { name: /Tuesday, December 1, 2026/ })).toBeDefined();
  const first = screen.getByRole("button", { name: /Tuesday, December 1, 2026/ });
  expect(first.getAttribute("aria-disabled")).toBe("true");
  const typed = screen.getByRole("textbox", { name: "Or type a date" });
  fireEvent.change(typed, { target: { value: "12/01/2026" } });
  fireEvent.keyDown(typed, { key: "Enter" });
  fireEvent.blur(typed);
  expect(
    await screen.findByText("That date isn't available: Tue, Dec 1. Please choose another date."),
  ).toBeDefined();
  expect(onChoose).not.toHaveBeenCalled();
});

test("a typed day that cannot be chosen stays in the field, with the reason and its year if it is another year", async () => {
  const requested = vi.fn(async () => Response.json([]));
  vi.stubGlobal("fetch", requested);
  show(dates);
  await vi.waitFor(() => expect(requested).toHaveBeenCalledOnce());
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Or type a date" });
  function type(text: string) {
    fireEvent.change(field, { target: { value: text } });
    fireEvent.keyDown(field, { key: "Enter" });
    fireEvent.blur(field);
  }
  type("12/25/2030");
  expect(
    await screen.findByText("That date isn't available: Wed, Dec 25, 2030. Please choose another date."),
  ).toBeDefined();
  expect(field.value).toBe("12/25/2030");
  expect(requested).toHaveBeenCalledTimes(2);
  type("Nov 2, 2026");
  expect(
    await screen.findByText("That date is in the past: Mon, Nov 2. Please choose another date."),
  ).toBeDefined();
  expect(field.value).toBe("Nov 2, 2026");
  type("1/4/2025");
  expect(
    await screen.findByText("That date is in the past: Sat, Jan 4, 2025. Please choose another date."),
  ).toBeDefined();
  expect(requested).toHaveBeenCalledTimes(2);
});

test("for a group the days without room say so, and the next day and time with room are offered", async () => {
  const later: ProductDate = {
    date: "2026-12-06",
    capacityLevelId: 1,
    capacityDescription: "",
    hasRoom: true,
  };
  const times = [
    aPerformance("small", { hasRoom: false }),
    aPerformance("large", { performanceTime: "14:00" }),
  ];
  vi.stubGlobal("fetch", async (request: Request) => {
    expect(await request.clone().json()).toMatchObject({ groupSize: 4 });
    return request.url.endsWith("/product-date")
      ? Response.json([{ ...dates[1], hasRoom: false }, later])
      : Response.json({ success: true, value: times });
  });
  const onEarliest = vi.fn();
  const onChoose = show(dates, null, { groupSize: 4, earliest: times[0], onEarliest });
  const small = await screen.findByRole("button", {
    name: /Saturday, December 5, 2026.*, No room for 4 people$/,
  });
  expect(small.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(await screen.findByRole("button", { name: "Next available: Sun, Dec 6" }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("2026-12-06");
  fireEvent.click(
    await screen.findByRole("button", { name: /^Earliest time for 4 people: .*, 2:00\u00a0PM$/ }),
  );
  expect(onEarliest).toHaveBeenCalledExactlyOnceWith(times[1]);
});

test("the size of the group changes only to numbers within its limit", () => {
  const onGroupSize = vi.fn();
  show(dates, null, { group: { max: 10 }, groupSize: 2, onGroupSize });
  const field = screen.getByRole("spinbutton", { name: "How many people?" });
  for (const typed of ["0", "11", "x", ""]) fireEvent.change(field, { target: { value: typed } });
  expect(onGroupSize).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: "6" } });
  expect(onGroupSize).toHaveBeenCalledExactlyOnceWith(6);
});

test("a message is shown if a product has no available date", () => {
  show([]);
  expect(screen.getByText("No dates are available right now.")).toBeDefined();
});
