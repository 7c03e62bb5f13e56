import { expect, test } from "vitest";
import {
  type Bounds,
  canMinus,
  canPlus,
  clamped,
  defaultBounds,
  minus,
  plus,
  problemOf,
  type,
} from "./stepper-state";

const bounds: Bounds = { min: 2, max: 6, absoluteMin: 0 };
const at = (value: number) => ({ value, typed: null });

test.each([
  [9, 6],
  [7, 6],
  [6, 5],
  [3, 2],
  [2, 0],
  [1, 0],
  [0, 0],
])("the minus button changes %d to %d", (from, to) => {
  expect(minus(at(from), bounds).value).toBe(to);
});

test.each([
  [0, 2],
  [-3, 2],
  [1, 2],
  [2, 3],
  [5, 6],
  [6, 6],
  [9, 6],
])("the plus button changes %d to %d", (from, to) => {
  expect(plus(at(from), bounds).value).toBe(to);
});

test.each([
  ["0", null],
  ["", null],
  ["1", "minimum"],
  ["-1", "minimum"],
  ["2", null],
  ["6", null],
  ["7", "maximum"],
  ["two", "minimum"],
  ["2.5", "minimum"],
])("the typed text %j is kept, and its error is %s", (text, problem) => {
  const typed = type(text);
  expect(problemOf(typed, bounds)).toBe(problem);
  expect(typed.typed).toBe(text);
});

test("pressing a button replaces the typed text", () => {
  expect(plus(type("3"), bounds)).toEqual({ value: 4, typed: null });
});

test.each([
  ["minus", minus, canMinus, 0],
  ["plus", plus, canPlus, 2],
] as const)(
  "the %s button replaces text that is not a number with an allowed quantity",
  (_, step, canStep, to) => {
    expect(canStep(type("two"), bounds)).toBe(true);
    expect(step(type("two"), bounds)).toEqual({ value: to, typed: null });
  },
);

test.each([
  ["0", null],
  ["1", null],
  ["100", null],
  ["101", "maximum"],
  ["-1", "minimum"],
])("with the default limits (0, or 1 to 100), the error of the typed text %s is %s", (text, problem) => {
  expect(defaultBounds).toEqual({ min: 1, max: 100, absoluteMin: 0 });
  expect(problemOf(type(text), defaultBounds)).toBe(problem);
});

test("the quantity cannot be stepped beyond its limits", () => {
  expect(canMinus(at(0), bounds)).toBe(false);
  expect(canPlus(at(6), bounds)).toBe(false);
  expect(canPlus(at(0), { min: 2, max: 0, absoluteMin: 0 })).toBe(false);
  expect(canPlus(at(5), bounds)).toBe(true);
});

test("a clamped counter shows the nearest allowed number", () => {
  const bounds = { min: 1, max: 4, absoluteMin: 0 };
  expect(clamped(type("3"), bounds)).toEqual({ value: 3, typed: "3" });
  expect(clamped(type(""), bounds)).toEqual({ value: 0, typed: "" });
  expect(clamped(type("7"), bounds)).toEqual({ value: 4, typed: null });
  expect(clamped(type("-2"), bounds)).toEqual({ value: 0, typed: null });
  expect(clamped(type("x"), bounds)).toEqual({ value: 0, typed: null });
});

test("a quantity that is never zero steps up from its minimum", () => {
  const bounds = { absoluteMin: 1, min: 1, max: 3 };
  expect(plus({ value: 1, typed: null }, bounds)).toEqual({ value: 2, typed: null });
  expect(minus({ value: 2, typed: null }, bounds)).toEqual({ value: 1, typed: null });
  expect(canMinus({ value: 1, typed: null }, bounds)).toBe(false);
  expect(plus({ value: 0, typed: "" }, bounds)).toEqual({ value: 1, typed: null });
});
