import { expect, test } from "vitest";
import type { SeatCondition } from "./seat-text";
import { singleGaps } from "./single-gaps";

const names: Record<string, SeatCondition> = { ".": "free", x: "taken", o: "yours" };

/** Reads rows such as `..o|x.`, where `|` is an aisle, and returns the gaps as `row:place`. */
function gaps(...rows: string[]): string[] {
  const read = rows.flatMap((row, y) => {
    let x = 0;
    return [...row].flatMap((mark) => {
      x += mark === "|" ? 40 : 20;
      const condition = names[mark];
      return condition ? [{ x, y: y * 30, row: `${y}`, showCategoryId: "stalls", condition }] : [];
    });
  });
  const placeIn = (position: number) => {
    const seat = read[position];
    return `${seat?.row}:${read.slice(0, position).filter(({ row }) => row === seat?.row).length}`;
  };
  return singleGaps(
    read,
    read.map(({ condition }) => condition),
  ).map(placeIn);
}

test("a free seat between a named and a taken seat is a gap", () => {
  expect(gaps("x.oo....")).toEqual(["0:1"]);
});

test("a free seat at the end of a row or at an aisle is a gap", () => {
  expect(gaps("....oo.")).toEqual(["0:6"]);
  expect(gaps(".oo|....", "...oo.|....")).toEqual(["1:5"]);
});

test("a free seat between two named seats is a gap", () => {
  expect(gaps("..o.o..")).toEqual(["0:3"]);
});

test("no gap is reported where as many seats could not be chosen without one", () => {
  expect(gaps("xoo.x")).toEqual([]);
  expect(gaps("oo.|...")).toEqual([]);
});

test("gaps that other shoppers left are not reported", () => {
  expect(gaps("x.x.x..", "..oo..")).toEqual([]);
});

test("without a named seat there is no gap", () => {
  expect(gaps(".......")).toEqual([]);
});
