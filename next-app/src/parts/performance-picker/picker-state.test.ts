import { describe, expect, test } from "vitest";
import type { PerformanceDetail as Detail, Performance, SeatState, Variant } from "@/api/types";
import {
  chosenPerformance,
  clearedWith,
  deadEnd,
  hasNextPlace,
  initial,
  isPlaceChosen,
  linePerformances,
  namedCount,
  namesSeats,
  nextQuestion,
  noAvailability,
  noPerformances,
  offered,
  openStep,
  options,
  type PickerEvent,
  type PickerState,
  party,
  reduce,
  seatedUnits,
  seatingChart,
  seats,
  shows,
  variants,
} from "./picker-state";
import { aDetail, aPerformance, aVariant } from "./sample";

const date = "2026-12-05";

const at = (hour: number) => `${date}T${String(hour).padStart(2, "0")}:00:00-05:00`;

const priced = (showTypeId: number, change: Partial<Detail> = {}) =>
  aDetail({
    showTypeId: showTypeId as Detail["showTypeId"],
    productVariants: [aVariant("adult")],
    ...change,
  });

const category = (showCategoryId: string, capacityLevelId = 1) => ({
  showCategoryId,
  name: showCategoryId,
  prices: [],
  capacityLevelId: capacityLevelId as Performance["capacityLevelId"],
  hasRoom: capacityLevelId !== 4,
  isAccessible: false,
  isNumbered: true,
  capacityDescription: "Available",
});

const seat = (seatId: string): SeatState => ({
  seatId,
  name: seatId,
  showCategoryId: "stalls",
  row: "A",
  seat: seatId,
  x: 10,
  y: 10,
  kind: "standard" as const,
  isAvailable: true,
});

/** Answers the state machine's current request. */
function answered(state: PickerState, answer: Performance[] | Detail | { variants: Variant[] }) {
  const question = nextQuestion(state);
  if (!question) throw new Error("the state machine requests nothing");
  if (Array.isArray(answer)) {
    expect(question.kind).toBe("performances");
    return reduce(state, { type: "performancesLoaded", question, performances: answer });
  }
  if ("variants" in answer) {
    expect(question.kind).toBe("section");
    return reduce(state, { type: "placeLoaded", question, variants: answer.variants });
  }
  expect(question.kind).toBe("detail");
  return reduce(state, { type: "detailLoaded", question, detail: answer });
}

const on = (performances: Performance[]) =>
  answered(reduce(initial, { type: "dateChosen", date }), performances);

const choose = (state: PickerState, selectionIndex: number, performanceId: string) =>
  reduce(state, { type: "performanceChosen", selectionIndex, performanceId });

const ids = (state: PickerState) => state.chosen.map((choice) => choice.id);

describe("choice of a date", () => {
  test("nothing is loaded before a date is chosen", () => {
    expect(nextQuestion(initial)).toBeNull();
    expect(openStep(initial)).toEqual({ kind: "date" });
  });

  test("choosing a date loads its performances", () => {
    expect(nextQuestion(reduce(initial, { type: "dateChosen", date }))).toEqual({
      kind: "performances",
      date,
      groupSize: 1,
    });
  });

  test("choosing a different date clears every later choice", () => {
    const done = answered(on([aPerformance("a")]), priced(1));
    expect(variants(done)).toHaveLength(1);
    const moved = reduce(done, { type: "dateChosen", date: "2026-12-06" });
    expect(moved).toEqual({ ...initial, date: "2026-12-06" });
  });

  test("a date without performances is reported, and no step opens", () => {
    const empty = on([]);
    expect(noPerformances(empty)).toBe(true);
    expect(openStep(empty)).toBeNull();
    expect(nextQuestion(empty)).toBeNull();
  });

  test("a response for an earlier date is ignored", () => {
    const first = reduce(initial, { type: "dateChosen", date });
    const question = nextQuestion(first);
    if (!question) throw new Error("the state machine requests nothing");
    const second = reduce(first, { type: "dateChosen", date: "2026-12-06" });
    expect(reduce(second, { type: "performancesLoaded", question, performances: [aPerformance("a")] })).toBe(
      second,
    );
  });
});

