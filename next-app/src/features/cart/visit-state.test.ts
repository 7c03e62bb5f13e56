import { expect, test } from "vitest";
import type { CartGroup } from "@/api/types";
import { aVisit } from "@/parts/cart-lines/sample";
import {
  chosenBefore,
  isChangeable,
  isMovable,
  isMove,
  seatedVisits,
  visitChoices,
  withOwnPlaces,
} from "./visit-state";

const matinee = aVisit();
const talk = {
  ...matinee,
  selectionIndex: 2,
  performanceId: "talk.20261205.1600",
  showId: "talk",
  showName: "Evening Talk",
  performanceTime: "16:00",
  showUIPrompt: "Choose a talk",
};

const group = (performances: object[], rest: Partial<CartGroup> = {}) =>
  ({
    allowPerformanceChange: true,
    isPackage: false,
    isBundle: false,
    showId: "deep-time",
    items: [{ performances, seats: [] }],
    ...rest,
  }) as CartGroup;

const choices = (productDisplayName: string, performances: object[]) =>
  visitChoices({ ...group(performances), productDisplayName });

test("a visit is described by its date and time, and by its show if the product has a different name", () => {
  const kinds = (name: string) => choices(name, [matinee]).map(({ step, value }) => [step.kind, value]);
  expect(kinds("Deep Time")).toEqual([
    ["date", "Saturday, December\u00a05,\u00a02026"],
    ["performance", "2:00\u00a0PM"],
  ]);
  expect(kinds("Museum Ticket")).toEqual([
    ["date", "Saturday, December\u00a05,\u00a02026"],
    ["show", "Deep Time"],
    ["performance", "2:00\u00a0PM"],
  ]);
});

test("performances of later selections are described with their shows, in the order of the selections", () => {
  expect(choices("Deep Time", [talk, matinee]).at(-1)).toEqual({
    step: { kind: "performance", selectionIndex: 2 },
    value: "Evening Talk, 4:00\u00a0PM",
  });
});

test("an all-day visit has no time, and an item without a visit has nothing to choose", () => {
  expect(choices("Deep Time", [{ ...matinee, validAllDay: true }]).at(-1)?.value).toBeNull();
  expect(choices("Gift", [])).toEqual([]);
});

test("choices before the changed step are kept", () => {
  const both = group([matinee, talk]);
  expect(chosenBefore(both, { kind: "date" })).toBeNull();
  expect(chosenBefore(both, { kind: "show" })).toEqual({
    date: "2026-12-05",
    showId: null,
    performanceIds: [],
  });
  expect(chosenBefore(both, { kind: "performance", selectionIndex: 2 })).toEqual({
    date: "2026-12-05",
    showId: "deep-time",
    performanceIds: ["fossils.20261205.1400"],
  });
});

test("a choice is a move only if its performances differ from the current performances", () => {
  const same = { selectionIndex: 1, performanceId: matinee.performanceId };
  expect(isMove([matinee], [same])).toBe(false);
  expect(isMove([matinee], [{ ...same, performanceId: "fossils.20261206.1400" }])).toBe(true);
  expect(isMove([matinee, talk], [same])).toBe(true);
});

test("lines can be moved only if they have a date and the operator allows it", () => {
  expect(isMovable(group([matinee]))).toBe(true);
  expect(isMovable(group([]))).toBe(false);
  expect(isMovable(group([matinee], { allowPerformanceChange: false }))).toBe(false);
  expect(isMovable(group([matinee], { isPackage: true }))).toBe(true);
});

test("lines with seats can be moved to a different date, time or seat", () => {
  const seated = (seat: string) => ({
    performances: [{ ...matinee, seatDescription: `Row C, Seat ${seat}` }],
    seats: [{ seatCategoryName: "Stalls", row: "C", seat }],
  });
  const items = [seated("4"), seated("5")] as CartGroup["items"];
  const concert = { ...group([]), productDisplayName: "Deep Time", items };
  expect(isMovable(concert)).toBe(true);
  expect(visitChoices(concert).map(({ step, value }) => [step.kind, value])).toEqual([
    ["date", "Saturday, December\u00a05,\u00a02026"],
    ["performance", "2:00\u00a0PM"],
  ]);
  expect(chosenBefore(concert, { kind: "seat", place: 0 })).toEqual({
    date: "2026-12-05",
    showId: "deep-time",
    performanceIds: ["fossils.20261205.1400"],
  });
});

