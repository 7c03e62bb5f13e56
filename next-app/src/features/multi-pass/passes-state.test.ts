import { expect, test } from "vitest";
import type { Product, Variant } from "@/api/types";
import {
  entriesOf,
  isFull,
  kept,
  maxPasses,
  missing,
  nameOf,
  newPasses,
  noPasses,
  offeredIn,
  type Passes,
  type PassesEvent,
  parseStoredEntries,
  passes,
  passesOf,
  reportedErrors,
  todayCents,
  totalCents,
} from "./passes-state";

const variant = (id: string, more: Partial<Variant> = {}) =>
  ({
    extProductVariantId: id,
    isPass: true,
    displayName: id,
    displayPrice: 99.5,
    unitPrice: 95,
    maxQuantity: 3,
    ...more,
  }) as Variant;
const product = (id: string, variants: Variant[], more: Partial<Product> = {}) =>
  ({ id, firstDate: "2026-11-21", hasPerformances: false, variants, ...more }) as Product;

const adult = variant("adult", { maxBirthDate: "2013-12-31" });
const child = variant("child", {
  minBirthDate: "2014-01-01",
  maxBirthDate: "2023-12-31",
  displayPrice: 60,
  maxQuantity: 100,
});
const evening = variant("evening", {
  displayPrice: 40.05,
  installmentBillingPlanId: "monthly",
  installmentBillingPlanFee: 6,
  installmentBillingPlanToday: 15,
});
const offered = offeredIn([product("season", [adult, child]), product("evenings", [evening])]);

function after(events: PassesEvent[], state: Passes = noPasses): Passes {
  return events.reduce((before, event) => passes(before, event, offered), state);
}

const added = (...ids: string[]): PassesEvent[] => ids.map((variantId) => ({ type: "added", variantId }));
const typed = (key: number, firstName: string, lastName: string, birthDate: string): PassesEvent[] => [
  { type: "changed", key, field: "firstName", value: firstName },
  { type: "changed", key, field: "lastName", value: lastName },
  { type: "changed", key, field: "birthDate", value: birthDate },
];
const invalid = (state: Passes) =>
  reportedErrors(state).map(({ entry, field, wrong }) => [
    entry.key,
    field,
    "serverMessage" in wrong ? wrong.serverMessage : wrong.errorId,
  ]);

test("the page lists passes that need no performance, and omits products without such passes", () => {
  const ticket = variant("ticket", { isPass: false });
  const kept = passesOf([
    product("season", [adult, ticket]),
    product("day", [ticket]),
    product("dated", [adult], { hasPerformances: true }),
  ]);
  expect(kept.map(({ id, variants }) => [id, variants])).toEqual([["season", [adult]]]);
});

test("passes are listed in the order of the page under keys that are never reused, and their prices are summed", () => {
  const state = after(added("evening", "adult", "child", "adult"));
  expect(state.entries.map(({ key, variantId }) => [key, variantId])).toEqual([
    [2, "adult"],
    [4, "adult"],
    [3, "child"],
    [1, "evening"],
  ]);
  expect(entriesOf(state, adult).map(({ key }) => key)).toEqual([2, 4]);
  expect(totalCents(state, offered, false)).toBe(2 * 99_50 + 60_00 + 40_05);
  expect(totalCents(state, offered, true), "with the fee of the evening's plan").toBe(
    2 * 99_50 + 60_00 + 40_05 + 6_00,
  );
  const less = after([{ type: "removed", key: 4 }], state);
  expect(less.entries.map(({ key }) => key)).toEqual([2, 3, 1]);
  // A key is never reused, so a new entry is not mistaken for a removed one.
  expect(after(added("adult"), less).entries.map(({ key }) => key)).toEqual([2, 5, 3, 1]);
});

test("passes without a plan are paid in full today, beside the first payments of the others", () => {
  expect(todayCents(after(added("evening", "evening", "child")), offered)).toBe(2 * 15_00 + 60_00);
  expect(todayCents(after(added("child")), offered), "no pass has a plan").toBeNull();
  const lent = variant("lent", { installmentBillingPlanId: "lender" });
  const withLender = [...offered, ...offeredIn([product("lent", [lent])])];
  const state = added("evening", "lent").reduce(
    (before, event) => passes(before, event, withLender),
    noPasses,
  );
  expect(todayCents(state, withLender), "one of the passes has a lender's plan").toBeNull();
});

test("passes can be added up to the limit of the pass and the limit of the cart", () => {
  const three = after(added("adult", "adult", "adult"));
  expect(isFull(after([{ type: "removed", key: 1 }], three), adult)).toBe(false);
  expect(isFull(three, adult)).toBe(true);
  expect(isFull(three, child)).toBe(false);
  const almost = after(added(...Array.from({ length: maxPasses - 4 }, () => "child")), three);
  expect(isFull(almost, child)).toBe(false);
  expect(isFull(after(added("child"), almost), child)).toBe(true);
  expect(isFull(after(added("child"), almost), evening)).toBe(true);
});