describe("choice of a show", () => {
  const two = [aPerformance("a"), aPerformance("b", { showId: "sky", showName: "Sky" })];

  test("the only show is chosen automatically", () => {
    expect(on([aPerformance("a"), aPerformance("b")]).show).toEqual({ id: "river", automatic: true });
  });

  test("the only show is not chosen automatically if its alwaysPromptShow is set", () => {
    const state = on([aPerformance("a", { alwaysPromptShow: true })]);
    expect(state.show).toBeNull();
    expect(openStep(state)).toEqual({ kind: "show" });
  });

  test("none of several shows is chosen automatically", () => {
    expect(openStep(on(two))).toEqual({ kind: "show" });
    expect(shows(on(two)).map((show) => show.showName)).toEqual(["River", "Sky"]);
  });

  test("choosing a show chooses its only performance automatically", () => {
    const state = reduce(on(two), { type: "showChosen", showId: "sky" });
    expect(state.chosen).toEqual([{ id: "b", automatic: true }]);
  });

  test("choosing a different show clears the performances and variants", () => {
    const done = answered(reduce(on(two), { type: "showChosen", showId: "sky" }), priced(1));
    const moved = reduce(done, { type: "showChosen", showId: "river" });
    expect(ids(moved)).toEqual(["a"]);
    expect(moved.detail).toBeNull();
    expect(variants(moved)).toBeNull();
  });

  test("choosing a different show clears the section", () => {
    const sky = reduce(on(two), { type: "showChosen", showId: "sky" });
    const placed = reduce(
      answered(sky, priced(2, { showCategories: [category("stalls"), category("box")] })),
      {
        type: "sectionChosen",
        showCategoryId: "box",
      },
    );
    const done = answered(placed, { variants: [aVariant("adult")] });
    expect([done.section?.id, variants(done)?.length]).toEqual(["box", 1]);
    const moved = reduce(done, { type: "showChosen", showId: "river" });
    expect([moved.section, variants(moved)]).toEqual([null, null]);
  });

  test("only performances of the chosen show are offered", () => {
    const state = reduce(on([...two, aPerformance("c")]), { type: "showChosen", showId: "river" });
    expect(options(state, 1).map((option) => option.performanceId)).toEqual(["a", "c"]);
  });

  test("a show that is not on that day cannot be chosen", () => {
    const state = on(two);
    expect(reduce(state, { type: "showChosen", showId: "moon" })).toBe(state);
  });

  test("shows of later selections are not offered", () => {
    const state = on([aPerformance("a"), aPerformance("z", { showId: "sky", selectionIndex: 2 })]);
    expect(shows(state)).toHaveLength(1);
    expect(ids(state)).toEqual(["a", "z"]);
  });
});

describe("choice of a performance", () => {
  const times = [aPerformance("a"), aPerformance("b", { performanceTime: "11:00" })];

  test("the only performance is chosen automatically and its details are loaded", () => {
    expect(nextQuestion(on([aPerformance("a")]))).toEqual({
      kind: "detail",
      performanceIds: ["a"],
      groupSize: 1,
    });
  });

  test("the only performance is not chosen automatically if its alwaysPromptPerformance is set", () => {
    const state = on([aPerformance("a", { alwaysPromptPerformance: true })]);
    expect(openStep(state)).toEqual({ kind: "performance", selectionIndex: 1 });
  });

  test("the only performance is not chosen automatically if it is full", () => {
    const state = on([aPerformance("a", { capacityLevelId: 4 })]);
    expect(state.chosen).toEqual([]);
    expect(openStep(state)).toEqual({ kind: "performance", selectionIndex: 1 });
  });

  test.each([4, 99] as const)("a performance of capacity level %d cannot be chosen", (capacityLevelId) => {
    const state = on([...times, aPerformance("c", { capacityLevelId })]);
    expect(choose(state, 1, "c")).toBe(state);
  });

  test("a performance without room for the whole group cannot be chosen", () => {
    const state = on([...times, aPerformance("c", { hasRoom: false })]);
    expect(choose(state, 1, "c")).toBe(state);
    expect(on([aPerformance("a", { hasRoom: false })]).chosen).toEqual([]);
  });

  test("the group stays when the date is chosen and reopened, and is part of every question", () => {
    const asked = reduce(initial, { type: "groupSizeChosen", groupSize: 4 });
    const chosen = reduce(asked, { type: "dateChosen", date: "2026-12-05" });
    expect(nextQuestion(chosen)).toEqual({ kind: "performances", date: "2026-12-05", groupSize: 4 });
    expect(reduce(chosen, { type: "groupSizeChosen", groupSize: 2 })).toBe(chosen);
    expect(reduce(chosen, { type: "reopened", step: { kind: "date" } })).toEqual(asked);
  });

  test("the shopper chooses one of several performances, and its details are loaded", () => {
    const state = choose(on(times), 1, "b");
    expect(state.chosen).toEqual([{ id: "b", automatic: false }]);
    expect(nextQuestion(state)).toEqual({ kind: "detail", performanceIds: ["b"], groupSize: 1 });
  });

  test("choosing a different performance clears the variants and loads those of the new performance", () => {
    const done = answered(choose(on(times), 1, "a"), priced(1));
    const moved = choose(done, 1, "b");
    expect(variants(moved)).toBeNull();
    expect(nextQuestion(moved)).toEqual({ kind: "detail", performanceIds: ["b"], groupSize: 1 });
  });

  test("a response with the details of an earlier performance is ignored", () => {
    const first = choose(on(times), 1, "a");
    const question = nextQuestion(first);
    if (!question) throw new Error("the state machine requests nothing");
    const second = choose(first, 1, "b");
    expect(reduce(second, { type: "detailLoaded", question, detail: priced(1) })).toBe(second);
  });
});

