import { expect, test } from "vitest";
import type { CartPass } from "@/api/types";
import {
  accessibleName,
  cardAfterRemoval,
  type Demographics,
  type DemographicsEvent,
  demographicsReducer,
  firstWrong,
  initialDemographics,
  isBlocked,
  isChildPass,
  isKeepable,
  isSavable,
  isValid,
  nameOf,
  needsNothing,
  nextBlocked,
  type PassCard,
  parseTyped,
  statusOf,
  unsaved,
} from "./demographics-state";
import { blankPass } from "./sample";

const states = ["NY", "RI"];
const unconfirmed = { demographicsUpdateRequired: true };

const whole: CartPass = {
  ...blankPass,
  firstName: "Ada",
  lastName: "Lovelace",
  emailAddress: "ada@example.org",
  birthDate: "1990-12-10",
  address1: "12 Quay Street",
  city: "Albany",
  state: "NY",
  zip: "12207",
  phoneNumber: "5185550123",
  isComplete: true,
};

const fresh = (id: string, more: Partial<CartPass> = {}) => ({ ...blankPass, extCartTicketId: id, ...more });
const known = (id: string, more: Partial<CartPass> = {}) => ({ ...whole, extCartTicketId: id, ...more });
const renewal = (id: string, more: Partial<CartPass> = {}) =>
  known(id, { isRenewal: true, platformAccountId: `NO-${id}`, ...more });

const run = (state: Demographics, ...events: DemographicsEvent[]) =>
  events.reduce(demographicsReducer, state);
const card = (state: Demographics, id: string) => state.cards.find((one) => one.id === id) as PassCard;
const open = (state: Demographics) => state.cards.filter(({ expanded }) => expanded).map(({ id }) => id);
const reportedIn = (state: Demographics, id: string) => Object.keys(card(state, id).errors);
const change = (id: string, field: keyof PassCard["typed"], value: string): DemographicsEvent => ({
  type: "changed",
  id,
  field,
  value,
});

test.each<[string, CartPass, ReturnType<typeof statusOf>, boolean]>([
  ["a complete pass", known("a"), "completed", false],
  ["a pass with missing details", fresh("a"), "not-completed", true],
  [
    "a pass that was not confirmed for a year",
    renewal("a", { demographicsUpdateRequired: true }),
    "not-confirmed",
    true,
  ],
  [
    "a pass that is neither complete nor confirmed",
    renewal("a", { demographicsUpdateRequired: true, isComplete: false, city: "" }),
    "not-completed",
    true,
  ],
])("%s has the expected status, and blocks Continue unless completed", (_, pass, status, blocks) => {
  const one = card(initialDemographics([pass], states, {}), "a");
  expect(statusOf(one, states)).toBe(status);
  expect(isBlocked(one, states)).toBe(blocks);
});

test("renewals come first, and no pass shows errors at the start", () => {
  const state = initialDemographics(
    [fresh("new"), renewal("old", { city: "", isComplete: false })],
    states,
    {},
  );
  expect(state.cards.map(({ id }) => id)).toEqual(["old", "new"]);
  expect(reportedIn(state, "old")).toEqual([]);
  expect(reportedIn(state, "new")).toEqual([]);
  const left = run(state, { type: "left", id: "new", field: "city" });
  expect(reportedIn(left, "new")).toEqual([]);
});

test("a pass is completed as soon as its details are valid, and Continue saves it until it is saved", () => {
  let state = initialDemographics([fresh("a")], states, {});
  const { typed } = initialDemographics([known("b")], states, {}).cards[0] as PassCard;
  const { phoneNumber, ...others } = typed;
  state = run(state, { type: "filled", id: "a", values: others });
  expect(isSavable(card(state, "a"), states)).toBe(false);
  expect(firstWrong(card(state, "a"), states)).toBe("phoneNumber");
  state = run(state, change("a", "phoneNumber", phoneNumber));
  expect(statusOf(card(state, "a"), states)).toBe("completed");
  expect(isSavable(card(state, "a"), states)).toBe(true);
  state = run(state, { type: "updated", id: "a" });
  expect(isSavable(card(state, "a"), states)).toBe(false);
});