test("passes can be added to the cart if there is at least one and every passholder is valid", () => {
  expect(missing(noPasses, offered)).toBe("passes");
  const two = after([...added("adult", "child"), ...typed(1, "Ada", "Lovelace", "12/10/1990")]);
  expect(missing(two, offered)).toBe("details");
  const both = after(typed(2, " Byron ", "Lovelace", "5/12/16"), two);
  expect(missing(both, offered)).toBeNull();
  expect(newPasses(both, offered)).toEqual([
    {
      extProductVariantId: "adult",
      firstName: "Ada",
      lastName: "Lovelace",
      birthDate: "1990-12-10",
      unitPrice: 95,
    },
    {
      extProductVariantId: "child",
      firstName: "Byron",
      lastName: "Lovelace",
      birthDate: "2016-05-12",
      unitPrice: 95,
    },
  ]);
  expect(nameOf(both.entries[1] as (typeof both.entries)[number])).toBe("Byron  Lovelace");
  expect(missing(after([{ type: "removed", key: 2 }], two), offered)).toBeNull();
});

test("a field that was neither edited nor submitted shows no error", () => {
  const left = after([...added("adult"), { type: "left", key: 1, field: "firstName" }]);
  expect(invalid(left)).toEqual([]);
  const edited = after(
    [
      { type: "changed", key: 1, field: "firstName", value: "A" },
      { type: "changed", key: 1, field: "firstName", value: "" },
    ],
    left,
  );
  expect(invalid(edited)).toEqual([]);
  const reportedIn = after([{ type: "left", key: 1, field: "firstName" }], edited);
  expect(invalid(reportedIn)).toEqual([[1, "firstName", "passholder.first-name"]]);
  // An error disappears as soon as the field is valid.
  expect(invalid(after([{ type: "changed", key: 1, field: "firstName", value: "A" }], reportedIn))).toEqual(
    [],
  );
});

test("pressing Add with invalid fields shows every error in the order of the passes", () => {
  const long = "x".repeat(36);
  const state = after([
    ...added("adult", "child", "evening"),
    ...typed(1, long, long.slice(1), "1/1/2014"),
    ...typed(2, "Byron", "Lovelace", "12/31/2013"),
    { type: "pressed" },
  ]);
  expect(invalid(state)).toEqual([
    [1, "firstName", "passholder.first-name"],
    [1, "birthDate", "pass.not-of-age"],
    [2, "birthDate", "pass.not-of-age"],
    [3, "firstName", "passholder.first-name"],
    [3, "lastName", "passholder.last-name"],
    [3, "birthDate", "passholder.birth-date"],
  ]);
});

test.each([
  ["adult", "12/31/2013", null],
  ["adult", "1/1/2014", "details"],
  ["child", "12/31/2013", "details"],
  ["child", "1/1/2014", null],
  ["child", "12/31/2023", null],
  ["child", "1/1/2024", "details"],
  ["evening", "11/21/2026", null],
  ["evening", "11/22/2026", "details"],
])("for a passholder of the variant %s born on %s, what is missing is %s", (id, born, expected) => {
  const state = after([...added(id), ...typed(1, "x".repeat(35), "y".repeat(35), born)]);
  expect(missing(state, offered)).toBe(expected);
});

test("a field is formatted when it loses focus, and each server error is shown at its pass", () => {
  const state = after([
    ...added("adult", "evening"),
    ...typed(1, "Ada", "Lovelace", "1/2/90"),
    { type: "left", key: 1, field: "birthDate" },
  ]);
  expect(state.entries[0]?.typed.birthDate).toBe("01/02/1990");
  const refused = after(
    [
      {
        type: "refused",
        sent: [1, 2],
        errors: [
          { field: "newPasses.1.lastName", message: "Last name is required" },
          { field: "newPasses.9.lastName", message: "of nobody" },
          { field: "something", message: "else" },
        ],
      },
    ],
    state,
  );
  expect(invalid(refused)).toEqual([[2, "lastName", "Last name is required"]]);
  const mended = after([{ type: "changed", key: 2, field: "lastName", value: "L" }], refused);
  expect(invalid(mended)).toEqual([]);
});

test("typed values are restored except for passes no longer offered, and invalid stored data is ignored", () => {
  const state = after([...added("child", "adult"), ...typed(1, "Byron", "", "5/")]);
  const stored = JSON.parse(JSON.stringify(kept(state)));
  const back = after([{ type: "returned", entries: parseStoredEntries(stored) }]);
  expect(
    back.entries.map(({ variantId, typed: { firstName, birthDate } }) => [variantId, firstName, birthDate]),
  ).toEqual([
    ["adult", "", ""],
    ["child", "Byron", "5/"],
  ]);
  expect(back.hasRemovedPasses).toBe(false);
  const less = passes(back, { type: "offered" }, offeredIn([product("season", [adult])]));
  expect([less.entries.length, less.hasRemovedPasses]).toEqual([1, true]);
  for (const other of [null, {}, "x", [null], [{ variantId: "adult" }], [{ variantId: 1, typed: {} }]]) {
    expect(parseStoredEntries(other)).toEqual([]);
  }
});
