import { expect, test } from "vitest";
import type { BundleStep, BundleVariant, Performance } from "@/api/types";
import { aPerformance } from "@/parts/performance-picker/sample";
import {
  type BuilderEvent,
  type BuilderState,
  boundsOf,
  cartLines,
  chosenIn,
  dateToLoad,
  hasChosen,
  initial,
  kindOf,
  missing,
  missingIn,
  nextTimes,
  priceOf,
  reduce,
  stateOf,
  totalsOf,
} from "./bundle-state";

const saturday = "2026-11-21";
const sunday = "2026-11-22";

const performance = (id: string, time: string, more: Partial<Performance> = {}) =>
  aPerformance(id, {
    performanceTime: time,
    performanceDateTime: `2026-11-21T${time}:00-05:00`,
    showTypeId: 4,
    ...more,
  });

function variant(id: string, displayPrice: number, more: Partial<BundleVariant> = {}): BundleVariant {
  return {
    extProductVariantId: id,
    displayName: id,
    minQuantity: 1,
    maxQuantity: 10,
    requiresPerformance: false,
    displayPrice,
    capacityLevelId: 1,
    capacityDescription: "Available",
    performancePrices: [],
    ...more,
  };
}

function at(day: string, ids: Record<string, number>): BundleVariant["performancePrices"] {
  return Object.entries(ids).map(([time, displayPrice]) => ({
    performanceId: `${day} ${time}`,
    displayPrice,
  }));
}

function step(
  id: string,
  bounds: [number, number | undefined],
  product: string,
  variants: BundleVariant[],
): BundleStep {
  return {
    promotionRuleId: id,
    uiLabel: id,
    uiDescription: "",
    minQuantity: bounds[0],
    ...(bounds[1] === undefined ? {} : { maxQuantity: bounds[1] }),
    products: [{ extProductId: product, displayName: product, performances: [], variants }],
  };
}

/** Three steps: an included car, a tour at noon or at two o'clock, and a list of a book and a leaflet. */
function stepsOf(day: string, times: string[] = ["12:00", "14:00"]): BundleStep[] {
  const tour = step("walking", [2, 6], "tour", [
    variant("adult", 15, {
      requiresPerformance: true,
      performancePrices: at(day, { "12:00": 15, "14:00": 12, "16:00": 12 }),
    }),
    variant("child", 10, {
      requiresPerformance: true,
      maxQuantity: 4,
      performancePrices: at(day, { "12:00": 10, "14:00": 8, "16:00": 8 }),
    }),
  ]);
  tour.products[0]?.performances.push(...times.map((time) => performance(`${day} ${time}`, time)));
  return [
    step("arriving", [1, 1], "parking", [variant("car", 5, { maxQuantity: 1 })]),
    tour,
    step("taking-home", [0, 2], "shop", [
      variant("book", 12, { maxQuantity: 1 }),
      variant("leaflet", 0, { maxQuantity: 1 }),
    ]),
  ];
}

function after(...events: BuilderEvent[]): BuilderState {
  return events.reduce(reduce, initial);
}

const chosen: BuilderEvent[] = [
  { type: "dateChosen", date: saturday },
  { type: "stepsLoaded", date: saturday, steps: stepsOf(saturday) },
];
const count = (variantId: string, value: number): BuilderEvent => ({
  type: "quantityChanged",
  variantId,
  quantity: { value, typed: null },
});
const noon = (day = saturday): BuilderEvent => ({
  type: "timeChosen",
  productId: "tour",
  performanceId: `${day} 12:00`,
});
const walking = (state: BuilderState) => (state.steps ?? [])[1] as BundleStep;

test("the kind of a step depends on how many items it requires and on whether they need a time", () => {
  expect(stepsOf(saturday).map(kindOf)).toEqual(["included", "timed", "list"]);
});