describe("up to four selections", () => {
  const four = [1, 2, 3, 4].flatMap((selectionIndex) => [
    aPerformance(`${selectionIndex}a`, { selectionIndex }),
    aPerformance(`${selectionIndex}b`, { selectionIndex }),
  ]);

  test("a later selection is offered only after the earlier one is made", () => {
    const state = on(four);
    expect(openStep(state)).toEqual({ kind: "performance", selectionIndex: 1 });
    expect(choose(state, 2, "2a")).toBe(state);
    expect(openStep(choose(state, 1, "1a"))).toEqual({ kind: "performance", selectionIndex: 2 });
  });

  test("details are loaded only after every selection is made", () => {
    let state = on(four);
    for (const index of [1, 2, 3]) {
      state = choose(state, index, `${index}a`);
      expect(nextQuestion(state)).toBeNull();
    }
    state = choose(state, 4, "4b");
    expect(nextQuestion(state)).toEqual({
      kind: "detail",
      performanceIds: ["1a", "2a", "3a", "4b"],
      groupSize: 1,
    });
  });

  test.each([
    [1, ["1b"]],
    [2, ["1a", "2b"]],
    [3, ["1a", "2a", "3b"]],
    [4, ["1a", "2a", "3a", "4b"]],
  ])("changing selection %d clears all later ones", (index, left) => {
    let state = on(four);
    for (const each of [1, 2, 3, 4]) state = choose(state, each, `${each}a`);
    expect(ids(choose(state, index, `${index}b`))).toEqual(left);
  });

  test("reopening a selection clears it and all later ones", () => {
    let state = on(four);
    for (const each of [1, 2, 3, 4]) state = choose(state, each, `${each}a`);
    state = reduce(answered(state, priced(1)), {
      type: "reopened",
      step: { kind: "performance", selectionIndex: 2 },
    });
    expect(ids(state)).toEqual(["1a"]);
    expect(state.detail).toBeNull();
    expect(openStep(state)).toEqual({ kind: "performance", selectionIndex: 2 });
  });

  test("a fifth selection offers no options", () => {
    const state = on([...four, aPerformance("5a", { selectionIndex: 5 })]);
    expect(options(state, 5)).toEqual([]);
  });

  test("the only options of later selections are chosen automatically one after another", () => {
    const state = on([
      aPerformance("1a"),
      aPerformance("1b"),
      aPerformance("2a", { selectionIndex: 2 }),
      aPerformance("3a", { selectionIndex: 3 }),
    ]);
    expect(choose(state, 1, "1b").chosen).toEqual([
      { id: "1b", automatic: false },
      { id: "2a", automatic: true },
      { id: "3a", automatic: true },
    ]);
  });

  test("the only option of the next selection is not chosen automatically if its alwaysPromptPerformance is set", () => {
    const asks = { selectionIndex: 2, alwaysPromptPerformance: true };
    const state = on([
      aPerformance("1a"),
      aPerformance("2a", asks),
      aPerformance("3a", { selectionIndex: 3 }),
    ]);
    expect(ids(state)).toEqual(["1a"]);
    expect(openStep(state)).toEqual({ kind: "performance", selectionIndex: 2 });
    expect(ids(choose(state, 2, "2a"))).toEqual(["1a", "2a", "3a"]);
  });

  test("the cart line contains each selection with its index", () => {
    let state = on(four);
    for (const each of [1, 2]) state = choose(state, each, `${each}a`);
    expect(linePerformances(state)).toEqual([
      { selectionIndex: 1, performanceId: "1a" },
      { selectionIndex: 2, performanceId: "2a" },
    ]);
    expect(linePerformances(initial)).toBeUndefined();
  });
});

