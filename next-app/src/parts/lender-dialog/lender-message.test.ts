import { expect, test } from "vitest";
import { parseLenderMessage } from "./lender-message";

const frame = {};
const expected = {
  processor: "sandbox-lender",
  origin: "https://lender.example",
  upCode: "u1",
  window: frame,
};
const data = { source: "midway-sandbox-lender", type: "OFFER_AVAILABLE", upCode: "u1" };
const received = { data, origin: "https://lender.example", source: frame };
const address = {
  address1: "12 Quay Street",
  city: "Albany",
  state: "NY",
  zipCode: "12207",
  country: "US",
};
const token = {
  displayName: "Ada Lovelace",
  tokenNumber: "4000990000000000",
  tokenType: "Visa",
  verificationCode: "123",
  validityMonth: "01",
  validityYear: "2027",
  address,
};
const retrieved = (value: unknown) => ({
  ...received,
  data: { ...data, type: "TOKEN_RETRIEVED", token: value },
});

test.each([
  ["OFFER_AVAILABLE", "offer-available"],
  ["OFFER_UNAVAILABLE", "offer-unavailable"],
  ["SERVICE_UNAVAILABLE", "service-unavailable"],
  ["TOKEN_AVAILABLE", "token-available"],
])("the lender's message %s is read as %s", (type, status) => {
  expect(parseLenderMessage({ ...received, data: { ...data, type } }, expected)).toEqual({ type: status });
});

test("only the known fields of a virtual card are read", () => {
  expect(parseLenderMessage(retrieved({ ...token, more: "x" }), expected)).toEqual({
    type: "token-retrieved",
    token,
  });
  const { state, ...without } = address;
  expect(parseLenderMessage(retrieved({ ...token, address: without }), expected)).toMatchObject({
    token: { address: without },
  });
});

test("the frame's height stays between a minimum and a maximum", () => {
  const height = (value: unknown) =>
    parseLenderMessage({ ...received, data: { ...data, type: "RESIZE", height: value } }, expected);
  expect(height(300.2)).toEqual({ type: "resize", height: 301 });
  expect(height(0)).toEqual({ type: "resize", height: 96 });
  expect(height(1e9)).toEqual({ type: "resize", height: 1400 });
  expect(height(Number.NaN)).toBeNull();
});

test.each([
  ["another origin", { ...received, origin: "https://evil.example" }],
  ["a similar origin", { ...received, origin: "https://lender.example.evil.example" }],
  ["another window of the same origin", { ...received, source: {} }],
  ["no window", { ...received, source: null }],
  ["another offer", { ...received, data: { ...data, upCode: "u2" } }],
  ["another sender", { ...received, data: { ...data, source: "midway-sandbox" } }],
  ["an unknown kind", { ...received, data: { ...data, type: "PAID" } }],
  ["text data", { ...received, data: JSON.stringify(data) }],
  ["missing data", { ...received, data: null }],
  ["a missing card", retrieved(undefined)],
  ["a card without a number", retrieved({ ...token, tokenNumber: "" })],
  ["a card whose code is a number", retrieved({ ...token, verificationCode: 123 })],
  ["a card without an address", retrieved({ ...token, address: null })],
  ["a card with an overlong name", retrieved({ ...token, displayName: "x".repeat(501) })],
])("a message is ignored because of %s", (_, message) => {
  expect(parseLenderMessage(message, expected)).toBeNull();
});