test("complete details of a new pass are kept when the focus leaves its card, unless they have changed meanwhile", () => {
  let state = initialDemographics([known("a"), renewal("b", unconfirmed)], states, {});
  expect(state.cards.some((one) => isKeepable(one, states))).toBe(false);
  state = run(state, change("a", "city", "Troy"));
  const { typed } = card(state, "a");
  expect(isKeepable(card(state, "a"), states)).toBe(true);
  const changed = run(state, change("a", "city", "Albany"), { type: "kept", id: "a", typed });
  expect(isKeepable(card(changed, "a"), states)).toBe(true);
  state = run(state, { type: "kept", id: "a", typed });
  expect(isKeepable(card(state, "a"), states)).toBe(false);
  expect(unsaved(state)).toEqual({});
  expect(isKeepable(card(run(state, change("a", "city", "")), "a"), states)).toBe(false);
});

test("Continue confirms a renewal only if its card is open", () => {
  const state = initialDemographics([renewal("a", unconfirmed), renewal("b", unconfirmed)], states, {});
  expect(state.cards.map((one) => isSavable(one, states))).toEqual([true, false]);
});

test.each<[string, CartPass[], string[]]>([
  ["every incomplete pass", [fresh("a"), known("b"), renewal("c", { isComplete: false })], ["c", "a"]],
  [
    "otherwise the first pass that must be confirmed",
    [known("a"), renewal("b", unconfirmed), renewal("c", unconfirmed)],
    ["b"],
  ],
  ["incomplete passes before passes that must be confirmed", [renewal("a", unconfirmed), fresh("b")], ["b"]],
  ["no card if all passes are complete", [known("a"), renewal("b")], []],
])("when the page opens, these cards are open: %s", (_, passes, expected) => {
  expect(open(initialDemographics(passes, states, {}))).toEqual(expected);
});

test("saving a pass closes its card and opens the next uncompleted one, and the search wraps around after the last card", () => {
  let state = initialDemographics([fresh("a"), renewal("b", unconfirmed), known("c")], states, {});
  expect(open(state)).toEqual(["a"]);
  state = run(state, { type: "updated", id: "a" });
  expect(statusOf(card(state, "a"), states)).toBe("completed");
  expect(reportedIn(state, "a")).toEqual([]);
  expect(open(state)).toEqual(["b"]);
  expect(nextBlocked(state, "c")?.id).toBe("b");
  state = run(state, { type: "updated", id: "b" });
  expect(open(state)).toEqual([]);
  expect(nextBlocked(state, "b")).toBeUndefined();
  expect(state.cards.some((one) => isBlocked(one, states))).toBe(false);
});

test("a pass must be saved again after an edit that changes a value", () => {
  const state = run(initialDemographics([known("a")], states, {}), change("a", "city", "Troy"));
  expect(card(state, "a").saved).toBe(false);
  expect(
    run(initialDemographics([known("a")], states, {}), change("a", "city", "Albany")).cards[0]?.saved,
  ).toBe(true);
});

test("an error disappears as soon as the field is valid, and appears when an edited field loses focus", () => {
  let state = initialDemographics([renewal("a", { isComplete: false, city: "" })], states, {});
  state = run(state, { type: "left", id: "a", field: "city" });
  expect(reportedIn(state, "a")).toEqual([]);
  state = run(state, change("a", "zip", "1"));
  expect(reportedIn(state, "a")).toEqual([]);
  state = run(state, { type: "left", id: "a", field: "zip" });
  expect(reportedIn(state, "a")).toEqual(["zip"]);
  state = run(state, { type: "pressed", id: "a" });
  expect(reportedIn(state, "a").sort()).toEqual(["city", "zip"]);
  expect(isValid(card(state, "a"), states)).toBe(false);
  state = run(state, change("a", "zip", "12207"), change("a", "city", "Troy"));
  expect(reportedIn(state, "a")).toEqual([]);
  expect(isValid(card(state, "a"), states)).toBe(true);
});