test.each<[number, number | undefined, boolean, string]>([
  [1, 1, false, "included"],
  [1, 1, true, "timed"],
  [2, 6, true, "timed"],
  [0, 1, false, "list"],
  [1, 2, false, "list"],
  [2, 2, false, "list"],
  [1, undefined, false, "list"],
  [0, undefined, false, "list"],
])("a step of %j to %j items (needs a time: %j) has the kind %s", (min, max, requiresPerformance, kind) => {
  const mixed = [variant("book", 1), variant("other", 1, { requiresPerformance })];
  expect(kindOf(step("one", [min, max], "shop", mixed))).toBe(kind);
});

test.each<[number, number | undefined, number, object | null]>([
  [0, 2, 0, null],
  [0, 2, 2, null],
  [0, 2, 3, { reason: "maximum", max: 2 }],
  [2, 3, 0, { reason: "minimum", min: 2 }],
  [2, 3, 1, { reason: "minimum", min: 2 }],
  [2, 3, 2, null],
  [2, 3, 3, null],
  [2, undefined, 1, { reason: "minimum", min: 2 }],
  [2, undefined, 4, null],
  [0, undefined, 4, null],
])(
  "in a list of %j to %j items with %d items selected, what must be corrected is %j",
  (min, max, ticked, missingChoice) => {
    const names = ["a", "b", "c", "d"];
    const list = step(
      "list",
      [min, max],
      "shop",
      names.map((name) => variant(name, 1, { maxQuantity: 1 })),
    );
    const state = after(
      { type: "dateChosen", date: saturday },
      { type: "stepsLoaded", date: saturday, steps: [list] },
      ...names.slice(0, ticked).map((name) => count(name, 1)),
    );
    expect(missingIn(state, list)).toEqual(missingChoice);
  },
);

test("choosing a day loads its steps once and opens the first step with a choice", () => {
  expect(dateToLoad(initial)).toBeNull();
  expect(dateToLoad(after({ type: "dateChosen", date: saturday }))).toBe(saturday);
  const state = after(...chosen);
  expect(dateToLoad(state)).toBeNull();
  expect(state.open).toBe("walking");
});

test("a response for an earlier day is ignored", () => {
  const state = after(
    { type: "dateChosen", date: saturday },
    { type: "dateChosen", date: sunday },
    { type: "stepsLoaded", date: saturday, steps: stepsOf(saturday) },
    { type: "failed", date: saturday, message: "late", unavailable: true },
  );
  expect([state.steps, state.failure, dateToLoad(state)]).toEqual([null, null, sunday]);
});

test("a failed load of a day is reported until it is retried or another day is chosen", () => {
  const failed: BuilderEvent = { type: "failed", date: saturday, message: "no", unavailable: true };
  const state = after({ type: "dateChosen", date: saturday }, failed);
  expect([state.failure?.message, dateToLoad(state)]).toEqual(["no", null]);
  expect(dateToLoad(reduce(state, { type: "retried" }))).toBe(saturday);
  expect(dateToLoad(reduce(state, { type: "dateChosen", date: sunday }))).toBe(sunday);
});

test("the maximum quantity is the smaller of the step's maximum and the variant's maximum", () => {
  const [, tour] = stepsOf(saturday);
  const [adult, child] = tour?.products[0]?.variants ?? [];
  if (!tour || !adult || !child) throw new Error("no variants");
  expect(boundsOf(tour, adult).max).toBe(6);
  expect(boundsOf(tour, child).max).toBe(4);
  expect(boundsOf({ ...tour, maxQuantity: undefined }, adult).max).toBe(10);
});

test("a timed step is valid if a time is chosen and the quantities are within the limits", () => {
  let state = after(...chosen);
  expect(missingIn(state, walking(state))).toEqual({ reason: "time", product: "tour" });
  state = reduce(state, noon());
  expect(missingIn(state, walking(state))).toEqual({ reason: "minimum", min: 2 });
  state = reduce(state, count("adult", 2));
  expect([missingIn(state, walking(state)), stateOf(state, walking(state))]).toEqual([null, "done"]);
  state = reduce(reduce(state, count("adult", 4)), count("child", 3));
  expect(missingIn(state, walking(state))).toEqual({ reason: "maximum", max: 6 });
  state = reduce(state, count("child", 5));
  expect(missingIn(state, walking(state))).toEqual({ reason: "quantity", variant: "child" });
  expect(stateOf(state, walking(state))).toBe("choose");
});

