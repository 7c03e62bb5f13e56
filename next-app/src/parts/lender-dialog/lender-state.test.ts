import { expect, test } from "vitest";
import { lenderTexts } from "@/text/areas/lender";
import type { LenderMessage } from "./lender-message";
import {
  initialState,
  type LenderEvent,
  type LenderState,
  maxSubmits,
  mayClose,
  next,
  type OfferStatus,
  offerStatus,
  resumedState,
} from "./lender-state";

const attempt = { processor: "sandbox-lender", paymentKey: "p1", upCode: "u1", amount: 129 };
const address = { address1: "12 Quay Street", city: "Albany", zipCode: "12207", country: "US" };
const order = {
  locale: "en-US",
  currency: "USD",
  amount: 129,
  items: [],
  contact: { firstName: "Ada", lastName: "Lovelace", emailAddress: "ada@example.org", phoneNumber: "1" },
  billingAddress: address,
};
const offered = {
  apiKey: "pk",
  order,
  script: "https://lender.example/s.js",
  origin: "https://lender.example",
};
const token = {
  displayName: "Ada Lovelace",
  tokenNumber: "1",
  tokenType: "Visa",
  verificationCode: "1",
  validityMonth: "01",
  validityYear: "2027",
  address,
};

const opened: LenderEvent = { type: "opened", attempt, offered };
const pay: LenderEvent = { type: "pay" };
const received = (message: LenderMessage): LenderEvent => ({ type: "message-received", message });
const available = received({ type: "offer-available" });
const approved = received({ type: "token-available" });
const retrieved = received({ type: "token-retrieved", token });
const verdict = (on: "submit" | "order", is: "authorised" | "ordered" | "unknown"): LenderEvent => ({
  type: "verdict",
  on,
  verdict: { is },
});
const declined: LenderEvent = {
  type: "verdict",
  on: "submit",
  verdict: { is: "declined", message: "Declined." },
};
const over: LenderEvent = {
  type: "verdict",
  on: "submit",
  verdict: { is: "over", message: "too many calls" },
};

const after = (...events: LenderEvent[]) => events.reduce(next, initialState);
const paying = [opened, available, approved, pay, retrieved];

test("an approved offer completes the order", () => {
  const statuses = [[], [opened], [opened, available], [opened, available, approved], paying].map((events) =>
    offerStatus(after(...events)),
  );
  expect(statuses).toEqual([
    "not-contacted",
    "not-contacted",
    "offer-available",
    "token-available",
    "token-retrieved",
  ]);
  expect(after(...paying)).toMatchObject({ step: "paying", call: "submit", token, attempt });
  expect(after(...paying, verdict("submit", "authorised"))).toMatchObject({ step: "paying", call: "order" });
  expect(after(...paying, verdict("submit", "authorised"), verdict("order", "ordered"))).toMatchObject({
    step: "paid",
  });
});

test.each<OfferStatus>([
  "not-contacted",
  "offer-available",
  "offer-unavailable",
  "service-unavailable",
  "token-available",
  "token-retrieved",
])("the offer status %s has a text", (status) => {
  expect(lenderTexts[`lender.${status}`]).not.toBe("");
});

test("nothing is paid before the lender has approved and the shopper has pressed Pay", () => {
  for (const events of [[opened], [opened, available]]) {
    const state = after(...events);
    expect(next(state, pay)).toBe(state);
  }
  const state = after(opened, available, approved);
  expect(next(state, retrieved)).toBe(state);
});

test("pressing Pay twice submits one payment", () => {
  const requested = after(opened, available, approved, pay);
  expect(requested).toMatchObject({ tokenRequested: true, submits: 1 });
  expect(next(requested, pay)).toBe(requested);
  const state = next(requested, retrieved);
  expect(next(state, retrieved)).toBe(state);
  expect(next(state, pay)).toBe(state);
});

test("the dialog can be closed while it shows an offer, but not during a payment unless its requests pause", () => {
  for (const events of [[], [opened], [opened, available], [opened, available, approved]]) {
    expect(mayClose(after(...events))).toBe(true);
  }
  for (const events of [paying.slice(0, 4), paying, [...paying, verdict("submit", "unknown")]]) {
    expect(mayClose(after(...events))).toBe(false);
  }
  const unknown = verdict("submit", "unknown");
  const resting = after(...paying, ...Array.from({ length: 20 }, () => unknown));
  expect(mayClose(resting)).toBe(true);
  expect(next(resting, { type: "check-again" })).toMatchObject({ resting: false, token });
});

test("an unavailable lender or a missing offer is reported, and the lender can be contacted again", () => {
  const none = after(opened, received({ type: "offer-unavailable" }));
  expect(offerStatus(none)).toBe("offer-unavailable");
  expect(next(none, { type: "retry" })).toMatchObject({ step: "opening", shownMessage: null, round: 1 });
  const later = after(opened, available, received({ type: "service-unavailable" }));
  expect(offerStatus(later)).toBe("service-unavailable");
  expect(next(later, { type: "retry" })).toMatchObject({ step: "opening", round: 1 });
  expect(offerStatus(after(opened, { type: "lender-silent" }))).toBe("service-unavailable");
  const silent = after(opened, available, approved, pay, { type: "lender-silent" });
  expect(silent).toMatchObject({ status: "service-unavailable", tokenRequested: false });
  const chosen = after(opened, available);
  expect(next(chosen, { type: "lender-silent" })).toBe(chosen);
});

test("after a declined virtual card, the dialog restarts with the message, and after a final refusal it ends", () => {
  expect(after(...paying, declined)).toMatchObject({
    step: "opening",
    shownMessage: { text: "Declined." },
    submits: 1,
    round: 1,
  });
  expect(after(...paying, declined, opened)).toMatchObject({
    status: "not-contacted",
    shownMessage: { text: "Declined." },
  });
  expect(after(...paying, over)).toMatchObject({ step: "over", shownMessage: { text: "too many calls" } });
});

test("the eleventh submission of a virtual card is refused", () => {
  const round = [...paying, declined];
  const ten = Array.from({ length: maxSubmits }, () => round).flat();
  expect(after(...ten, ...paying.slice(0, 3))).toMatchObject({ step: "offer", submits: 10 });
  expect(after(...ten, ...paying.slice(0, 4))).toMatchObject({
    step: "over",
    shownMessage: { id: "lender.too-many-calls" },
  });
  expect(lenderTexts["lender.too-many-calls"]).toBe("too many calls");
});

test("after a lost response, the payment is submitted again with the same virtual card", () => {
  const unknown = after(...paying, verdict("submit", "unknown"));
  expect(unknown).toMatchObject({ step: "checking", call: "submit", token, tries: 1 });
  expect(next(unknown, verdict("order", "ordered"))).toBe(unknown);
  expect(next(unknown, verdict("submit", "authorised"))).toMatchObject({ step: "paying", call: "order" });
});

test("after a reload, the order is requested without a virtual card", () => {
  const state: LenderState = resumedState(attempt);
  expect(state).toMatchObject({ step: "checking", call: "order", token: null, tries: 0 });
  expect(mayClose(state)).toBe(false);
});

test("the dialog reports a failed setup, and closes after a refused setup", () => {
  const failed = after({ type: "setup-failed", shownMessage: { id: "payment.no-processor" } });
  expect(failed).toMatchObject({ step: "unavailable" });
  expect(mayClose(failed)).toBe(true);
  expect(after({ type: "setup-refused", shownMessage: { id: "payment.amount-changed" } })).toMatchObject({
    step: "over",
  });
});