describe("delay between selections", () => {
  const starts = (hour: number) => ({ performanceDateTime: at(hour) });
  const firsts = [aPerformance("early", starts(9)), aPerformance("late", starts(15))];

  test.each([
    [2, "early", ["x"]],
    [2, "late", []],
    [3, "early", ["x"]],
    [3, "late", []],
  ])(
    "with delay type %d, after the first performance %s, the performances %j can be chosen",
    (delayTypeId, first, left) => {
      const x = aPerformance("x", {
        selectionIndex: 2,
        delayTypeId: delayTypeId as Performance["delayTypeId"],
        delaySelectionDateTime: at(12),
        alwaysPromptPerformance: true,
      });
      const state = choose(on([...firsts, x]), 1, first);
      expect(options(state, 2).map((option) => option.performanceId)).toEqual(left);
    },
  );

  test("options that start too early stay listed as unavailable", () => {
    const x = aPerformance("x", {
      selectionIndex: 2,
      delayTypeId: 3 as Performance["delayTypeId"],
      delaySelectionDateTime: at(12),
    });
    const state = choose(on([...firsts, x]), 1, "late");
    expect(offered(state, 2).map((option) => option.performanceId)).toEqual(["x"]);
    expect(options(state, 2)).toEqual([]);
  });

  test("delay type 2 counts from the first selection, type 3 from the previous one", () => {
    const middle = aPerformance("m", { selectionIndex: 2, ...starts(14) });
    const x = (delayTypeId: 2 | 3) =>
      aPerformance(`x${delayTypeId}`, {
        selectionIndex: 3,
        delayTypeId: delayTypeId as Performance["delayTypeId"],
        delaySelectionDateTime: at(12),
      });
    const state = choose(on([...firsts, middle, x(2), x(3)]), 1, "early");
    expect(ids(state)).toEqual(["early", "m", "x2"]);
  });

  test("a performance can be chosen if the earlier one starts exactly at the latest time that the delay allows", () => {
    const x = aPerformance("x", {
      selectionIndex: 2,
      delayTypeId: 2 as Performance["delayTypeId"],
      delaySelectionDateTime: at(15),
    });
    expect(ids(choose(on([...firsts, x]), 1, "late"))).toEqual(["late", "x"]);
  });

  test("times are compared as instants, not as strings", () => {
    const x = aPerformance("x", {
      selectionIndex: 2,
      delayTypeId: 2 as Performance["delayTypeId"],
      delaySelectionDateTime: "2026-12-05T19:30:00Z",
    });
    expect(options(choose(on([...firsts, x]), 1, "late"), 2)).toEqual([]);
  });

  test.each<[number | undefined, string | undefined, string[]]>([
    [undefined, at(12), ["x"]],
    [1, at(12), ["x"]],
    [2, undefined, ["x"]],
    [3, undefined, ["x"]],
    [2, at(12), []],
    [3, at(12), []],
  ])(
    "with delay type %j and the delay time %j, the performances %j can be chosen after a late selection",
    (delayTypeId, delaySelectionDateTime, left) => {
      const delay = { delayTypeId, delaySelectionDateTime, alwaysPromptPerformance: true };
      const state = choose(on([...firsts, aPerformance("x", { selectionIndex: 2, ...delay })]), 1, "late");
      expect(options(state, 2).map((option) => option.performanceId)).toEqual(left);
    },
  );

  test.each([2, 3])("delay type %d offers nothing before the earlier selection is made", (delayTypeId) => {
    const x = aPerformance("x", { selectionIndex: 2, delayTypeId, delaySelectionDateTime: at(12) });
    expect(options(on([...firsts, x]), 2)).toEqual([]);
  });

  test("if no performance fits the following selection, the incomplete combination is not sold", () => {
    const x = aPerformance("x", {
      selectionIndex: 2,
      delayTypeId: 2 as Performance["delayTypeId"],
      delaySelectionDateTime: at(12),
    });
    const state = choose(on([...firsts, x]), 1, "late");
    expect(deadEnd(state)).toBe(true);
    expect(nextQuestion(state)).toBeNull();
    expect(openStep(state)).toBeNull();
  });
});

