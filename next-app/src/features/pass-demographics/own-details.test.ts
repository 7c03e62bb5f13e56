import { expect, test } from "vitest";
import type { Account, CartPass, LastDetails } from "@/api/types";
import { canada, usa } from "@/lib/address-rules";
import {
  type Demographics,
  demographicsReducer,
  initialDemographics,
  type PassCard,
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
const pageOf = (...passes: CartPass[]) => initialDemographics(passes, ["NY"]);
const kindsFor = (state: Demographics, id: string, details = own) =>
  offersFor(state.cards.find((card) => card.id === id) as PassCard, state, details).map(({ kind }) => kind);

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
  const state = pageOf(pass("a"), pass("b"));
  expect([kindsFor(state, "a"), kindsFor(state, "b")]).toEqual([["own"], ["own"]]);
  const filled = demographicsReducer(state, { type: "filled", id: "a", values: own });
  expect(filled.cards[0]?.typed).toMatchObject({ ...own, birthDate: "" });
  expect([kindsFor(filled, "a"), kindsFor(filled, "b")]).toEqual([[], ["copy"]]);
});

test("a pass that has a name but no address is offered the first pass's address, or else the shopper's", () => {
  const named = { firstName: "Byron", lastName: "King" };
  const state = pageOf(pass("a", named), pass("b", named));
  expect([kindsFor(state, "a"), kindsFor(state, "b")]).toEqual([["own-contact"], ["own-contact"]]);
  const [offer] = offersFor(state.cards[0] as PassCard, state, own);
  expect(offer?.values).toEqual({
    emailAddress: "ada@example.org",
    phoneNumber: "(518) 555-0123",
    ...typedAddress,
  });
  const addressed = pageOf(pass("a", { ...named, ...typedAddress }), pass("b", named));
  expect([kindsFor(addressed, "a"), kindsFor(addressed, "b")]).toEqual([[], ["copy"]]);
  expect(kindsFor(state, "a", ownDetails(account, null, states))).toEqual([]);
});

test("nothing is offered for renewals", () => {
  expect(kindsFor(pageOf(pass("a", { platformAccountId: "NO-1", isRenewal: true })), "a")).toEqual([]);
});
