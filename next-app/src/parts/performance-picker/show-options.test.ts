import { expect, test } from "vitest";
import type { Performance } from "@/api/types";
import { initial, type PickerState } from "./picker-state";
import { aPerformance } from "./sample";
import { showOptions } from "./show-options";

const price = (extProductVariantId: string, displayPrice: number) => ({
  extProductVariantId,
  displayName: extProductVariantId,
  displayPrice,
});

/** A performance of a show on the chosen day. */
function at(time: string, changes: Partial<Performance>): Performance {
  const performanceDateTime = `2026-12-05T${time}:00-05:00`;
  return aPerformance(`${changes.showId}.${time}`, {
    performanceTime: time,
    performanceDateTime,
    ...changes,
  });
}

const opened = (performances: Performance[]): PickerState => ({
  ...initial,
  date: "2026-12-05",
  performances,
});
const late = at("22:15", { showId: "songs", durationMinutes: 70, prices: [price("adult", 38)] });
const early = at("18:00", {
  showId: "songs",
  durationMinutes: 70,
  capacityLevelId: 2,
  prices: [price("adult", 32), price("child", 20)],
});

test("a show has its length, its times in order, its lowest price and the capacity of its roomiest time", () => {
  const play = at("19:30", { showId: "play", durationMinutes: 130, prices: [price("adult", 45)] });
  const [songs, other] = showOptions(opened([late, play, early]));
  expect(songs).toMatchObject({ showId: "songs", minutes: 70, roomiest: late });
  expect(songs?.price).toEqual({ lowest: 20, isFrom: true, lowestFor: "child" });
  expect(songs?.performances).toEqual([early, late]);
  expect(other).toMatchObject({ showId: "play", minutes: 130, price: { lowest: 45, isFrom: false } });
});

test("the prices are those of the variant chosen before, where it is sold", () => {
  expect(showOptions(opened([late, early]), "child")[0]?.price).toEqual({ lowest: 20, isFrom: false });
  expect(showOptions(opened([late, early]), "adult")[0]?.price).toEqual({ lowest: 32, isFrom: true });
});

test("the prices are those that anyone can pay, unless everything is only for some shoppers", () => {
  expect(showOptions(opened([late, early]), undefined, ["child"])[0]?.price).toEqual({
    lowest: 32,
    isFrom: true,
  });
  expect(showOptions(opened([early]), undefined, ["adult", "child"])[0]?.price).toMatchObject({ lowest: 20 });
});

test("full times have no price, and times of different lengths have no common length", () => {
  const full = at("11:00", {
    showId: "songs",
    durationMinutes: 55,
    capacityLevelId: 4,
    prices: [price("adult", 9)],
  });
  expect(showOptions(opened([full, late]))[0]).toMatchObject({
    minutes: null,
    price: { lowest: 38 },
    roomiest: late,
  });
  expect(showOptions(opened([full]))[0]).toMatchObject({ minutes: 55, price: null, roomiest: full });
});

test("only the first of several choices has shows to choose from", () => {
  const second = at("20:00", { showId: "dinner", selectionIndex: 2 });
  expect(showOptions(opened([late, second])).map(({ showId }) => showId)).toEqual(["songs"]);
});