test("the server's error stays at its field until the field is edited", () => {
  const serverMessage = "The passholder's age doesn't qualify for this pass.";
  let state = run(initialDemographics([known("a")], states, {}), change("a", "birthDate", "12/10/2020"), {
    type: "refused",
    id: "a",
    errors: [
      { field: "birthDate", message: serverMessage },
      { field: "unknown", message: "?" },
    ],
  });
  expect(card(state, "a").errors).toEqual({ birthDate: { serverMessage } });
  expect(statusOf(card(state, "a"), states)).toBe("not-completed");
  expect(isSavable(card(state, "a"), states)).toBe(false);
  expect(isValid(card(state, "a"), states)).toBe(true);
  expect(firstWrong(card(state, "a"), states)).toBe("birthDate");
  state = run(state, change("a", "birthDate", "12/10/1991"));
  expect(reportedIn(state, "a")).toEqual([]);
});

test("if the birth date is a child's, the e-mail address is cleared together with its error", () => {
  let state = initialDemographics([known("a")], states, {});
  state = run(state, change("a", "emailAddress", "ada"), { type: "left", id: "a", field: "emailAddress" });
  expect(reportedIn(state, "a")).toEqual(["emailAddress"]);
  // A two-digit year is not used yet, because two more digits may follow.
  state = run(state, change("a", "birthDate", "11/22/20"));
  expect(isChildPass(card(state, "a"))).toBe(false);
  state = run(state, change("a", "birthDate", "11/22/2012"));
  expect(isChildPass(card(state, "a"))).toBe(true);
  expect(card(state, "a").typed.emailAddress).toBe("");
  expect(reportedIn(state, "a")).toEqual([]);
  state = run(state, change("a", "birthDate", "11/21/2012"));
  expect(isChildPass(card(state, "a"))).toBe(false);
});

test("a two-digit year is completed when the field loses focus", () => {
  const state = run(initialDemographics([known("a")], states, {}), change("a", "birthDate", "5/12/16"), {
    type: "left",
    id: "a",
    field: "birthDate",
  });
  expect(card(state, "a").typed).toMatchObject({ birthDate: "05/12/2016", emailAddress: "" });
});

test("turning on shared details immediately copies the first pass's details, and only to new passes", () => {
  const first = known("a", { firstName: "Ada", zip: "02801", state: "RI" });
  let state = initialDemographics([first, fresh("b"), known("c"), renewal("d")], states, {});
  state = run(state, { type: "updated", id: "b" });
  state = run(state, { type: "forAllNew", on: true });
  for (const id of ["b", "c"]) {
    expect(card(state, id).typed).toMatchObject({ zip: "02801", state: "RI", address1: "12 Quay Street" });
    expect(card(state, id).saved).toBe(false);
    expect(card(state, id).expanded).toBe(true);
  }
  expect(card(state, "b").typed).toMatchObject({ firstName: "", birthDate: "" });
  expect(card(state, "d").typed.zip).toBe("12207");
  expect(statusOf(card(state, "d"), states)).toBe("completed");
});

const on: DemographicsEvent = { type: "forAllNew", on: true };

test("while details are shared, only changes of the first pass are copied, except names and birth date", () => {
  let state = run(initialDemographics([known("a"), known("b"), known("c")], states, {}), on);
  for (const [field, value] of [
    ["emailAddress", "a@example.org"],
    ["address1", "1 New Street"],
    ["address2", "2"],
    ["city", "Bristol"],
    ["state", "RI"],
    ["zip", "02801"],
    ["phoneNumber", "4015550142"],
  ] as const) {
    state = run(state, change("a", field, value));
    const copied = field === "phoneNumber" ? "(401) 555-0142" : value;
    expect(card(state, "b").typed[field], field).toBe(copied);
    expect(card(state, "c").typed[field], field).toBe(copied);
  }
  expect(open(state)).toEqual(["b", "c"]);
  for (const field of ["firstName", "lastName", "birthDate"] as const) {
    state = run(state, change("a", field, "1"));
    expect(card(state, "b").typed[field], field).not.toBe("1");
  }
  state = run(state, change("b", "city", "Warren"));
  expect(card(state, "a").typed.city).toBe("Bristol");
  expect(card(state, "c").typed.city).toBe("Bristol");
  state = run(state, { type: "forAllNew", on: false }, change("a", "city", "Newport"));
  expect(card(state, "c").typed.city).toBe("Bristol");
});