describe("show types", () => {
  const on1 = (detail: Detail) =>
    answered(on([aPerformance("a", { seatingChartImage: "/api/picture/chart.webp" })]), detail);
  test.each([1, 4])("show type %d offers the variants of the performance", (showTypeId) => {
    const state = on1(priced(showTypeId));
    expect(variants(state)).toHaveLength(1);
    expect(openStep(state)).toBeNull();
    expect(noAvailability(state)).toBe(false);
    expect(seatingChart(state)).toBeNull();
  });

  test.each([1, 4])("show type %d without variants has no availability", (showTypeId) => {
    expect(noAvailability(on1(priced(showTypeId, { productVariants: [] })))).toBe(true);
  });

  test("show type 2 asks for a section and shows the seating chart of the performance", () => {
    const state = on1(priced(2, { showCategories: [category("stalls"), category("circle")] }));
    expect(openStep(state)).toEqual({ kind: "section", place: 0 });
    expect(variants(state)).toBeNull();
    expect(seatingChart(state)).toBe("/api/picture/chart.webp");
  });

  test("no seating chart is shown if the performance has no image of one", () => {
    const hall = priced(2, { showCategories: [category("stalls"), category("circle")] });
    expect(seatingChart(answered(on([aPerformance("a")]), hall))).toBeNull();
  });

  test("the only section is chosen automatically and its variants are loaded", () => {
    const state = on1(priced(2, { showCategories: [category("stalls")] }));
    expect(state.section).toEqual({ id: "stalls", automatic: true });
    expect(nextQuestion(state)).toEqual({
      kind: "section",
      performanceIds: ["a"],
      performanceId: "a",
      showCategoryId: "stalls",
    });
    expect(variants(answered(state, { variants: [aVariant("adult")] }))).toHaveLength(1);
  });

  test("the only section is not chosen automatically if it is full", () => {
    expect(on1(priced(2, { showCategories: [category("stalls", 4)] })).section).toBeNull();
  });

  test("show type 2 without sections has no availability", () => {
    expect(noAvailability(on1(priced(2, { showCategories: [] })))).toBe(true);
  });

  test("choosing a different section loads its variants, and a section without variants has no availability", () => {
    const loaded = on1(priced(2, { showCategories: [category("stalls"), category("circle")] }));
    const stalls = answered(reduce(loaded, { type: "sectionChosen", showCategoryId: "stalls" }), {
      variants: [aVariant("adult")],
    });
    expect(noAvailability(stalls)).toBe(false);
    const circle = reduce(stalls, { type: "sectionChosen", showCategoryId: "circle" });
    expect(variants(circle)).toBeNull();
    expect(noAvailability(answered(circle, { variants: [] }))).toBe(true);
  });

  const hall = { seats: [seat("a1"), seat("a2")], showCategories: [category("stalls"), category("box")] };

  test("show type 3 asks for seats, and the shop chooses the best ones by default", () => {
    const state = on1(priced(3, hall));
    expect(openStep(state)).toEqual({ kind: "seat", place: 0 });
    expect(nextQuestion(state)).toBeNull();
    expect(variants(state)).toHaveLength(1);
    expect(linePerformances(state)).toEqual([{ selectionIndex: 1, performanceId: "a", bestSeats: true }]);
  });

  test("the best seats can be limited to one section, with that section's variants", () => {
    const boxes = reduce(on1(priced(3, hall)), { type: "sectionChosen", showCategoryId: "box" });
    expect(variants(boxes)).toBeNull();
    const state = answered(boxes, { variants: [aVariant("guest")] });
    expect(variants(state)?.map(({ id }) => id)).toEqual(["guest"]);
    expect(openStep(state)).toEqual({ kind: "seat", place: 0 });
    expect(linePerformances(state)).toEqual([
      { selectionIndex: 1, performanceId: "a", showCategoryId: "box", bestSeats: true },
    ]);
    const anywhere = reduce(state, { type: "sectionChosen", showCategoryId: null });
    expect(variants(anywhere)?.map(({ id }) => id)).toEqual(["adult"]);
  });

  test("switching to seats of the shopper's own choice clears the section and its variants", () => {
    const boxes = reduce(on1(priced(3, hall)), { type: "sectionChosen", showCategoryId: "box" });
    const state = reduce(boxes, { type: "seatingChosen", seating: "named" });
    expect(state.section).toBeNull();
    expect(nextQuestion(state)).toBeNull();
    expect(variants(state)).toBeNull();
    expect(linePerformances(state, { a: "a2" })).toEqual([
      { selectionIndex: 1, performanceId: "a", seatId: "a2" },
    ]);
    expect([boxes, state].map(namesSeats)).toEqual([false, true]);
  });

  test("with only one seat, the shopper chooses it instead of the shop; without seats there is no availability", () => {
    expect(on1(priced(3, { seats: [seat("a1")] })).seating).toBe("named");
    expect(noAvailability(on1(priced(3, { seats: [] })))).toBe(true);
  });

  test("a section that is full cannot be chosen", () => {
    const state = on1(priced(2, { showCategories: [category("stalls", 4), category("circle")] }));
    expect(reduce(state, { type: "sectionChosen", showCategoryId: "stalls" })).toBe(state);
  });

  test("a section or a seat is chosen and sent for the performance in a hall, also if it is not the first", () => {
    const chart = { seatingChartImage: "/api/picture/chart.webp" };
    const two = on([aPerformance("a"), aPerformance("z", { selectionIndex: 2, ...chart })]);
    const stalls = { showCategories: [category("stalls")] };
    const first = answered(two, priced(2, stalls));
    expect(linePerformances(first)).toEqual([
      { selectionIndex: 1, performanceId: "a", showCategoryId: "stalls" },
      { selectionIndex: 2, performanceId: "z" },
    ]);
    expect(seatingChart(first)).toBeNull();
    const second = answered(two, priced(2, { ...stalls, performanceId: "z" }));
    expect(nextQuestion(second)).toEqual({
      kind: "section",
      performanceIds: ["a", "z"],
      performanceId: "z",
      showCategoryId: "stalls",
    });
    expect(linePerformances(second)).toEqual([
      { selectionIndex: 1, performanceId: "a" },
      { selectionIndex: 2, performanceId: "z", showCategoryId: "stalls" },
    ]);
    expect(seatingChart(second)).toBe(chart.seatingChartImage);
    const seated = answered(two, priced(3, { ...hall, performanceId: "z" }));
    expect(linePerformances(seated, { z: "a2" })).toEqual([
      { selectionIndex: 1, performanceId: "a" },
      { selectionIndex: 2, performanceId: "z", seatId: "a2" },
    ]);
  });

  test("a section that does not exist cannot be chosen", () => {
    const state = on1(priced(2, { showCategories: [category("stalls"), category("circle")] }));
    expect(reduce(state, { type: "sectionChosen", showCategoryId: "moon" })).toBe(state);
  });
});

