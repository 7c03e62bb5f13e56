import { expect, test } from "vitest";
import type { Account, CartPass, LastDetails } from "@/api/types";
import { canada, usa } from "@/lib/address-rules";
import {
  type Demographics,
  demographicsReducer,
  foldsPerson,
  initialDemographics,
  isSavable,
  needsNothing,
  type PassCard,
  statusOf,
} from "./demographics-state";
import { offersFor, ownDetails } from "./own-details";
import { blankPass } from "./sample";

const states = [
  { id: 7, countryId: usa, name: "New York", abbreviation: "NY", requireLocationAcknowledgement: false },
];
const account: Account = {
  emailAddress: "ada@example.org",
  emailVerified: true,
  hasPassword: true,
  firstName: "Ada",
  lastName: "Lovelace",
};
const address = {
  countryId: usa,
  address1: "12 Quay Street",
  city: "Albany",
  stateProvinceId: 7,
  zipCode: "12207",
};
const typedAddress = { address1: "12 Quay Street", city: "Albany", state: "NY", zip: "12207" };
const own = ownDetails({ ...account, ...address, phoneNumber: "5185550123" }, null, states);

const pass = (id: string, more: Partial<CartPass> = {}): CartPass => ({
  ...blankPass,
  extCartTicketId: id,
  ...more,
});
const contact = { phoneNumber: "(518) 555-0123", ...typedAddress };
const unknown = ownDetails(account, null, states);
const pageOf = (passes: CartPass[], details = own) => initialDemographics(passes, ["NY"], details);
const cardOf = (state: Demographics, id: string) => state.cards.find((card) => card.id === id) as PassCard;
const kindsFor = (state: Demographics, id: string) =>
  offersFor(cardOf(state, id), state).map(({ kind }) => kind);

test("the shopper's own details come from the account, or else from the last order", () => {
  const last: LastDetails = { ...address, firstName: "Augusta", phoneNumber: "5185550123" };
  const whole = {
    firstName: "Ada",
    lastName: "Lovelace",
    emailAddress: "ada@example.org",
    phoneNumber: "(518) 555-0123",
    ...typedAddress,
  };
  expect(own).toEqual(whole);
  expect(ownDetails(account, last, states)).toEqual(whole);
  expect(ownDetails({ ...account, ...address, city: "Troy" }, last, states).city).toBe("Troy");
});

test("an address abroad is not used, and a phone number that is not a US number is not used", () => {
  const abroad = {
    ...account,
    ...address,
    countryId: canada,
    zipCode: "K1A 0B6",
    phoneNumber: "+44 20 7946 0000",
  };
  expect(ownDetails(abroad, null, states)).toEqual({
    firstName: "Ada",
    lastName: "Lovelace",
    emailAddress: "ada@example.org",
  });
});

test("the shopper's own details are offered for a pass without a name, until a pass has the shopper's name", () => {
  const state = pageOf([pass("a"), pass("b")]);
  expect([kindsFor(state, "a"), kindsFor(state, "b")]).toEqual([["own"], ["own"]]);
  const filled = demographicsReducer(state, { type: "filled", id: "a", values: own });
  expect(filled.cards[0]?.typed).toMatchObject({ ...own, birthDate: "" });
  expect([kindsFor(filled, "a"), kindsFor(filled, "b")]).toEqual([[], []]);
});

test("a pass without an address is offered the first pass's address", () => {
  const named = { firstName: "Byron", lastName: "King" };
  const state = pageOf([pass("a", named), pass("b", named)], unknown);
  expect([kindsFor(state, "a"), kindsFor(state, "b")]).toEqual([[], []]);
  const addressed = pageOf([pass("a", { ...named, ...typedAddress }), pass("b", named)], unknown);
  expect([kindsFor(addressed, "a"), kindsFor(addressed, "b")]).toEqual([[], ["copy"]]);
});

const adas = { firstName: "ada", lastName: "Lovelace ", birthDate: "1990-12-10" };
const byrons = { firstName: "Byron", lastName: "Lovelace", birthDate: "1991-05-12" };

test("the shopper's address and phone number are filled into new passes, and the e-mail address into the shopper's own", () => {
  const state = pageOf([pass("a", adas), pass("b", byrons)]);
  expect(cardOf(state, "a").typed).toMatchObject({ ...contact, emailAddress: "ada@example.org" });
  expect(cardOf(state, "b").typed).toMatchObject({ ...contact, emailAddress: "" });
  expect(
    state.cards.map(({ prefilled, expanded, saved, edited }) => [prefilled, expanded, saved, edited]),
  ).toEqual([
    [true, false, false, []],
    [true, false, false, []],
  ]);
  expect(state.cards.map((card) => [statusOf(card, ["NY"]), isSavable(card, ["NY"])])).toEqual([
    ["completed", true],
    ["completed", true],
  ]);
  const added = demographicsReducer(state, { type: "added", pass: pass("c") });
  expect(cardOf(added, "c")).toMatchObject({ prefilled: true, expanded: true, typed: contact });
});

test("the page is needed unless all passes are saved or are the shopper's own with known details", () => {
  const saved = pass("c", { ...byrons, ...typedAddress, phoneNumber: "5185550123", isComplete: true });
  expect(needsNothing(pageOf([pass("a", adas), saved]))).toBe(true);
  expect(needsNothing(pageOf([pass("a", adas), pass("b", byrons)]))).toBe(false);
  expect(needsNothing(pageOf([pass("a", adas)], unknown))).toBe(false);
  expect(needsNothing(pageOf([]))).toBe(false);
});

test("nothing is filled into a pass with an address or a phone number, into a renewal, or for a shopper without either", () => {
  const phone = { phoneNumber: "4015550199" };
  const untouched = pageOf([pass("a", phone), pass("b", { platformAccountId: "NO-1", isRenewal: true })]);
  expect(untouched.cards.map(({ prefilled, typed }) => [prefilled, typed.city])).toEqual([
    [false, ""],
    [false, ""],
  ]);
  expect(cardOf(pageOf([pass("a", adas)], unknown), "a")).toMatchObject({ prefilled: false, expanded: true });
});

test("the name and birth date typed with the pass are folded until they are changed or refused", () => {
  const state = pageOf([pass("a", adas), pass("b")], unknown);
  expect([foldsPerson(cardOf(state, "a")), foldsPerson(cardOf(state, "b"))]).toEqual([true, false]);
  const errors = [{ field: "birthDate", message: "Too old" }];
  const refused = demographicsReducer(state, { type: "refused", id: "a", errors });
  expect(foldsPerson(cardOf(refused, "a"))).toBe(false);
  const unfolded = demographicsReducer(state, { type: "personUnfolded", id: "a" });
  expect(foldsPerson(cardOf(unfolded, "a"))).toBe(false);
});

test("nothing is offered for renewals", () => {
  expect(kindsFor(pageOf([pass("a", { platformAccountId: "NO-1", isRenewal: true })]), "a")).toEqual([]);
});