test("an included step is always valid, and an optional list is valid without a selection", () => {
  const state = after(...chosen);
  const [included, , list] = state.steps ?? [];
  if (!included || !list) throw new Error("no steps");
  expect(missingIn(state, included)).toBeNull();
  expect(stateOf(state, list)).toBe("optional");
  expect(stateOf(reduce(state, count("book", 1)), list)).toBe("done");
});

test("the bundle is complete when every step is valid", () => {
  expect(missing(initial)).toEqual({ step: null, why: null });
  expect(missing(after(...chosen))?.step?.promotionRuleId).toBe("walking");
  expect(missing(after(...chosen, noon(), count("adult", 2)))).toBeNull();
});

test("the total counts included parts, uses the price of the chosen time, and leaves out invalid quantities", () => {
  const two = after(...chosen, count("adult", 2), count("book", 1));
  expect(totalsOf(two).cents).toBe(500 + 2 * 1500 + 1200);
  const later = reduce(two, { type: "timeChosen", productId: "tour", performanceId: `${saturday} 14:00` });
  expect(totalsOf(later).cents).toBe(500 + 2 * 1200 + 1200);
  expect(totalsOf(reduce(later, count("adult", 40))).cents).toBe(500 + 1200);
});

test("the parts cost their regular prices outside the bundle, or the same if they have none", () => {
  const car = variant("car", 5, { regularDisplayPrice: 15, maxQuantity: 1 });
  const loaded = after(
    { type: "dateChosen", date: saturday },
    {
      type: "stepsLoaded",
      date: saturday,
      steps: [step("arriving", [1, 1], "parking", [car]), step("home", [0, 2], "shop", [variant("map", 3)])],
    },
  );
  expect(totalsOf(reduce(loaded, count("map", 1)))).toEqual({ cents: 800, separately: 1800 });
});

test("a part is chosen if its quantity is above zero, but not if it is always included", () => {
  const loaded = after(...chosen);
  expect(hasChosen(initial)).toBe(false);
  expect(hasChosen(loaded)).toBe(false);
  expect(hasChosen(reduce(loaded, count("book", 1)))).toBe(true);
});

test("a variant has the price of the first chosen time, or its general price before a time is chosen", () => {
  const adult = stepsOf(saturday)[1]?.products[0]?.variants[0];
  if (!adult) throw new Error("no adult");
  expect(priceOf(adult, [`${saturday} 14:00`, "later"]).displayPrice).toBe(12);
  expect(priceOf(adult, []).displayPrice).toBe(15);
});

test("the cart lines contain included parts, selected items and the chosen times", () => {
  const performances = [{ selectionIndex: 1, performanceId: `${saturday} 12:00` }];
  expect(cartLines(after(...chosen, noon(), count("adult", 2), count("leaflet", 1)))).toEqual([
    { productId: "parking", productVariantId: "car", quantity: 1 },
    { productId: "tour", productVariantId: "adult", quantity: 2, performances },
    { productId: "shop", productVariantId: "leaflet", quantity: 1 },
  ]);
});

test("after a change of the day, the time and quantities that the new day also offers stay selected", () => {
  const state = after(
    ...chosen,
    noon(),
    count("adult", 3),
    count("book", 1),
    { type: "dateChosen", date: sunday },
    { type: "stepsLoaded", date: sunday, steps: stepsOf(sunday) },
  );
  expect(state.times).toEqual({ tour: [`${sunday} 12:00`] });
  expect([state.quantities.adult?.value, state.quantities.book?.value]).toEqual([3, 1]);
  expect([state.dropped, missing(state)]).toEqual([[], null]);
});

