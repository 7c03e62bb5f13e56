import { expect, test } from "vitest";
import type { SeatState } from "@/api/types";
import { offeredWishes, othersOf } from "./seat-filter";

type Traits = Pick<SeatState, "kind" | "features">;

const plain: Traits = { kind: "standard" };
const aisle: Traits = { kind: "standard", features: ["aisle", "stepFree"] };
const behind: Traits = { kind: "standard", features: ["aisle", "restrictedView"] };
const space: Traits = { kind: "wheelchair", features: ["stepFree"] };
const companion: Traits = { kind: "companion" };

test("only what some seats have and others do not is offered", () => {
  expect(offeredWishes([plain, plain])).toEqual([]);
  expect(offeredWishes([aisle, aisle])).toEqual([]);
  expect(offeredWishes([plain, aisle, behind, space])).toEqual([
    "accessible",
    "aisle",
    "stepFree",
    "fullView",
  ]);
});

test("a seat is another one unless it fulfills every wish", () => {
  const seats = [plain, aisle, behind, space, companion];
  expect(othersOf(seats, [])).toEqual([false, false, false, false, false]);
  expect(othersOf(seats, ["accessible"])).toEqual([true, true, true, false, false]);
  expect(othersOf(seats, ["aisle", "fullView"])).toEqual([true, false, true, true, true]);
});
