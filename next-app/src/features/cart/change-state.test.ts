import { expect, test } from "vitest";
import type { Variant } from "@/api/types";
import type { UnitSeats } from "@/parts/performance-picker/picker-state";
import {
  boundsOf,
  changes,
  firstProblem,
  movesTogether,
  movesToSeats,
  newTotal,
  type VisitChange,
} from "./change-state";

const adults = { id: "a", productVariantId: "adult", quantity: 2, minQuantity: 1, maxQuantity: 6 };
const groups = { id: "g", productVariantId: "group", quantity: 20, minQuantity: 15, maxQuantity: 60 };
const staying: VisitChange = { moves: null, removed: false };
const elsewhere = [{ selectionIndex: 1, performanceId: "tour.20261206.1400" }];
const offered = [
  { extProductVariantId: "adult", minQuantity: 1, maxQuantity: 4, unitPrice: 21 },
] as Variant[];
const moving: VisitChange = {
  moves: movesTogether([adults, groups], () => elsewhere, offered),
  removed: false,
};
const typed = (value: number) => ({ value, typed: String(value) });

test("only changed lines are sent", () => {
  expect(changes([adults, groups], {}, staying)).toEqual([]);
  expect(changes([adults, groups], { a: typed(2), g: typed(0) }, staying)).toEqual([
    { id: "g", quantity: 0 },
  ]);
});

test("moved lines are sent with the unit price of the new visit, and removed lines are not moved", () => {
  expect(changes([adults, groups], { g: typed(0) }, moving)).toEqual([
    { id: "a", quantity: 2, performances: elsewhere, unitPrice: 21 },
    { id: "g", quantity: 0 },
  ]);
});

test("a removed line is restored with its earlier quantity unless the shopper types a different one", () => {
  const waiting = { ...staying, removed: true };
  expect(changes([adults], {}, waiting)).toEqual([{ id: "a", quantity: 2 }]);
  expect(changes([adults], { a: typed(0) }, waiting)).toEqual([{ id: "a", quantity: 0 }]);
});

test("a quantity outside its limits is reported, except zero, which removes the line", () => {
  expect(firstProblem([adults, groups], { g: typed(3) }, staying)?.line).toBe(groups);
  expect(firstProblem([adults, groups], { a: typed(7) }, staying)).toEqual({
    line: adults,
    reason: "quantity",
  });
  expect(firstProblem([adults, groups], { g: typed(0) }, staying)).toBeNull();
});

test("moved lines have the quantity limits of the new visit, and tickets that are not sold for it cannot be moved", () => {
  expect(boundsOf(adults, moving).max).toBe(4);
  expect(firstProblem([adults], { a: typed(5) }, moving)?.reason).toBe("quantity");
  expect(firstProblem([adults, groups], {}, moving)).toEqual({ line: groups, reason: "not-offered" });
  expect(firstProblem([adults, groups], { g: typed(0) }, moving)).toBeNull();
});

test("lines with seats can be moved if there is a new seat for the ticket of each line", () => {
  const line = (id: string, productVariantId: string) => ({
    ...{ id, productVariantId, quantity: 1, minQuantity: 1, maxQuantity: 1 },
  });
  const lines = [line("1", "adult"), line("2", "child"), line("3", "adult")];
  const seat = (seatId: string, variantId: string) => ({
    seats: { concert: seatId },
    variantId,
    unitPrice: 20,
    displayPrice: 21,
  });
  const at = (seatId: string) => [{ selectionIndex: 1, performanceId: "concert.20261206.1400", seatId }];
  const seats = [seat("a1", "adult"), seat("a2", "adult"), seat("a3", "child")];

  const of = (_: unknown, { concert = "" }: UnitSeats) => at(concert);
  const moves = movesToSeats(lines, seats, of);
  expect(changes(lines, {}, { moves, removed: false })).toEqual([
    { id: "1", quantity: 1, performances: at("a1"), unitPrice: 20 },
    { id: "2", quantity: 1, performances: at("a3"), unitPrice: 20 },
    { id: "3", quantity: 1, performances: at("a2"), unitPrice: 20 },
  ]);
  expect(movesToSeats(lines, seats.slice(0, 2), of)).toBeNull();
  expect(movesToSeats(lines, [...seats.slice(0, 2), seat("a3", "adult")], of)).toBeNull();
});

test("the new total has the prices of the new visit, and is not shown before anything changes or without a price", () => {
  const priced = { ...adults, displayPrice: 21.25, promotionName: undefined };
  const large = { ...groups, displayPrice: 16.5, promotionName: undefined };
  expect(newTotal([priced, large], {}, staying)).toBeNull();
  expect(newTotal([priced, large], { a: typed(3) }, staying)).toBe(3 * 2125 + 20 * 1650);
  expect(newTotal([priced, large], { a: typed(Number.NaN) }, staying)).toBeNull();
  const later = [{ ...offered[0], displayPrice: 22.25 }] as Variant[];
  const moves = movesTogether([priced], () => elsewhere, later);
  expect(newTotal([priced], {}, { moves, removed: false })).toBe(2 * 2225);
  expect(newTotal([large], {}, moving), "it is not sold at the new visit").toBeNull();
  const withCode = { ...priced, id: "b", promotionName: "Friends" };
  const both = movesTogether([priced, withCode], () => elsewhere, later);
  expect(newTotal([priced, withCode], {}, { moves: both, removed: false })).toBeNull();
});
