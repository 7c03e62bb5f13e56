// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, expect, test, vi } from "vitest";
import type { Performance, PerformanceDetail } from "@/api/types";
import Picker from "./picker";
import type { PricedTimes } from "./picker-props";
import {
  initial,
  nextQuestion,
  type PickerEvent,
  type PickerState,
  type Question,
  reduce,
} from "./picker-state";
import { aDetail, aPerformance } from "./sample";

afterEach(cleanup);

const sale = { saleFlowId: 1 } as Parameters<typeof Picker>[0]["sale"];

type Answer = (question: Question) => PickerEvent;

const begun = reduce(initial, { type: "dateChosen", date: "2026-12-05" });

function show(state: PickerState, priced?: PricedTimes, openDays: string[] = []) {
  const dispatch = vi.fn();
  render(
    <Picker
      productId="tour"
      sale={sale}
      calendar={() => null}
      openDays={openDays}
      priced={priced}
      state={state}
      loading={null}
      touched
      dispatch={dispatch}
      onNamed={() => {}}
    />,
  );
  return dispatch;
}

const after = (answers: Answer[]) =>
  answers.reduce((before, answer) => reduce(before, answer(nextQuestion(before) as Question)), begun);

/** Renders the picker after a day was chosen and the API returned these responses. */
function answered(...answers: Answer[]) {
  show(after(answers));
}

const offers =
  (...performances: Performance[]): Answer =>
  (question) => ({ type: "performancesLoaded", question, performances });

const noon = aPerformance("tours.20261205.1200", {
  performanceTime: "12:00",
  performanceDateTime: "2026-12-05T12:00:00-05:00",
});

const adultAt = (displayPrice: number) => ({
  extProductVariantId: "adult",
  displayName: "Adult",
  displayPrice,
});

const two = { ...noon, performanceId: "tours.20261205.1400", performanceTime: "14:00" };

const details =
  (detail: Partial<PerformanceDetail>): Answer =>
  (question) => ({ type: "detailLoaded", question, detail: aDetail(detail) });

const parts = ["stalls", "circle"].map((showCategoryId) => ({
  showCategoryId,
  name: showCategoryId,
  prices: [],
  capacityLevelId: 1 as const,
  hasRoom: true,
  isAccessible: false,
  isNumbered: true,
  capacityDescription: "Available",
}));
const seats = ["1", "2"].map((seat) => ({
  seatId: `stalls-a-${seat}`,
  name: `A ${seat}`,
  showCategoryId: "stalls",
  row: "A",
  seat,
  x: 10 * Number(seat),
  y: 10,
  kind: "standard" as const,
  isAvailable: true,
}));

test.each<[string, PickerState]>([
  ["Select Date", initial],
  ["Select Show", after([offers(noon, { ...two, showId: "sky", showName: "Sky" })])],
  ["Choose a Time", after([offers(noon, two)])],
  ["Choose your tour", after([offers({ ...noon, uiPrompt: "Choose your tour" }, two)])],
  ["Select Section", after([offers(noon), details({ showTypeId: 2, showCategories: parts })])],
  ["Select Seat", after([offers(noon), details({ showTypeId: 3, showCategories: parts, seats })])],
])("the open step is titled %s", (title, state) => {
  show(state);
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe(title);
  expect(screen.getByRole("region", { name: title })).toBeDefined();
});

test("a time is shown with its label, and an all-day visit with the label alone", () => {
  answered(
    offers(
      noon,
      { ...two, timeLabel: "with a guide" },
      { ...noon, performanceId: "days.20261205.day", validAllDay: true },
      { ...noon, performanceId: "days.20261205.late", validAllDay: true, timeLabel: "From three" },
    ),
  );
  const times = screen.getAllByRole("button").map((button) => button.textContent);
  expect(times).toEqual([
    "Change",
    "12:00\u00a0PMAvailable",
    "2:00\u00a0PMwith a guideAvailable",
    "Any time that dayAvailable",
    "From threeAvailable",
  ]);
});