test("turning on shared details requires saving the other new passes again, even with the same values", () => {
  let state = run(initialDemographics([known("a"), known("b"), renewal("r")], states, {}), on);
  expect(state.cards.map(({ id, saved, expanded }) => [id, saved, expanded])).toEqual([
    ["r", true, false],
    ["a", true, false],
    ["b", false, true],
  ]);
  state = run(state, { type: "updated", id: "b" }, change("a", "firstName", "Grace"));
  expect(card(state, "b").saved).toBe(true);
  // A new pass gets the shared details. The details of the other passes do not change.
  state = run(state, { type: "added", pass: fresh("d") });
  expect(card(state, "b").saved).toBe(true);
});

test("shared details give a child no e-mail address, and the other passholders keep theirs", () => {
  const child = known("b", { birthDate: "2016-05-12", emailAddress: "" });
  let state = run(initialDemographics([known("a"), child, known("c")], states, {}), on);
  expect(card(state, "b").typed.emailAddress).toBe("");
  state = run(state, change("a", "birthDate", "05/12/2016"));
  expect(card(state, "a").typed.emailAddress).toBe("");
  expect(card(state, "c").typed.emailAddress).toBe("ada@example.org");
  expect(run(initialDemographics([child, known("c")], states, {}), on).cards[1]?.typed.emailAddress).toBe(
    "ada@example.org",
  );
});

test("details are no longer shared when only one new pass is left", () => {
  const state = run(initialDemographics([known("a"), known("b")], states, {}), on);
  expect(state.forAllNew).toBe(true);
  expect(run(state, { type: "removed", id: "a" })).toMatchObject({ forAllNew: false, cards: [{ id: "b" }] });
});

test("a pass that is added later is open, shows no errors yet, and gets the shared details", () => {
  let state = run(initialDemographics([known("a"), known("b")], states, {}), {
    type: "added",
    pass: fresh("c"),
  });
  expect(open(state)).toEqual(["c"]);
  expect(reportedIn(state, "c")).toEqual([]);
  expect(nameOf(card(state, "c"))).toBeNull();
  state = run(state, on, { type: "added", pass: fresh("d") });
  expect(card(state, "d").typed.city).toBe("Albany");
});

test("a toggled card opens or closes", () => {
  const state = run(initialDemographics([known("a")], states, {}), { type: "toggled", id: "a", open: true });
  expect(open(state)).toEqual(["a"]);
  expect(open(run(state, { type: "toggled", id: "a", open: false }))).toEqual([]);
});

test("dates and phone numbers are shown in the US format", () => {
  expect(initialDemographics([known("a")], states, {}).cards[0]?.typed).toMatchObject({
    birthDate: "12/10/1990",
    phoneNumber: "(518) 555-0123",
  });
});

test("unsaved values are stored by pass, until the pass is saved or removed", () => {
  const start = initialDemographics([fresh("a"), known("b")], states, {});
  expect(unsaved(start)).toEqual({});
  const typed = run(start, { type: "changed", id: "a", field: "city", value: "Tro" });
  expect(unsaved(typed)).toEqual({ a: { ...typed.cards[0]?.typed, city: "Tro" } });
  expect(unsaved(run(typed, { type: "updated", id: "a" }))).toEqual({});
  expect(unsaved(run(typed, { type: "removed", id: "a" }))).toEqual({});
});