test("after a change of the day, a time that is no longer offered and sold-out items are reported", () => {
  const steps = stepsOf(sunday, ["14:00", "16:00"]);
  const book = steps[2]?.products[0]?.variants[0];
  if (!book) throw new Error("no book");
  book.capacityLevelId = 4;
  const state = after(
    ...chosen,
    noon(),
    count("adult", 3),
    count("book", 1),
    // Reopening the calendar keeps the choices.
    { type: "dateReopened" },
    { type: "dateChosen", date: sunday },
    { type: "stepsLoaded", date: sunday, steps },
  );
  expect(state.dropped).toEqual([
    { name: "tour", time: true },
    { name: "shop, book", time: false },
  ]);
  expect([state.times, state.quantities.adult?.value, state.quantities.book]).toEqual([{}, 3, undefined]);
});

test("choices are restored after the shopper has tried an unavailable day", () => {
  const state = after(
    ...chosen,
    noon(),
    count("adult", 2),
    { type: "dateChosen", date: "2026-11-28" },
    { type: "failed", date: "2026-11-28", message: "no", unavailable: true },
    { type: "dateChosen", date: sunday },
    { type: "stepsLoaded", date: sunday, steps: stepsOf(sunday) },
  );
  expect([state.times, state.quantities.adult?.value]).toEqual([{ tour: [`${sunday} 12:00`] }, 2]);
});

/** Returns to the page with the choices of its history entry. */
function back(before: BuilderState, steps: BundleStep[]): BuilderState {
  const { date, carried, open } = JSON.parse(
    JSON.stringify({ date: before.date, carried: chosenIn(before), open: before.open }),
  );
  return after({ type: "returned", date, carried, open }, { type: "stepsLoaded", date: saturday, steps });
}

test("while a day is loaded again, its choices stay, and its steps stay unless the day became unavailable", () => {
  const picked = after(
    ...chosen,
    noon(),
    count("adult", 2),
    { type: "toggled", stepId: "taking-home", open: true },
    { type: "repriced" },
  );
  expect(dateToLoad(picked)).toBe(saturday);
  expect(cartLines(picked)).toHaveLength(2);
  // The response does not overwrite choices that were made before it arrived.
  const on = reduce(reduce(picked, count("child", 1)), {
    type: "toggled",
    stepId: "taking-home",
    open: false,
  });
  const answered = reduce(on, { type: "stepsLoaded", date: saturday, steps: stepsOf(saturday, ["12:00"]) });
  expect(dateToLoad(answered)).toBeNull();
  expect(answered.steps).toEqual(stepsOf(saturday, ["12:00"]));
  expect(cartLines(answered)).toEqual(cartLines(on));
  expect([answered.open, answered.dropped]).toEqual([null, []]);

  const failed = { type: "failed", date: saturday, message: "no" } as const;
  const lost = reduce(picked, { ...failed, unavailable: false });
  expect([cartLines(lost).length, dateToLoad(lost)]).toEqual([2, null]);
  expect(dateToLoad(reduce(lost, { type: "retried" }))).toBe(saturday);
  const over = reduce(picked, { ...failed, unavailable: true });
  expect([over.steps, chosenIn(over)]).toEqual([null, chosenIn(picked)]);
});

test("returning to the page restores the day, the time, the quantities and the open step", () => {
  const before = after(...chosen, noon(), count("adult", 3), count("book", 1), {
    type: "toggled",
    stepId: "taking-home",
    open: true,
  });
  expect(dateToLoad(after({ type: "returned", date: saturday, carried: [], open: null }))).toBe(saturday);
  expect(back(before, stepsOf(saturday))).toEqual({ ...before, dropped: [], carried: [] });
});

test("returning to the page reports choices that are no longer available", () => {
  const before = after(...chosen, noon(), count("adult", 3), count("book", 1));
  const steps = stepsOf(saturday, ["14:00"]);
  const book = steps[2]?.products[0]?.variants[0];
  if (!book) throw new Error("no book");
  book.capacityLevelId = 4;
  expect(back(before, steps).dropped).toEqual([
    { name: "tour", time: true },
    { name: "shop, book", time: false },
  ]);
});