describe("places at several performances", () => {
  const two = (first: 2 | 3, second: 2 | 3) =>
    on([
      aPerformance("a", { showTypeId: first }),
      aPerformance("z", { showTypeId: second, selectionIndex: 2 }),
    ]);
  const bySection = (performanceId: string) =>
    priced(2, { performanceId, showCategories: [category("stalls"), category("circle")] });
  const bySeat = (performanceId: string) =>
    priced(3, {
      performanceId,
      productVariants: [aVariant("adult"), aVariant("child")],
      seats: ["1", "2", "3"].map((number) => seat(performanceId + number)),
      showCategories: [category("stalls")],
    });
  const line = (seatId: string, variantId: string) => ({ seatId, variantId, unitPrice: 9, displayPrice: 10 });
  const naming = (state: PickerState, ...lines: ReturnType<typeof line>[]) =>
    reduce(reduce(state, { type: "seatingChosen", seating: "named" }), {
      type: "seatsNamed",
      named: { lines, cents: 0, seats: lines },
    });

  test("after the section of one performance that of the next is chosen, among the variants that are left", () => {
    const first = answered(two(2, 2), bySection("a"));
    expect(openStep(first)).toEqual({ kind: "section", place: 0 });
    const loading = answered(reduce(first, { type: "sectionChosen", showCategoryId: "circle" }), {
      variants: [aVariant("adult")],
    });
    expect([variants(loading), openStep(loading)]).toEqual([null, null]);
    expect(nextQuestion(loading)).toEqual({
      kind: "detail",
      performanceIds: ["a", "z"],
      groupSize: 1,
      performanceId: "z",
      variantIds: ["adult"],
    });
    const second = answered(loading, bySection("z"));
    expect(openStep(second)).toEqual({ kind: "section", place: 1 });
    const done = answered(reduce(second, { type: "sectionChosen", showCategoryId: "stalls" }), {
      variants: [aVariant("adult"), aVariant("child")],
    });
    expect(variants(done)?.map(({ id }) => id)).toEqual(["adult"]);
    expect(linePerformances(done)).toEqual([
      { selectionIndex: 1, performanceId: "a", showCategoryId: "circle" },
      { selectionIndex: 2, performanceId: "z", showCategoryId: "stalls" },
    ]);
    expect(clearedWith(done, { kind: "section", place: 0 })).toEqual([{ kind: "section", place: 1 }]);
    const again = reduce(done, { type: "reopened", step: { kind: "section", place: 0 } });
    expect([again.earlier, again.section, openStep(again)]).toEqual([
      [],
      null,
      { kind: "section", place: 0 },
    ]);
    expect(reduce(done, { type: "reopened", step: { kind: "section", place: 1 } }).earlier).toHaveLength(1);
  });

  test("a different time clears the places at all performances", () => {
    const seated = reduce(answered(two(3, 3), bySeat("a")), { type: "placeDone" });
    expect(seated.earlier).toHaveLength(1);
    const moved = reduce(seated, { type: "reopened", step: { kind: "performance", selectionIndex: 2 } });
    expect([moved.earlier, moved.detail]).toEqual([[], null]);
  });

  test("the shop chooses the best seats at one performance, and the shopper names those at the next", () => {
    const best = answered(two(3, 3), bySeat("a"));
    expect([variants(best), hasNextPlace(best)]).toEqual([null, true]);
    const second = answered(reduce(best, { type: "placeDone" }), bySeat("z"));
    expect(seatedUnits(second)).toBeNull();
    const named = naming(second, line("z2", "adult"));
    const [unit] = seatedUnits(named) ?? [];
    expect(linePerformances(named, unit?.seats)).toEqual([
      { selectionIndex: 1, performanceId: "a", bestSeats: true },
      { selectionIndex: 2, performanceId: "z", seatId: "z2" },
    ]);
  });

  test("seats that are named at two performances are paired by ticket, once there is one for each", () => {
    const unfinished = naming(answered(two(3, 3), bySeat("a")));
    expect(reduce(unfinished, { type: "placeDone" })).toBe(unfinished);
    const first = naming(unfinished, line("a1", "adult"), line("a2", "child"));
    const second = answered(reduce(first, { type: "placeDone" }), bySeat("z"));
    expect(second.earlier[0]?.named?.lines).toHaveLength(2);
    expect([party(second), namedCount(second)]).toEqual([["adult", "child"], 2]);
    const one = naming(second, line("z3", "child"));
    expect([seatedUnits(one), isPlaceChosen(one)]).toEqual([[], false]);
    const both = naming(second, line("z3", "child"), line("z1", "adult"));
    expect(isPlaceChosen(both)).toBe(true);
    expect(seatedUnits(both)?.map(({ variantId, seats }) => [variantId, seats])).toEqual([
      ["adult", { a: "a1", z: "z1" }],
      ["child", { a: "a2", z: "z3" }],
    ]);
    expect(seatedUnits(naming(second, line("z3", "child"), line("z1", "child")))).toEqual([]);
  });

  test("named seats decide the tickets, also if the shop chooses the places at the next performance", () => {
    const first = naming(answered(two(3, 3), bySeat("a")), line("a1", "child"));
    const loading = reduce(first, { type: "placeDone" });
    expect(nextQuestion(loading)).toMatchObject({ performanceId: "z", variantIds: ["child"] });
    const second = answered(loading, bySeat("z"));
    expect([variants(second), isPlaceChosen(second)]).toEqual([null, true]);
    const [unit] = seatedUnits(second) ?? [];
    expect(linePerformances(second, unit?.seats)).toEqual([
      { selectionIndex: 1, performanceId: "a", seatId: "a1" },
      { selectionIndex: 2, performanceId: "z", bestSeats: true },
    ]);
  });

  test("a declaration is kept with its place", () => {
    const second = answered(reduce(answered(two(3, 3), bySeat("a")), { type: "placeDone" }), bySeat("z"));
    const declared = reduce(second, { type: "needDeclared", place: 0, needDeclared: true });
    expect(linePerformances(declared)?.map((one) => one.accessibilityDeclared)).toEqual([true, undefined]);
  });

  test("no place is chosen at a settled performance", () => {
    const chosen = (settled: string[]) =>
      answered(reduce(initial, { type: "dateChosen", date, settled }), [
        aPerformance("a", { showTypeId: 3 }),
        aPerformance("z", { showTypeId: 3, selectionIndex: 2 }),
      ]);
    expect(nextQuestion(chosen(["a"]))).toMatchObject({ performanceId: "z" });
    expect(hasNextPlace(answered(chosen(["a"]), bySeat("z")))).toBe(false);
    const none = answered(chosen(["a", "z"]), bySeat("a"));
    expect([openStep(none), seats(none), variants(none)?.length]).toEqual([null, [], 2]);
  });
});

