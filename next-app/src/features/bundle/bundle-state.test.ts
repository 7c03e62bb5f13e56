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
      performancePrices: at(day, { "12:00": 15, "14:00": 12 }),
    }),
    variant("child", 10, {
      requiresPerformance: true,
      maxQuantity: 4,
      performancePrices: at(day, { "12:00": 10, "14:00": 8 }),
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

test("a variant has the price of the chosen time, or its general price before a time is chosen", () => {
  const adult = stepsOf(saturday)[1]?.products[0]?.variants[0];
  if (!adult) throw new Error("no adult");
  expect(priceOf(adult, `${saturday} 14:00`).displayPrice).toBe(12);
  expect(priceOf(adult, undefined).displayPrice).toBe(15);
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
  expect(state.times).toEqual({ tour: `${sunday} 12:00` });
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
  expect([state.times, state.quantities.adult?.value]).toEqual([{ tour: `${sunday} 12:00` }, 2]);
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
  expect([state.times, state.quantities.adult?.value]).toEqual([{ tour: `${sunday} 12:00` }, 2]);
});

test("the only time is chosen automatically unless it is full or must be chosen explicitly", () => {
  const one = (more: Partial<Performance>) => {
    const steps = stepsOf(saturday, []);
    steps[1]?.products[0]?.performances.push(performance(`${saturday} 12:00`, "12:00", more));
    return after({ type: "dateChosen", date: saturday }, { type: "stepsLoaded", date: saturday, steps })
      .times;
  };
  expect(one({})).toEqual({ tour: `${saturday} 12:00` });
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