test("after a reload, unsaved values are restored to their card, which is open and must be saved", () => {
  const typed = unsaved(
    run(initialDemographics([known("a"), fresh("b")], states, {}), {
      type: "changed",
      id: "a",
      field: "city",
      value: "Troy",
    }),
  );
  const again = run(initialDemographics([known("a"), fresh("b")], states, {}), { type: "recalled", typed });
  const [a, b] = again.cards;
  expect(a).toMatchObject({ saved: false, expanded: true, edited: ["city"] });
  expect(a?.typed.city).toBe("Troy");
  expect(b?.edited).toEqual([]);
  expect(unsaved(again)).toEqual(typed);
});

test("a draft restores neither removed passes nor locked fields", () => {
  const locked = renewal("a", { allowNameChange: false, allowBirthDateChange: false });
  const before = initialDemographics([locked], states, {});
  const whole = before.cards[0]?.typed as PassCard["typed"];
  const typed = { a: { ...whole, firstName: "Eve", birthDate: "01/01/2000" }, gone: whole };
  expect(run(before, { type: "recalled", typed }).cards).toEqual(before.cards);
});

test("a draft restores the e-mail address of an adult whose saved birth date is a child's", () => {
  const child = known("a", { birthDate: "2020-01-01", emailAddress: "" });
  const before = initialDemographics([child], states, {});
  const whole = before.cards[0]?.typed as PassCard["typed"];
  const typed = { a: { ...whole, birthDate: "12/10/1990", emailAddress: "ada@example.org" } };
  const [card] = run(before, { type: "recalled", typed }).cards;
  expect(card?.typed.emailAddress).toBe("ada@example.org");
});

test("a draft with an invalid structure is ignored", () => {
  const [card] = initialDemographics([known("a")], states, {}).cards;
  expect(parseTyped({ a: card?.typed, b: { ...card?.typed, city: 5 }, c: null })).toEqual({ a: card?.typed });
  for (const stored of [null, 5, "x", []]) expect(parseTyped(stored)).toEqual({});
});

const cardsOf = (...passes: CartPass[]) => initialDemographics(passes, states, {}).cards;

test("passes without a name are numbered only if there are several", () => {
  const names = (cards: PassCard[]) => cards.map((card) => accessibleName(cards, card, "New Pass"));
  expect(names(cardsOf(fresh("a"), known("b")))).toEqual(["New Pass", "Ada Lovelace"]);
  expect(names(cardsOf(fresh("a"), known("b"), fresh("c")))).toEqual([
    "New Pass 1",
    "Ada Lovelace",
    "New Pass 2",
  ]);
});

test("focus moves from a removed card to the next card, or from the last card to the previous one", () => {
  const cards = cardsOf(fresh("a"), fresh("b"), fresh("c"));
  const after = (nth: number) => cardAfterRemoval(cards, cards[nth] as PassCard)?.id;
  expect([after(0), after(1), after(2)]).toEqual(["b", "c", "b"]);
  expect(cardAfterRemoval(cards.slice(0, 1), cards[0] as PassCard)).toBeUndefined();
});

test("that a holder has the same pass is known when the page opens and after each save, until the person changes", () => {
  const samePass = { inCart: false, validUntil: "2027-11-19" };
  const state = initialDemographics([known("a", { samePass }), fresh("b")], states, {});
  expect(card(state, "a").samePass).toEqual(samePass);
  expect(card(run(state, change("a", "city", "Troy")), "a").samePass).toEqual(samePass);
  const another = run(state, change("a", "firstName", "Mary"));
  expect(card(another, "a").samePass).toBeNull();

  const inCart = { inCart: true };
  const read = run(another, { type: "passesRead", passes: [known("a"), known("b", { samePass: inCart })] });
  expect(read.cards.map((one) => one.samePass)).toEqual([null, inCart]);
  // What is typed stays.
  expect(card(read, "a").typed.firstName).toBe("Mary");
});

test("the page does not continue without the shopper if a holder has the same pass already", () => {
  const of = (more: Partial<CartPass>) => needsNothing(initialDemographics([known("a", more)], states, {}));
  expect(of({})).toBe(true);
  expect(of({ samePass: { inCart: false } })).toBe(false);
});
