import { describe, expect, it } from "vitest";
import type { DynamicDate } from "@/api/types";
import { sundayOf } from "@/lib/dates";
import {
  daysOf,
  hasNext,
  hasPrevious,
  isSelectable,
  open,
  pressed,
  range,
  rangeInWords,
  reduce,
  weeksOf,
} from "./week-state";

const day = (date: string, lowest?: number, more: Partial<DynamicDate> = {}): DynamicDate => ({
  date,
  capacityLevelId: 1,
  hasRoom: true,
  capacityDescription: "Available",
  isClosed: false,
  performances: [],
  ...(lowest === undefined ? {} : { minDefaultPrice: lowest, maxDefaultPrice: lowest }),
  ...more,
});

// The first day is a Friday, and the last one is a Wednesday nineteen days later.
const shown = open("2026-11-20", "2026-12-09", []);

describe("weeks", () => {
  const dates = (state: ReturnType<typeof open>) =>
    weeksOf(state).map((week) => [week[0], week.at(-1), week.length]);

  it("a week begins on Sunday, and is labelled with its first and last day", () => {
    const second = reduce(shown, { type: "next" });
    expect(dates(second)).toEqual([["2026-11-22", "2026-11-28", 7]]);
    expect(range(second)).toBe("11/22/2026 - 11/28/2026");
    expect(sundayOf("2026-11-22")).toBe("2026-11-22");
    expect(range(open("2026-12-27", "2027-02-01", []))).toBe("12/27/2026 - 1/2/2027");
  });

  it("the first week begins on the first day, and is filled up to seven days if it has fewer than four", () => {
    expect(dates(shown)).toEqual([
      ["2026-11-20", "2026-11-21", 2],
      ["2026-11-22", "2026-11-26", 5],
    ]);
    expect(range(shown)).toBe("11/20/2026 - 11/26/2026");
    expect(rangeInWords(shown)).toBe("November 20 – 26");
    expect(dates(reduce(shown, { type: "focused", day: "2026-11-25" }))).toEqual(dates(shown));
    for (const first of ["2026-11-19", "2026-11-20", "2026-11-21"])
      expect(weeksOf(open(first, "2026-12-09", [])).flat()).toHaveLength(7);
    expect(dates(open("2026-11-18", "2026-12-09", []))).toEqual([["2026-11-18", "2026-11-21", 4]]);
    // Nothing is sold in the next week.
    expect(dates(open("2026-11-20", "2026-11-21", []))).toEqual([["2026-11-20", "2026-11-21", 2]]);
  });

  it("the calendar opens at the first available day, or at the day chosen before", () => {
    const days = [day("2026-11-19", 9), day("2026-11-20", 9, { capacityLevelId: 4 }), day("2026-11-24", 9)];
    expect(open("2026-11-20", "2026-12-09", days).focused).toBe("2026-11-24");
    expect(open("2026-11-20", "2026-12-09", days, "2026-12-01").focused).toBe("2026-12-01");
    expect(open("2026-11-20", "2026-12-09", days, "2026-11-01").focused).toBe("2026-11-24");
    expect(open("2026-11-20", "2026-11-10", []).focused).toBe("2026-11-20");
  });

  it("the calendar moves beyond the visible weeks, from the minimum to the maximum, and the focus keeps its weekday", () => {
    expect([hasPrevious(shown), hasNext(shown)]).toEqual([false, true]);
    expect(reduce(shown, { type: "previous" })).toBe(shown);
    const second = reduce(shown, { type: "next" });
    expect(second.focused).toBe("2026-11-27");
    expect([hasPrevious(second), hasNext(second)]).toEqual([true, true]);
    const third = reduce(second, { type: "next" });
    expect(third.focused).toBe("2026-12-04");
    const last = reduce(third, { type: "next" });
    expect([last.focused, hasNext(last)]).toEqual(["2026-12-11", false]);
    expect(reduce(last, { type: "next" })).toBe(last);
    const back = reduce(reduce(third, { type: "previous" }), { type: "previous" });
    expect([back.focused, range(back), hasPrevious(back)]).toEqual([
      "2026-11-20",
      "11/20/2026 - 11/26/2026",
      false,
    ]);
    const whole = open("2026-11-18", "2026-12-09", []);
    const monday = { ...reduce(whole, { type: "next" }), focused: "2026-11-23" };
    expect(reduce(monday, { type: "previous" })).toEqual(whole);
  });

  it("the second week is shown as a whole after the first seven days, so that none of its days is left out", () => {
    const shares = reduce(shown, { type: "focused", day: "2026-11-24" });
    const second = reduce(shares, { type: "next" });
    expect([second.focused, range(second)]).toEqual(["2026-11-24", "11/22/2026 - 11/28/2026"]);
    expect(range(reduce(second, { type: "key", key: "ArrowLeft" }))).toBe("11/22/2026 - 11/28/2026");
    const sunday = reduce(second, { type: "focused", day: "2026-11-22" });
    const back = reduce(sunday, { type: "key", key: "ArrowLeft" });
    expect([back.focused, range(back)]).toEqual(["2026-11-21", "11/20/2026 - 11/26/2026"]);
    expect(range(reduce(back, { type: "key", key: "ArrowRight" }))).toBe("11/20/2026 - 11/26/2026");
    const end = reduce(shares, { type: "key", key: "End" });
    expect([end.focused, range(end)]).toEqual(["2026-11-26", "11/20/2026 - 11/26/2026"]);
    const after = reduce(end, { type: "key", key: "ArrowRight" });
    expect([after.focused, range(after)]).toEqual(["2026-11-27", "11/22/2026 - 11/28/2026"]);
    // Nothing is sold after the first seven days.
    expect(hasNext(open("2026-11-20", "2026-11-26", []))).toBe(false);
    expect(hasNext(open("2026-11-20", "2026-11-27", []))).toBe(true);
  });

  it.each([
    ["ArrowRight", "2026-11-21"],
    ["ArrowDown", "2026-11-21"],
    ["ArrowLeft", "2026-11-20"],
    ["ArrowUp", "2026-11-20"],
    ["Home", "2026-11-20"],
    ["End", "2026-11-21"],
    ["PageDown", "2026-11-27"],
    ["PageUp", "2026-11-20"],
  ])("the key %s moves the focus to %s", (key, focused) => {
    expect(pressed(shown, key)?.focused).toBe(focused);
  });

  it("keys without a meaning are ignored, and arrow keys stop at the ends", () => {
    expect(pressed(shown, "Enter")).toBeNull();
    const first = reduce(shown, { type: "key", key: "Home" });
    expect(pressed(first, "ArrowLeft")).toBe(first);
    const end = reduce(open("2026-11-20", "2026-11-20", []), { type: "key", key: "End" });
    expect(pressed(end, "ArrowRight")).toBe(end);
    expect(pressed(reduce(shown, { type: "key", key: "End" }), "ArrowRight")?.focused).toBe("2026-11-22");
  });
});

