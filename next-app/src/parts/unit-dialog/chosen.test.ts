import { expect, test } from "vitest";
import { cancelableUnits, chosenUnits, type Item, keyOf, withUnits } from "./chosen";

const item = (orderItemId: string, more: Partial<Item> = {}): Item => ({
  orderItemId,
  displayName: "Day ticket, Adult",
  isPass: false,
  performances: [],
  seats: [],
  displayPrice: 20,
  exchangeFee: 0,
  units: [0, 1, 2].map((unit) => ({ unit, barcodes: [`CODE${unit}`] })),
  ...more,
});

test("all units of a line can be chosen, except those that cannot be canceled", () => {
  const used = item("a", {
    units: [
      { unit: 0, barcodes: ["A"], refusal: "Used." },
      { unit: 2, barcodes: ["B"] },
    ],
  });
  expect(cancelableUnits(item("a"))).toEqual([0, 1, 2]);
  expect(cancelableUnits(used)).toEqual([2]);
  expect(cancelableUnits(item("a", { refusal: "Too late." }))).toEqual([]);
});

test("chosen units are sent in the order of the lines, without those that can no longer be canceled", () => {
  const [one, two] = [item("one"), item("two")];
  let chosen = withUnits(new Set(), two, [2, 0], true);
  chosen = withUnits(chosen, one, [1], true);
  expect(chosenUnits([one, two], chosen)).toEqual([
    { orderItemId: "one", unit: 1 },
    { orderItemId: "two", unit: 0 },
    { orderItemId: "two", unit: 2 },
  ]);
  chosen = withUnits(chosen, two, [0, 1, 2], false);
  expect(chosen).toEqual(new Set([keyOf(one, 1)]));
  expect(chosenUnits([item("one", { refusal: "Too late." }), two], chosen)).toEqual([]);
});