test("if times are compared by price, unavailable times stay visible and are marked as unavailable", () => {
  const ride = { ...noon, selectionIndex: 2, showName: "Ride", prices: [adultAt(49)] };
  const state = after([
    offers(
      noon,
      {
        ...ride,
        performanceId: "early",
        delayTypeId: 3,
        delaySelectionDateTime: "2026-12-05T11:00:00-05:00",
      },
      { ...ride, performanceId: "full", capacityLevelId: 4, capacityDescription: "Full" },
      { ...ride, performanceId: "closed", capacityLevelId: 99, capacityDescription: "Unavailable" },
      { ...ride, performanceId: "last", capacityLevelId: 3, capacityDescription: "Almost Full" },
    ),
  ]);
  show(state, { title: () => "Select a Time" });
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Select a Time");
  const rides = screen.getAllByRole("button", { name: /Ride/ });
  expect(rides.map((button) => [button.textContent, button.getAttribute("aria-disabled")])).toEqual([
    ["12:00\u00a0PMRideUnavailable", "true"],
    ["12:00\u00a0PMRideFull", "true"],
    ["12:00\u00a0PMRideUnavailable", "true"],
    ["12:00\u00a0PMRide$49.00Almost Full", null],
  ]);
});

test.each([
  [
    [21, 19],
    ["10:00\u00a0AM$21.00Available", "2:00\u00a0PM$19.00Available"],
  ],
  [
    [21, 21],
    ["10:00\u00a0AMAvailable", "2:00\u00a0PMAvailable"],
  ],
])("times with the prices %j show prices only if they differ", ([morning = 0, late = 0], shown) => {
  const at = (performanceTime: string, price: number) => ({
    ...noon,
    performanceId: performanceTime,
    performanceTime,
    prices: [adultAt(price), { ...adultAt(1), extProductVariantId: "child" }],
  });
  show(after([offers(at("10:00", morning), at("14:00", late))]));
  expect(screen.getAllByRole("button", { name: /AM|PM/ }).map((button) => button.textContent)).toEqual(shown);
});

const nothing = "There are no products available for this date / time";

test.each<[string, Answer[]]>([
  ["a day without performances", [offers()]],
  ["a time for which nothing is sold", [offers(noon), details({})]],
  ["a show without sections", [offers(noon), details({ showTypeId: 2 })]],
  ["a show without seats", [offers(noon), details({ showTypeId: 3 })]],
  [
    "a section for which nothing is sold",
    [
      offers(noon),
      details({ showTypeId: 2, showCategories: parts.slice(0, 1) }),
      (question) => ({ type: "placeLoaded", question, variants: [] }),
    ],
  ],
])("%s is reported", (_, answers) => {
  answered(...answers);
  expect(screen.getByText(nothing)).toBeDefined();
});

test("a day without performances, such as one whose only one is cancelled, says that nothing takes place", () => {
  answered(offers());
  expect(screen.getByText("There's nothing scheduled for Sat, Dec 5.")).toBeDefined();
});

test.each([
  [["2026-12-01", "2026-12-05", "2026-12-06"], "2026-12-06", "Next available: Sun, Dec 6"],
  [["2026-12-01", "2026-12-05"], "2026-12-01", "Next available: Tue, Dec 1"],
])("a day without availability, with open days %j, offers %s as the next one", (openDays, date, text) => {
  const dispatch = show(after([offers()]), undefined, openDays);
  fireEvent.click(screen.getByRole("button", { name: text }));
  expect(dispatch).toHaveBeenCalledExactlyOnceWith({ type: "dateChosen", date });
});

test.each([[["2026-12-05"]], [[]]])(
  "a day without availability, with open days %j, offers no other day",
  (openDays) => {
    show(after([offers()]), undefined, openDays);
    expect(screen.queryByRole("button", { name: /^Next available/ })).toBeNull();
  },
);

test("a time after which no following selection is possible is reported", () => {
  answered(
    offers(noon, {
      ...two,
      selectionIndex: 2,
      delayTypeId: 2,
      delaySelectionDateTime: "2026-12-05T11:00:00-05:00",
    }),
  );
  const text = "No times are available after this one. Please choose an earlier time.";
  expect(screen.getByText(`${nothing}. ${text}`)).toBeDefined();
});