test("choices that are restored without a day apply to the next day that the shopper chooses", () => {
  const before = after(...chosen, noon(), count("adult", 2), { type: "dateReopened" });
  expect(dateToLoad(before)).toBeNull();
  const state = after(
    { type: "returned", date: null, carried: chosenIn(before), open: null },
    { type: "dateChosen", date: sunday },
    { type: "stepsLoaded", date: sunday, steps: stepsOf(sunday) },
  );
  expect([state.times, state.quantities.adult?.value]).toEqual([{ tour: [`${sunday} 12:00`] }, 2]);
});

test("the only time is chosen automatically unless it is full or must be chosen explicitly", () => {
  const one = (more: Partial<Performance>) => {
    const steps = stepsOf(saturday, []);
    steps[1]?.products[0]?.performances.push(performance(`${saturday} 12:00`, "12:00", more));
    return after({ type: "dateChosen", date: saturday }, { type: "stepsLoaded", date: saturday, steps })
      .times;
  };
  expect(one({})).toEqual({ tour: [`${saturday} 12:00`] });
  expect(one({ alwaysPromptPerformance: true })).toEqual({});
  expect(one({ capacityLevelId: 4 })).toEqual({});
});

test("changing the time drops quantities of variants that are not sold at the new time", () => {
  const steps = stepsOf(saturday);
  const child = steps[1]?.products[0]?.variants[1];
  if (!child) throw new Error("no child");
  child.performancePrices = at(saturday, { "12:00": 10 });
  const state = after(
    { type: "dateChosen", date: saturday },
    { type: "stepsLoaded", date: saturday, steps },
    noon(),
    count("child", 2),
    count("adult", 1),
    { type: "timeChosen", productId: "tour", performanceId: `${saturday} 14:00` },
  );
  expect([state.quantities.child, state.quantities.adult?.value]).toEqual([undefined, 1]);
});

test("only one step is open at a time", () => {
  const state = after(...chosen, { type: "toggled", stepId: "taking-home", open: true });
  expect(state.open).toBe("taking-home");
  // A step that closes because another one opened does not change which step is open.
  expect(reduce(state, { type: "toggled", stepId: "walking", open: false }).open).toBe("taking-home");
  expect(reduce(state, { type: "toggled", stepId: "taking-home", open: false }).open).toBeNull();
});

test("times that are too soon after those of an earlier step are missing, with the earliest time", () => {
  const dinner = step("eating", [1, 6], "dinner", [
    variant("guest", 30, { requiresPerformance: true, performancePrices: at(saturday, { "17:00": 30 }) }),
  ]);
  dinner.products[0]?.performances.push(performance(`${saturday} 17:00`, "17:00"));
  const play = step("seeing", [1, 6], "play", [
    variant("seat", 40, {
      requiresPerformance: true,
      performancePrices: at(saturday, { "18:00": 40, "19:30": 40 }),
    }),
  ]);
  play.delay = { after: "eating", minutes: 150 };
  const times = ["18:00", "19:30"].map((time) => performance(`${saturday} ${time}`, time));
  play.products[0]?.performances.push(...times);
  const state = (time: string) =>
    after(
      { type: "dateChosen", date: saturday },
      { type: "stepsLoaded", date: saturday, steps: [dinner, play] },
      count("guest", 2),
      { type: "timeChosen", productId: "play", performanceId: `${saturday} ${time}` },
      count("seat", 2),
    );
  const earliest = "2026-11-21T19:30:00-05:00";
  expect(missingIn(state("18:00"), play)).toEqual({
    reason: "delay",
    earliest,
    minutes: 150,
    other: "eating",
  });
  expect(missingIn(state("19:30"), play)).toBeNull();
});

