import { expect, test } from "vitest";
import type { Performance } from "@/api/types";
import { initial, nextQuestion, type PickerState, reduce } from "./picker-state";
import { aDetail, aPerformance } from "./sample";
import { replay, type StoredChoices, toStoredChoices, withoutSeats } from "./stored-choices";

const date = "2026-12-05";

/** Restores the stored choices as far as possible if only the performances in `offered` are available. */
function repeated(storedChoices: StoredChoices, offered: Performance[]): PickerState {
  let state = initial;
  for (let event = replay(state, storedChoices); event !== null; event = replay(state, storedChoices)) {
    state = reduce(state, event);
    state = reduce(state, {
      type: "performancesLoaded",
      question: { kind: "performances", date, groupSize: 1 },
      performances: offered,
    });
  }
  return state;
}

const house = [
  aPerformance("river.1"),
  aPerformance("river.2"),
  aPerformance("lake.1", { showId: "lake", showName: "Lake" }),
  aPerformance("lake.2", { showId: "lake", showName: "Lake" }),
];

test("every stored choice is restored", () => {
  const state = repeated({ date, showId: "lake", performanceIds: ["lake.2"] }, house);
  expect(toStoredChoices(state)).toEqual({ date, showId: "lake", performanceIds: ["lake.2"] });
});

test("a stored choice that is full or no longer offered is not restored", () => {
  const unavailable = repeated({ date, showId: "lake", performanceIds: ["lake.9"] }, house);
  expect(unavailable.chosen).toEqual([]);
  const full = house.map((one) =>
    one.performanceId === "lake.2" ? { ...one, capacityLevelId: 4 as const } : one,
  );
  expect(repeated({ date, showId: "lake", performanceIds: ["lake.2"] }, full).chosen).toEqual([]);
});

const seat = {
  name: "A 1",
  showCategoryId: "stalls",
  row: "A",
  x: 10,
  y: 10,
  kind: "standard",
  isAvailable: true,
} as const;
const area = {
  capacityLevelId: 1,
  capacityDescription: "Available",
  hasRoom: true,
  isAccessible: false,
  isNumbered: true,
} as const;
const hall = aDetail({
  showTypeId: 3,
  showCategories: [
    { ...area, showCategoryId: "stalls", name: "Stalls", prices: [] },
    { ...area, showCategoryId: "box", name: "Box", prices: [] },
  ],
  seats: ["1", "2"].map((number) => ({ ...seat, seatId: number, seat: number })),
});

/** The picker of a show with seats, after the stored choices were restored. */
function seated(storedChoices: Partial<StoredChoices>): PickerState {
  const before = { date, showId: null, performanceIds: [], ...storedChoices };
  let state = repeated(before, [aPerformance("river.1", { showTypeId: 3 })]);
  const question = nextQuestion(state);
  if (!question) throw new Error("the state machine requests nothing");
  state = reduce(state, { type: "detailLoaded", question, detail: hall });
  for (let event = replay(state, before); event !== null; event = replay(state, before)) {
    state = reduce(state, event);
  }
  return state;
}

test("the seating choice and the preferred section are stored and restored, except a section that no longer exists", () => {
  const places = [{ seating: "named" as const, seats: [{ seatId: "2", variantId: "adult" }] }];
  const named = seated({ places });
  expect([named.seating, named.named?.seats]).toEqual(["named", places[0]?.seats]);
  expect(toStoredChoices(named)?.places).toEqual(places);
  expect(withoutSeats({ date, showId: null, performanceIds: [], places }).places).toEqual([
    { seating: "named" },
  ]);
  const boxes = seated({ places: [{ showCategoryId: "box" }] });
  expect([boxes.seating, boxes.section?.id]).toEqual(["best", "box"]);
  expect(toStoredChoices(boxes)).toMatchObject({ places: [{ showCategoryId: "box" }] });
  const anywhere = seated({ places: [{ showCategoryId: "moon" }] });
  expect([anywhere.seating, anywhere.section]).toEqual(["best", null]);
});

test("without choices nothing is stored", () => {
  expect(toStoredChoices(initial)).toBeNull();
});
