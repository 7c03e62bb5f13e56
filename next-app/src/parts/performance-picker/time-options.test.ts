import { expect, test } from "vitest";
import { initial, type PickerState } from "./picker-state";
import { aPerformance } from "./sample";
import { sharedLevel, timeOptions } from "./time-options";

const adult = (displayPrice: number) => [
  { extProductVariantId: "adult", displayName: "Adult", displayPrice },
  { extProductVariantId: "child", displayName: "Child", displayPrice: displayPrice / 2 },
];
const at = (performances: PickerState["performances"]): PickerState => ({
  ...initial,
  date: "2026-12-05",
  performances,
  show: { id: "river", automatic: true },
});
const morning = aPerformance("morning", { prices: adult(20) });
const evening = aPerformance("evening", { prices: adult(30) });
const prices = (state: PickerState, display: Parameters<typeof timeOptions>[2]) =>
  timeOptions(state, 1, display).map(({ price }) => price);

test("equal prices are shown only if times are compared", () => {
  const state = at([morning, { ...evening, prices: adult(20) }]);
  expect(prices(state, { compared: false })).toEqual([null, null]);
  expect(prices(state, { compared: true })).toEqual([20, 20]);
});

test("different prices are shown even if times are not compared, and they are the prices of the chosen variant", () => {
  const state = at([morning, evening]);
  expect(prices(state, { compared: false })).toEqual([20, 30]);
  expect(prices(state, { compared: false, variant: "child" })).toEqual([10, 15]);
});

test("a sold-out time cannot be chosen and shows no price", () => {
  const soldOut = { ...evening, capacityLevelId: 4 as const, capacityDescription: "Sold out" };
  const [, option] = timeOptions(at([morning, soldOut]), 1, { compared: true });
  expect(option).toMatchObject({ selectable: false, price: null, capacityDescription: "Sold out" });
});

test("the times share a level only if there are several, all can be chosen and all have the same", () => {
  const shared = (...performances: ReturnType<typeof aPerformance>[]) =>
    sharedLevel(timeOptions(at(performances), 1, { compared: true }));
  const [plenty, little, none] = [
    { capacityLevelId: 1 as const, capacityDescription: "Plenty" },
    { capacityLevelId: 3 as const, capacityDescription: "Few" },
    { capacityLevelId: 4 as const, capacityDescription: "None" },
  ];
  expect(shared({ ...morning, ...plenty }, { ...evening, ...plenty })).toEqual({
    levelId: 1,
    description: "Plenty",
  });
  expect(shared({ ...morning, ...plenty }, { ...evening, ...little })).toBeNull();
  expect(shared({ ...morning, ...none }, { ...evening, ...none })).toBeNull();
  expect(shared({ ...morning, ...plenty, hasRoom: false }, { ...evening, ...plenty })).toBeNull();
  expect(shared({ ...morning, ...plenty })).toBeNull();
});

test("a time that starts too early after the chosen one is listed as unavailable only if times are compared", () => {
  const first = aPerformance("first", { performanceDateTime: "2026-12-05T12:00:00-05:00" });
  const early = aPerformance("early", {
    selectionIndex: 2,
    prices: adult(20),
    delayTypeId: 2,
    delaySelectionDateTime: "2026-12-05T11:00:00-05:00",
  });
  const late = aPerformance("late", {
    selectionIndex: 2,
    prices: adult(20),
    performanceDateTime: "2026-12-05T14:00:00-05:00",
  });
  const state: PickerState = { ...at([first, early, late]), chosen: [{ id: "first", automatic: false }] };
  const listed = (compared: boolean) =>
    timeOptions(state, 2, { compared }).map(({ performance, selectable, price }) => [
      performance.performanceId,
      selectable,
      price,
    ]);
  expect(listed(false)).toEqual([["late", true, null]]);
  expect(listed(true)).toEqual([
    ["early", false, null],
    ["late", true, 20],
  ]);
});