/**
 * An evening: a dinner, a play at least two hours later, and a drink after the play. The late play is only for adults, and
 * only the early dinner is early enough for the early play.
 */
function evening(): BundleStep {
  const times = { "17:00": 1, "18:30": 1, "19:00": 2, "20:30": 2, "22:00": 3 };
  const starts: Record<string, string> = { "19:00": "17:00", "20:30": "18:30", "22:00": "20:30" };
  const all = step("night", [1, 4], "evening", [
    variant("adult", 50, {
      requiresPerformance: true,
      performancePrices: at(saturday, { "17:00": 45, "18:30": 60, "19:00": 45, "20:30": 45, "22:00": 45 }),
    }),
    variant("child", 20, {
      requiresPerformance: true,
      performancePrices: at(saturday, { "17:00": 20, "18:30": 20, "19:00": 20, "22:00": 20 }),
    }),
  ]);
  const performances = Object.entries(times).map(([time, selectionIndex]) =>
    performance(`${saturday} ${time}`, time, {
      selectionIndex,
      showId: `show ${selectionIndex}`,
      ...(starts[time]
        ? { delayTypeId: 3, delaySelectionDateTime: `${saturday}T${starts[time]}:00-05:00` }
        : {}),
    }),
  );
  all.products[0]?.performances.push(...performances);
  return all;
}

const evenings = (...events: BuilderEvent[]) =>
  after(
    { type: "dateChosen", date: saturday },
    { type: "stepsLoaded", date: saturday, steps: [evening()] },
    ...events,
  );
const timeOf = (time: string): BuilderEvent => ({
  type: "timeChosen",
  productId: "evening",
  performanceId: `${saturday} ${time}`,
});
const timesIn = (state: BuilderState) => state.times.evening?.map((id) => id.slice(-5));

test("a time of each selection is chosen, and only times that fit the earlier ones are offered", () => {
  const [product] = evening().products;
  if (!product) throw new Error("no product");
  const offeredAfter = (...times: string[]) => {
    const chosen = times.flatMap((time) => product.performances.filter((it) => it.performanceTime === time));
    return nextTimes(product, chosen).map(({ performanceTime }) => performanceTime);
  };
  expect(offeredAfter()).toEqual(["17:00", "18:30"]);
  expect(offeredAfter("17:00")).toEqual(["19:00", "20:30"]);
  expect(offeredAfter("18:30")).toEqual(["20:30"]);
  expect(offeredAfter("17:00", "19:00")).toEqual(["22:00"]);
  expect(offeredAfter("17:00", "19:00", "22:00")).toEqual([]);
  // Without the late play, the late dinner leads nowhere.
  const short = {
    ...product,
    performances: product.performances.filter((it) => it.performanceTime !== "20:30"),
  };
  expect(nextTimes(short, []).map(({ performanceTime }) => performanceTime)).toEqual(["17:00"]);
});

test("a time that does not fit the earlier ones, or skips a selection, cannot be chosen", () => {
  expect(timesIn(evenings(timeOf("19:00")))).toBeUndefined();
  expect(timesIn(evenings(timeOf("18:30"), timeOf("19:00")))).toEqual(["18:30", "20:30", "22:00"]);
});

test("the only time that is left of a selection follows without a choice", () => {
  expect(timesIn(evenings(timeOf("17:00")))).toEqual(["17:00"]);
  expect(timesIn(evenings(timeOf("17:00"), timeOf("19:00")))).toEqual(["17:00", "19:00", "22:00"]);
  expect(timesIn(evenings(timeOf("18:30")))).toEqual(["18:30", "20:30", "22:00"]);
});

test("a step with several selections is missing a time until all are chosen", () => {
  const begun = evenings(timeOf("17:00"), count("adult", 1));
  expect(missing(begun)?.why).toEqual({ reason: "time", product: "evening" });
  const done = reduce(begun, timeOf("20:30"));
  expect(missing(done)).toBeNull();
  expect(totalsOf(done).cents).toBe(4500);
  expect(cartLines(done)[0]?.performances).toEqual([
    { selectionIndex: 1, performanceId: `${saturday} 17:00` },
    { selectionIndex: 2, performanceId: `${saturday} 20:30` },
    { selectionIndex: 3, performanceId: `${saturday} 22:00` },
  ]);
});