test("after a choice is reopened, the page names the choices that were cleared", () => {
  const second = { selectionIndex: 2, uiPrompt: "Choose your lunch" };
  const [early, late] = ["11:00", "12:00"].map((performanceTime) => ({
    ...noon,
    performanceId: `lunches.20261205.${performanceTime}`,
    performanceTime,
    ...second,
  }));
  answered(offers(...([noon, early, late] as Performance[])), () => ({
    type: "performanceChosen",
    selectionIndex: 2,
    performanceId: "lunches.20261205.12:00",
  }));
  const [shownMessage] = screen.getAllByRole("status").slice(-1);
  expect(shownMessage?.textContent).not.toContain("lunch");
  fireEvent.click(screen.getByRole("button", { name: "Change Saturday, December 5, 2026" }));
  expect(shownMessage?.textContent).toBe("Please make these choices again: Choose your lunch");
});

test("after a failed call, its message is shown and the call can be retried", () => {
  answered((question) => ({ type: "failed", question, message: "The shop is very busy right now." }));
  expect(screen.getByRole("alert").textContent).toContain("The shop is very busy right now.");
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});

test("a time that has closed says so, and one press shows the times of the day again", () => {
  const send = show(
    after([
      offers(noon),
      (question) => ({ type: "refused", question, message: "Booking has closed for noon." }),
    ]),
  );
  expect(screen.getByText(/Booking has closed for noon/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Choose another time" }));
  expect(send).toHaveBeenCalledWith({ type: "dateChosen", date: "2026-12-05" });
});

test("a reopened date step offers to keep the current date", () => {
  const onKeep = vi.fn();
  render(
    <Picker
      productId="tour"
      sale={sale}
      calendar={() => null}
      openDays={[]}
      state={initial}
      loading={null}
      touched
      present="2026-12-05"
      onKeep={onKeep}
      dispatch={() => {}}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Keep Sat, Dec 5" }));
  expect(onKeep).toHaveBeenCalledOnce();
});

const wholeDay = { ...noon, performanceId: "days.20261205.day", validAllDay: true };

test("for an all-day ticket only the day is shown, with the time label if there is one", () => {
  answered(offers(wholeDay));
  expect(screen.queryByText("Only option")).toBeNull();
  expect(screen.queryByText("Select Show")).toBeNull();
  expect(screen.queryByText("Choose a Time")).toBeNull();
  cleanup();
  answered(offers({ ...wholeDay, timeLabel: "Gates open at ten" }));
  expect(screen.getByText("Gates open at ten")).toBeDefined();
  expect(screen.queryByText("Only option")).toBeNull();
});

test("a finished step is headed by its answer, and an only show and time are one line with nothing to press", () => {
  answered(offers(noon));
  expect(screen.queryByText("Select Date")).toBeNull();
  const line = (text: string) => screen.getByText(text).closest<HTMLElement>("div.grid");
  expect(line("Saturday, December 5, 2026")?.textContent).toContain("Change");
  expect(line("River, 12:00 PM")?.textContent).toBe("River, 12:00\u00a0PMOnly option");
  expect(screen.getAllByRole("button")).toHaveLength(1);
});

const open = { hours: { date: "2026-12-05", opens: "10:00", closes: "18:00" } };

test.each<[object, string, PickerState, string | null]>([
  [open, "with performances", after([offers(noon)]), "Open 10:00\u00a0AM to 6:00\u00a0PM"],
  [{}, "with performances", after([offers(noon)]), null],
  [open, "without performances", after([offers()]), null],
])(
  "the venue answers %j, and a chosen day %s shows the hours only if both have them",
  async (told, _, state, text) => {
    const fetched = vi.fn(async (_: Request) => Response.json(told));
    vi.stubGlobal("fetch", fetched);
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <Picker
          productId="tour"
          siteId="park"
          sale={sale}
          calendar={() => null}
          openDays={[]}
          state={state}
          loading={null}
          touched
          dispatch={() => {}}
        />
      </SWRConfig>,
    );
    await vi.waitFor(() => expect(document.querySelector("[data-picker] .h-5")).toBeNull());
    if (text) expect(fetched.mock.calls[0]?.[0].url).toMatch(/\/api\/venue\/park\/day\/2026-12-05$/);
    expect(screen.queryByText(/^Open /)?.textContent ?? null).toBe(text);
    vi.unstubAllGlobals();
  },
);

test("a chosen day has a check mark only if it has performances", () => {
  const checks = () => document.querySelectorAll("[data-picker] .text-ok").length;
  answered(offers(noon));
  expect(checks()).toBe(2);
  cleanup();
  answered(offers());
  expect(checks()).toBe(0);
});
