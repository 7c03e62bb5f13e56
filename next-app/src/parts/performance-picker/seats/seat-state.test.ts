import { expect, test } from "vitest";
import type { Variant } from "@/api/types";
import {
  conditionsOf,
  maxSeats,
  noSeats,
  onlyFor,
  orderOf,
  reduce,
  type SeatsState,
  withKept,
} from "./seat-state";
import type { SeatCondition } from "./seat-text";

function variant(id: string, change: Partial<Variant> = {}): Variant {
  return {
    id,
    extProductVariantId: id,
    isPass: false,
    displayName: id,
    displayPrice: 10.5,
    displayPriceIsFrom: false,
    isRestricted: false,
    inFromPrice: true,
    cheaperSales: [],
    unitPrice: 10,
    minQuantity: 1,
    maxQuantity: 2,
    selectionIndex: 1,
    ...change,
  };
}

const adult = variant("adult");
const young = variant("young", { displayPrice: 5, maxQuantity: 4 });

const press = (state: SeatsState, seatId: string, condition: SeatCondition = "free") =>
  reduce(state, { type: "pressed", seatId, condition, max: 3 });
const price = (state: SeatsState, seatId: string, variants = [adult, young]) =>
  reduce(state, { type: "priced", seatId, variants });
const choose = (...seatIds: string[]) =>
  seatIds.reduce((state, seatId) => price(press(state, seatId), seatId), noSeats);
const ids = (state: SeatsState) => state.named.map((seat) => seat.seatId);

test("a seat is included in the order after its variants have loaded", () => {
  const chosen = press(noSeats, "a1");
  expect(orderOf(chosen)).toMatchObject({ lines: [], cents: 0 });
  expect(orderOf(price(chosen, "a1"))).toMatchObject({
    lines: [{ seatId: "a1", variantId: "adult", unitPrice: 10 }],
    cents: 1050,
  });
});

test("pressing a chosen seat removes it", () => {
  const state = press(choose("a1", "a2"), "a1");
  expect(ids(state)).toEqual(["a2"]);
  expect(state.notice).toEqual({ kind: "removed", seatId: "a1" });
});

test("pressing a taken seat or exceeding the seat limit is reported and changes nothing", () => {
  const three = choose("a1", "a2", "a3");
  expect(press(three, "a4", "taken")).toEqual({ ...three, notice: { kind: "taken", seatIds: ["a4"] } });
  expect(press(three, "a4")).toEqual({ ...three, notice: { kind: "most", max: 3 } });
});

test("a new seat gets the ticket of the previous seat, up to that ticket's limit", () => {
  expect(choose("a1", "a2", "a3").named.map((seat) => seat.variantId)).toEqual(["adult", "adult", "young"]);
  const student = reduce(choose("a1"), { type: "variantChosen", seatId: "a1", variantId: "young" });
  const two = price(press(student, "a2"), "a2");
  expect(orderOf(two)).toMatchObject({
    lines: [
      { seatId: "a1", variantId: "young", unitPrice: 10 },
      { seatId: "a2", variantId: "young", unitPrice: 10 },
    ],
    cents: 1000,
  });
});

test("a seat that another shopper took is removed, and the other seats stay", () => {
  const afterTaken = reduce(choose("a1", "a2"), { type: "takenTold", seatIds: ["a1", "b1"] });
  expect(ids(afterTaken)).toEqual(["a2"]);
  expect(afterTaken.notice).toEqual({ kind: "taken", seatIds: ["a1"] });
  const late = price(press(choose("a1"), "a2"), "a2", []);
  expect(ids(late)).toEqual(["a1"]);
  expect(late.notice).toEqual({ kind: "taken", seatIds: ["a2"] });
  const same = choose("a1");
  expect(reduce(same, { type: "takenTold", seatIds: ["b1"] })).toBe(same);
});

test("the total does not change while another seat waits for its price", () => {
  const two = choose("a1", "a2");
  const { cents } = orderOf(two);
  expect(cents).toBeGreaterThan(0);
  expect(orderOf(press(two, "a3"))).toMatchObject({ lines: [], cents });
});

test("restored seats are included in the order with their tickets after each seat has a price", () => {
  const seats = [
    { seatId: "a1", variantId: "young" },
    { seatId: "a2", variantId: "adult" },
  ];
  const chosen = withKept(seats);
  expect(orderOf(chosen)).toEqual({ lines: [], cents: 0, seats });
  const lines = seats.map((seat, at) => ({ ...seat, unitPrice: 10, displayPrice: at === 0 ? 5 : 10.5 }));
  expect(orderOf(price(price(chosen, "a2"), "a1"))).toEqual({ lines, cents: 1550, seats });
  const withoutYoung = price(chosen, "a1", [adult]);
  expect(withoutYoung.named[0]?.variantId).toBe("adult");
});

test("all restored seats that are taken now are reported until the shopper acts", () => {
  const seats = ["a1", "a2", "a3", "a4"].map((seatId) => ({ seatId, variantId: "adult" }));
  const afterTaken = reduce(price(withKept(seats), "a2", []), { type: "takenTold", seatIds: ["a3", "a1"] });
  expect(ids(afterTaken)).toEqual(["a4"]);
  expect(afterTaken.notice).toEqual({ kind: "taken", seatIds: ["a2", "a1", "a3"] });
  const later = reduce(press(afterTaken, "b1"), { type: "takenTold", seatIds: ["b1"] });
  expect(later.notice).toEqual({ kind: "taken", seatIds: ["b1"] });
});

test("a response for a removed seat is ignored, and a failed call removes the seat", () => {
  const back = press(press(noSeats, "a1"), "a1");
  expect(price(back, "a1")).toBe(back);
  const failed = reduce(press(noSeats, "a1"), { type: "failed", seatId: "a1", message: "Busy" });
  expect(failed).toEqual({ named: [], notice: { kind: "failed", message: "Busy" } });
});

test("the number of seats is limited to the highest limit of all tickets", () => {
  expect(maxSeats([adult, young])).toBe(4);
});

test("seats chosen for existing tickets use exactly those tickets", () => {
  const tickets = ["young", "adult", "young"];
  const offered = onlyFor(tickets, [adult, young, variant("senior")]);
  expect(offered.map(({ id, maxQuantity }) => [id, maxQuantity])).toEqual([
    ["adult", 1],
    ["young", 2],
  ]);
  const all = ["a1", "a2", "a3"].reduce((state, id) => price(press(state, id), id, offered), noSeats);
  expect(all.named.map(({ variantId }) => variantId)).toEqual(["adult", "young", "young"]);
});

const chart = [
  { seatId: "a", isAvailable: true },
  { seatId: "b", isAvailable: false },
];

test("the chart decides which seats are taken until the availability is read", () => {
  expect(conditionsOf(chart, [], null)).toEqual(["free", "taken"]);
});

test("the availability that was read last overrides the chart", () => {
  expect(conditionsOf(chart, [], ["a"])).toEqual(["taken", "free"]);
  expect(conditionsOf(chart, [], [])).toEqual(["free", "free"]);
});

test("a seat chosen by the shopper stays chosen while the chart reports it as taken", () => {
  expect(conditionsOf(chart, [{ seatId: "a" }], ["a"])).toEqual(["yours", "free"]);
});

test("a seat that the shopper is exchanging is not taken by somebody else, and is not chosen again", () => {
  expect(conditionsOf(chart, [], ["a"], ["a", "b"])).toEqual(["own", "free"]);
  expect(press(noSeats, "a", "own")).toEqual({ named: [], notice: { kind: "is-own", seatId: "a" } });
});