test("choosing a different section is a move even if the time stays the same", () => {
  const chosen = [{ selectionIndex: 1, performanceId: matinee.performanceId, showCategoryId: "balcony" }];
  expect(isMove([matinee], chosen)).toBe(true);
});

test("a show or a time can be changed only if the day has another one, but a day and seats always can", () => {
  const offer = (selectionIndex: number, showId: string) => ({ selectionIndex, showId });
  const time = { kind: "performance", selectionIndex: 1 } as const;
  const talkTime = { kind: "performance", selectionIndex: 2 } as const;
  const changeable = (step: Parameters<typeof isChangeable>[0], ...offered: ReturnType<typeof offer>[]) =>
    isChangeable(step, { showId: "deep-time", items: [] }, offered);
  expect(changeable({ kind: "date" })).toBe(true);
  expect(changeable({ kind: "seat", place: 0 })).toBe(true);
  expect(changeable({ kind: "show" }, offer(1, "deep-time"), offer(2, "talk"))).toBe(false);
  expect(changeable({ kind: "show" }, offer(1, "deep-time"), offer(1, "night"))).toBe(true);
  expect(changeable(time, offer(1, "deep-time"), offer(1, "night"))).toBe(false);
  expect(changeable(time, offer(1, "deep-time"), offer(1, "deep-time"))).toBe(true);
  expect(changeable(talkTime, offer(1, "deep-time"), offer(2, "talk"))).toBe(false);
  expect(changeable(talkTime, offer(1, "deep-time"), offer(2, "talk"), offer(2, "tour"))).toBe(true);
});

test("the section of a show with a single time can be changed", () => {
  const only = [{ selectionIndex: 1, showId: "deep-time" }];
  const time = { kind: "performance", selectionIndex: 1 } as const;
  const inSection = { performances: [{ ...matinee, showCategoryId: "balcony" }], seats: [] };
  const items = [inSection] as unknown as CartGroup["items"];
  expect(isChangeable(time, { showId: "deep-time", items }, only)).toBe(true);
  const chosen = { selectionIndex: 1, performanceId: matinee.performanceId };
  const isChange = (showCategoryId: string) =>
    isMove(items[0]?.performances ?? [], [{ ...chosen, showCategoryId }]);
  expect(isChange("balcony")).toBe(false);
  expect(isChange("stalls")).toBe(true);
});

test("a change at one of two performances leaves the place at the other", () => {
  const at = (selectionIndex: number, performanceId: string, seatId?: string) => ({
    ...matinee,
    selectionIndex,
    performanceId,
    showName: performanceId,
    showCategoryId: "stalls",
    ...(seatId ? { seatId } : {}),
  });
  const performances = [at(1, "a", "a1"), { ...at(2, "z", "z1"), accessibilityDeclared: true }];
  const both = group(performances);
  expect(seatedVisits(both).map(({ place, showName }) => [place, showName])).toEqual([
    [0, "a"],
    [1, "z"],
  ]);
  expect(seatedVisits(group([at(1, "a"), at(2, "z", "z1")])).map(({ place }) => place)).toEqual([1]);
  expect(chosenBefore(both, { kind: "seat", place: 0 })?.settled).toEqual(["z"]);
  expect(chosenBefore(both, { kind: "performance", selectionIndex: 2 })?.settled).toEqual(["a"]);
  const chosen = [
    { selectionIndex: 1, performanceId: "a", seatId: "a2" },
    { selectionIndex: 2, performanceId: "z" },
  ];
  expect(withOwnPlaces(performances, chosen, ["z"])).toEqual([
    chosen[0],
    { selectionIndex: 2, performanceId: "z", seatId: "z1", accessibilityDeclared: true },
  ]);
});