describe("reopening choices and failures", () => {
  test("reopening a step clears all later choices, but reports only those that the shopper made", () => {
    const days = [
      aPerformance("1a"),
      aPerformance("1b", { showId: "sky", showName: "Sky" }),
      aPerformance("2a", { selectionIndex: 2 }),
      aPerformance("2b", { selectionIndex: 2 }),
      aPerformance("3a", { selectionIndex: 3 }),
    ];
    const chosen = choose(reduce(on(days), { type: "showChosen", showId: "sky" }), 2, "2b");
    const state = reduce(
      answered(chosen, priced(2, { showCategories: [category("stalls"), category("box")] })),
      {
        type: "sectionChosen",
        showCategoryId: "box",
      },
    );
    expect(clearedWith(state, { kind: "date" })).toEqual([
      { kind: "show" },
      { kind: "performance", selectionIndex: 2 },
      { kind: "section", place: 0 },
    ]);
    expect(clearedWith(state, { kind: "performance", selectionIndex: 2 })).toEqual([
      { kind: "section", place: 0 },
    ]);
    expect(clearedWith(chosen, { kind: "performance", selectionIndex: 2 })).toEqual([]);
  });

  test("reopening a step reports seats that the shopper chose as cleared, but not seats that the shop chose", () => {
    const hall = answered(on([aPerformance("a")]), priced(3, { seats: [seat("a1"), seat("a2")] }));
    expect(clearedWith(hall, { kind: "date" })).toEqual([]);
    const named = reduce(hall, { type: "seatingChosen", seating: "named" });
    expect(clearedWith(named, { kind: "date" })).toEqual([{ kind: "seat", place: 0 }]);
  });

  test.each<[PickerEvent, (state: PickerState) => unknown]>([
    [{ type: "reopened", step: { kind: "date" } }, (state) => state.date],
    [{ type: "reopened", step: { kind: "show" } }, (state) => state.show],
    [
      { type: "reopened", step: { kind: "performance", selectionIndex: 1 } },
      (state) => chosenPerformance(state, 0),
    ],
  ])("%j clears the choice and chooses nothing automatically", (event, read) => {
    const done = answered(on([aPerformance("a")]), priced(1));
    const state = reduce(done, event);
    expect(read(state)).toBeNull();
    expect(variants(state)).toBeNull();
  });

  test("changed prices are loaded again, and every choice stays", () => {
    const done = answered(on([aPerformance("a")]), priced(1));
    const state = reduce(done, { type: "repriced" });
    expect(chosenPerformance(state, 0)?.performanceId).toBe("a");
    expect(nextQuestion(state)).toEqual({ kind: "detail", performanceIds: ["a"], groupSize: 1 });
    expect(variants(state)).toEqual(variants(done));
    const repriced = answered(state, priced(1, { productVariants: [aVariant("dearer")] }));
    expect([variants(repriced), nextQuestion(repriced)]).toEqual([[aVariant("dearer")], null]);
    expect(reduce(initial, { type: "repriced" })).toBe(initial);
  });

  test("a failure is shown until the visitor retries, and then the same request is made again", () => {
    const loading = reduce(initial, { type: "dateChosen", date });
    const question = nextQuestion(loading);
    if (!question) throw new Error("the state machine requests nothing");
    const failed = reduce(loading, { type: "failed", question, message: "Gone" });
    expect(failed.failure).toBe("Gone");
    expect(nextQuestion(failed)).toBeNull();
    expect(nextQuestion(reduce(failed, { type: "retried" }))).toEqual(question);
  });

  test("a choice after a failure clears the failure", () => {
    const state = choose(on([aPerformance("a"), aPerformance("b")]), 1, "a");
    const question = nextQuestion(state);
    if (!question) throw new Error("the state machine requests nothing");
    const refused = reduce(state, { type: "refused", question, message: "Closed" });
    expect([refused.refusal, nextQuestion(refused)]).toEqual(["Closed", null]);
    expect(choose(refused, 1, "b").refusal).toBeNull();
    const failed = reduce(state, { type: "failed", question, message: "Gone" });
    expect(choose(failed, 1, "b").failure).toBeNull();
  });
});