test("a variant that is not sold at one of the times loses its quantity", () => {
  const state = evenings(count("child", 2), count("adult", 1), timeOf("17:00"), timeOf("20:30"));
  expect([state.quantities.child, state.quantities.adult?.value]).toEqual([undefined, 1]);
});

test("reopening a time reopens the later ones too", () => {
  const chosen = evenings(timeOf("17:00"), timeOf("20:30"));
  const reopened = (position: number) =>
    timesIn(reduce(chosen, { type: "timeReopened", productId: "evening", position }));
  expect([reopened(0), reopened(1)]).toEqual([[], ["17:00"]]);
});

test("times are restored up to the first one that is not available, which is reported", () => {
  const before = evenings(timeOf("17:00"), timeOf("20:30"), count("adult", 2));
  expect(back(before, [evening()])).toEqual({ ...before, dropped: [], carried: [] });
  const full = evening();
  const late = full.products[0]?.performances.find(({ performanceTime }) => performanceTime === "20:30");
  if (!late) throw new Error("no late play");
  late.capacityLevelId = 4;
  const state = back(before, [full]);
  expect([timesIn(state), state.dropped]).toEqual([["17:00"], [{ name: "evening", time: true }]]);
});

test("the times of a later step start after the last time of an earlier one", () => {
  const nightcap = step("after", [0, 4], "nightcap", [
    variant("glass", 10, { requiresPerformance: true, performancePrices: at(saturday, { "22:30": 10 }) }),
  ]);
  nightcap.delay = { after: "night", minutes: 60 };
  nightcap.products[0]?.performances.push(performance(`${saturday} 22:30`, "22:30"));
  const state = after(
    { type: "dateChosen", date: saturday },
    { type: "stepsLoaded", date: saturday, steps: [evening(), nightcap] },
    timeOf("17:00"),
    timeOf("19:00"),
    count("adult", 1),
    count("glass", 1),
  );
  expect(missing(state)?.why).toMatchObject({ reason: "delay", earliest: `${saturday}T23:00:00-05:00` });
});

test("a product that an earlier step offers at fewer times has all of its times in a later step", () => {
  const child = variant("child", 10, {
    requiresPerformance: true,
    performancePrices: at(saturday, { "12:00": 10 }),
  });
  const adult = variant("adult", 15, {
    requiresPerformance: true,
    performancePrices: at(saturday, { "12:00": 15, "14:00": 15 }),
  });
  const [children, adults] = [
    step("children", [0, 4], "tour", [child]),
    step("adults", [1, 4], "tour", [adult]),
  ];
  children.products[0]?.performances.push(performance(`${saturday} 12:00`, "12:00"));
  adults.products[0]?.performances.push(
    performance(`${saturday} 12:00`, "12:00"),
    performance(`${saturday} 14:00`, "14:00"),
  );
  const steps = [children, adults];
  const time = (of: string): BuilderEvent => ({
    type: "timeChosen",
    productId: "tour",
    performanceId: `${saturday} ${of}`,
  });
  const begun = after(
    { type: "dateChosen", date: saturday },
    { type: "stepsLoaded", date: saturday, steps },
    time("12:00"),
    count("child", 1),
    count("adult", 2),
    time("14:00"),
  );
  expect(begun.times.tour).toEqual([`${saturday} 14:00`]);
  expect(begun.quantities.child).toBeUndefined();
  const again = reduce(reduce(begun, { type: "repriced" }), { type: "stepsLoaded", date: saturday, steps });
  expect(again.times.tour).toEqual([`${saturday} 14:00`]);
  expect(again.dropped).toEqual([]);
  expect(chosenIn(again)).toHaveLength(1);
});
