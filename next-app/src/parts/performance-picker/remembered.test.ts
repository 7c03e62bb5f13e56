import { expect, test } from "vitest";
import type { Performance } from "@/api/types";
import { initial, type PickerState, reduce } from "./picker-state";
import { type Remembered, replay, toRemember } from "./remembered";

const date = "2026-12-05";

function performance(id: string, change: Partial<Performance> = {}): Performance {
  return {
    performanceId: id,
    performanceTime: "10:00",
    performanceDateTime: `${date}T10:00:00-05:00`,
    capacityLevelId: 1,
    capacityDescription: "Available",
    showTypeId: 1 as Performance["showTypeId"],
    showId: "river",
    showName: "River",
    validAllDay: false,
    alwaysPromptShow: false,
    alwaysPromptPerformance: false,
    selectionIndex: 1,
    ...change,
  };
}

/** Repeats what can be repeated, answering each question with what is on offer now. */
function repeated(remembered: Remembered, offered: Performance[]): PickerState {
  let state = initial;
  for (let event = replay(state, remembered); event !== null; event = replay(state, remembered)) {
    state = reduce(state, event);
    state = reduce(state, {
      type: "performancesLoaded",
      question: { kind: "performances", date },
      performances: offered,
    });
  }
  return state;
}

const house = [
  performance("river.1"),
  performance("river.2"),
  performance("lake.1", { showId: "lake", showName: "Lake" }),
  performance("lake.2", { showId: "lake", showName: "Lake" }),
];

test("every choice is made again", () => {
  const state = repeated({ date, showId: "lake", performanceIds: ["lake.2"] }, house);
  expect(toRemember(state)).toEqual({ date, showId: "lake", performanceIds: ["lake.2"] });
});

test("what is no longer on offer, or full by now, is left to the shopper", () => {
  const gone = repeated({ date, showId: "lake", performanceIds: ["lake.9"] }, house);
  expect(gone.chosen).toEqual([]);
  const full = house.map((one) =>
    one.performanceId === "lake.2" ? { ...one, capacityLevelId: 4 as const } : one,
  );
  expect(repeated({ date, showId: "lake", performanceIds: ["lake.2"] }, full).chosen).toEqual([]);
});

test("nothing chosen is nothing to remember", () => {
  expect(toRemember(initial)).toBeNull();
});