describe("days of a week", () => {
  const days = daysOf(open("2026-11-16", "2026-11-20", []), [
    day("2026-11-15", 1),
    day("2026-11-16", 30.5),
    day("2026-11-17", 20.1, { capacityLevelId: 4 }),
    day("2026-11-18", 20.5, { capacityLevelId: 3, maxDefaultPrice: 40 }),
    day("2026-11-19", undefined, { capacityLevelId: 99, isClosed: true }),
    day("2026-11-21", 1),
  ]).flat();

  it("a day before the minimum is left out, and none after the maximum, closed or full can be chosen", () => {
    expect(days.map((each) => each && [each.level, each.selectable])).toEqual([
      ["available", true],
      ["reached", false],
      ["almost", true],
      ["closed", false],
      null,
      ["unavailable", false],
    ]);
  });

  it.each<[Partial<DynamicDate>, string, boolean]>([
    [{ capacityLevelId: 1 }, "available", true],
    [{ capacityLevelId: 2 }, "nearing", true],
    [{ capacityLevelId: 3 }, "almost", true],
    [{ capacityLevelId: 4 }, "reached", false],
    [{ capacityLevelId: 99 }, "unavailable", false],
    [{ capacityLevelId: undefined }, "unavailable", false],
    [{ capacityLevelId: 1, isClosed: true }, "closed", false],
  ])("a day with %j has the level %s and is selectable: %s", (what, level, selectable) => {
    const known = day("2026-11-20", 9, what);
    expect(isSelectable(known)).toBe(selectable);
    const shownDay = daysOf(shown, [known])
      .flat()
      .find((each) => each?.date === "2026-11-20");
    expect(shownDay).toMatchObject({
      level,
      selectable,
      prices: level === "closed" ? null : { lowest: 9, highest: 9 },
    });
  });

  it("a day shows a price or a range, and the lowest price among the days that can be chosen is marked", () => {
    expect(days[0]).toMatchObject({ prices: { lowest: 30.5, highest: 30.5 }, isLowest: false });
    expect(days[1]).toMatchObject({ prices: { lowest: 20.1, highest: 20.1 }, isLowest: false });
    expect(days[2]).toMatchObject({ prices: { lowest: 20.5, highest: 40 }, isLowest: true });
  });

  it("no lowest price is marked if all days cost the same", () => {
    const same = [day("2026-11-20", 9), day("2026-11-21", 9)];
    const weeks = daysOf(open("2026-11-20", "2026-12-09", same), same);
    expect(weeks.flat().some((each) => each?.isLowest)).toBe(false);
  });

  it("the lowest price is marked if two days of a week share it, but not if three do", () => {
    const week = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"];
    const marked = (prices: number[]) => {
      const days = week.map((date, index) => day(date, prices[index]));
      return daysOf(open("2026-11-16", "2026-12-09", days), days)
        .flat()
        .filter((each) => each?.isLowest).length;
    };
    expect(marked([9, 9, 12, 12, 15])).toBe(2);
    expect(marked([9, 9, 9, 12, 15])).toBe(0);
  });

  it("the first seven days have one lowest price, although they are in two weeks", () => {
    const prices = [
      day("2026-11-20", 9),
      day("2026-11-21", 12),
      day("2026-11-22", 20),
      day("2026-11-23", 15),
    ];
    const weeks = daysOf(open("2026-11-20", "2026-12-09", prices), prices);
    const lowest = weeks.map((week) => week.filter((each) => each?.isLowest).map((each) => each?.date));
    expect(lowest).toEqual([["2026-11-20"], []]);
  });
});
