import { expect, test } from "vitest";
import { changes, firstProblem, lineAfter } from "./change-state";

const adults = { id: "a", quantity: 2, minQuantity: 1, maxQuantity: 6 };
const groups = { id: "g", quantity: 20, minQuantity: 15, maxQuantity: 60 };

test("only what differs is sent", () => {
  expect(changes([adults, groups], {})).toEqual([]);
  expect(changes([adults, groups], { a: { value: 2, typed: null }, g: { value: 0, typed: null } })).toEqual([
    { id: "g", quantity: 0 },
  ]);
});

test("a quantity out of bounds is found, none at all is a removal", () => {
  expect(firstProblem([adults, groups], { g: { value: 3, typed: "3" } })).toBe(groups);
  expect(firstProblem([adults, groups], { a: { value: 7, typed: "7" } })).toBe(adults);
  expect(firstProblem([adults, groups], { g: { value: 0, typed: null } })).toBeNull();
});

test("focus goes to the line that follows, and from the last one to the line before", () => {
  expect(lineAfter(["a", "b", "c"], "b")).toBe("c");
  expect(lineAfter(["a", "b", "c"], "c")).toBe("b");
  expect(lineAfter(["a"], "a")).toBeNull();
});
