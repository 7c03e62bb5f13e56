import { expect, test } from "vitest";
import {
  type CardEvent,
  checkDelayMs,
  initialState,
  maxTries,
  mayClose,
  next,
  resumedState,
} from "./card-state";

const attempt = { processor: "sandbox", sessionKey: "s1", paymentKey: "p1", amount: 49.25 };
const form = {
  kind: "frame" as const,
  processor: "sandbox",
  sessionKey: "s1",
  url: "https://pay.example/s1",
  origin: "https://pay.example",
};

const saved = { cards: [], codeRequired: true, canSave: true };
const opened: CardEvent = { type: "opened", attempt, form, saved };
const ready: CardEvent = { type: "message-received", message: { type: "ready", height: 300 } };
const accepted: CardEvent = { type: "message-received", message: { type: "cardAccepted" } };
const pay: CardEvent = { type: "pay" };
const card = (is: "authorised" | "unknown"): CardEvent => ({ type: "verdict", on: "card", verdict: { is } });
const order = (is: "ordered" | "unknown"): CardEvent => ({ type: "verdict", on: "order", verdict: { is } });
const declined: CardEvent = { type: "verdict", on: "card", verdict: { is: "declined", message: "No." } };

const after = (...events: CardEvent[]) => events.reduce(next, initialState);

test("a card payment runs from the form to the order", () => {
  expect(after(opened, ready)).toMatchObject({ step: "form", ready: true, height: 300 });
  expect(after(opened, ready, pay)).toMatchObject({ step: "sending" });
  expect(after(opened, ready, pay, accepted)).toMatchObject({ step: "paying", call: "card" });
  expect(after(opened, ready, pay, accepted, card("authorised"))).toMatchObject({
    step: "paying",
    call: "order",
    attempt,
  });
  expect(after(opened, ready, pay, accepted, card("authorised"), order("ordered"))).toMatchObject({
    step: "paid",
  });
});

test("pressing Pay twice submits one payment", () => {
  const once = after(opened, ready, pay);
  expect(next(once, pay)).toBe(once);
  const paying = next(once, accepted);
  expect(next(paying, accepted)).toBe(paying);
  expect(next(paying, pay)).toBe(paying);
});

test("a form that is not ready cannot be submitted", () => {
  expect(after(opened, pay)).toMatchObject({ step: "form", ready: false });
});

test("while the card's bank asks for a confirmation, Pay does nothing and the dialog may be closed", () => {
  const challenge: CardEvent = { type: "message-received", message: { type: "challenge" } };
  const failed: CardEvent = {
    type: "message-received",
    message: { type: "cardError", reason: "invalid", message: "No.", field: null },
  };
  const asked = after(opened, ready, pay, challenge);
  expect(asked).toMatchObject({ step: "form", confirming: true });
  expect(next(asked, pay)).toBe(asked);
  expect(next(asked, { type: "form-silent" })).toBe(asked);
  expect(mayClose(asked)).toBe(true);
  expect(next(asked, accepted)).toMatchObject({ step: "paying", call: "card" });
  expect(next(next(asked, failed), pay)).toMatchObject({ step: "sending" });
});

test("Enter inside the form starts the payment like the Pay button", () => {
  expect(after(opened, ready, accepted)).toMatchObject({ step: "paying", call: "card" });
});

test("after an invalid field the form is shown again, and after a failure of the form a new one is opened", () => {
  const error = (reason: "invalid" | "form"): CardEvent => ({
    type: "message-received",
    message: { type: "cardError", reason, message: "x", field: null },
  });
  expect(after(opened, ready, pay, error("invalid"))).toMatchObject({
    step: "form",
    shownMessage: null,
    ready: true,
  });
  expect(after(opened, ready, pay, error("form"))).toEqual({
    step: "opening",
    shownMessage: { id: "payment.form-failed" },
    declined: false,
    round: 1,
  });
});

test("a card that is declined in the form of a script is reported above the same form", () => {
  const refused: CardEvent = { type: "message-received", message: { type: "declined", message: "No." } };
  const again = after(opened, ready, pay, refused);
  expect(again).toMatchObject({
    step: "form",
    ready: true,
    shownMessage: { text: "No." },
    declined: true,
    round: 0,
  });
  expect(next(again, pay)).toMatchObject({ step: "sending", shownMessage: null, declined: false });
});

test("a saved card that the bank wants confirmed pays after the confirmation, and not before", () => {
  const script = { ...form, kind: "script" as const, script: "https://pay.example/v3/", publicKey: "pk" };
  const confirm: CardEvent = {
    type: "verdict",
    on: "saved",
    verdict: { is: "confirm", message: "Confirm." },
  };
  const paySaved: CardEvent = { type: "pay-saved", savedId: "c1" };
  const asked = after({ ...opened, form: script }, paySaved, confirm);
  expect(asked).toMatchObject({ step: "confirming", form: script });
  expect(mayClose(asked)).toBe(false);
  expect(next(asked, accepted)).toMatchObject({ step: "paying", call: "saved", attempt: { savedId: "c1" } });
  const refused: CardEvent = { type: "message-received", message: { type: "declined", message: "No." } };
  expect(next(asked, refused)).toMatchObject({
    step: "opening",
    declined: true,
    shownMessage: { text: "No." },
  });
  expect(after(opened, paySaved, confirm)).toMatchObject({
    step: "over",
    shownMessage: { text: "Confirm." },
  });
});

test("a form that cannot be loaded is opened again only when the shopper asks", () => {
  const unavailable: CardEvent = { type: "message-received", message: { type: "unavailable" } };
  const away = after(opened, unavailable);
  expect(away).toMatchObject({ step: "unavailable", shownMessage: { id: "payment.unavailable" } });
  expect(next(away, { type: "retry" })).toMatchObject({ step: "opening", round: 1 });
});

test("after a declined card, a new form is opened and shows the reason", () => {
  const again = after(opened, ready, pay, accepted, declined);
  expect(again).toEqual({ step: "opening", shownMessage: { text: "No." }, declined: true, round: 1 });
  expect(next(again, opened)).toMatchObject({
    step: "form",
    shownMessage: { text: "No." },
    ready: false,
    round: 1,
  });
  expect([ready, pay].reduce(next, next(again, opened))).toMatchObject({
    step: "sending",
    shownMessage: null,
  });
});

test("the outcome of a payment is requested repeatedly while it is unknown, until the requests pause", () => {
  let state = after(opened, ready, pay, accepted, card("authorised"), order("unknown"));
  expect(state).toMatchObject({ step: "checking", call: "order", tries: 1, resting: false });
  for (let tries = 1; tries < maxTries; tries++) state = next(state, order("unknown"));
  expect(state).toMatchObject({ step: "checking", resting: true });
  expect(mayClose(state)).toBe(true);
  expect(next(state, { type: "check-again" })).toMatchObject({ tries: 0, resting: false });
  expect(next(state, order("ordered"))).toMatchObject({ step: "paid" });
});

test("after the card is accepted, no press or message changes the step until the response arrives", () => {
  const presses: CardEvent[] = [
    opened,
    ready,
    accepted,
    pay,
    { type: "retry" },
    { type: "check-again" },
    { type: "form-silent" },
    { type: "setup-failed", shownMessage: { id: "payment.unavailable" } },
  ];
  const paying = after(opened, ready, pay, accepted);
  const checking = next(paying, card("unknown"));
  for (const state of [paying, checking, next(paying, card("authorised"))]) {
    expect(mayClose(state)).toBe(false);
    for (const press of presses) expect(next(state, press)).toBe(state);
  }
});

test("a response to an earlier call changes nothing", () => {
  const submitting = after(opened, ready, pay, accepted, card("authorised"));
  expect(next(submitting, declined)).toBe(submitting);
  expect(next(after(opened, ready), card("authorised"))).toMatchObject({ step: "form" });
});

test("a payment interrupted by a reload continues", () => {
  const state = resumedState(attempt, "card");
  expect(next(state, card("authorised"))).toMatchObject({ step: "paying", call: "order" });
  expect(next(state, declined)).toMatchObject({ step: "opening", declined: true });
});

test("after a refused order, the dialog closes and the reason for the refusal is shown", () => {
  const over: CardEvent = { type: "verdict", on: "order", verdict: { is: "over", message: "Sold out." } };
  expect(after(opened, ready, pay, accepted, card("authorised"), over)).toMatchObject({
    step: "over",
    shownMessage: { text: "Sold out." },
  });
});

test("the dialog closes before a form is shown if the cart cannot be paid as shown", () => {
  const refused: CardEvent = { type: "setup-refused", shownMessage: { id: "payment.amount-changed" } };
  expect(after(refused)).toMatchObject({ step: "over", shownMessage: { id: "payment.amount-changed" } });
  expect(after(opened, refused).step).toBe("form");
});

test("an unavailable processor is contacted again only on request, and a form that does not respond after Pay is opened again", () => {
  const away = after({ type: "setup-failed", shownMessage: { id: "payment.unavailable" } });
  expect(away).toMatchObject({ step: "unavailable" });
  expect(next(away, { type: "retry" })).toMatchObject({ step: "opening", round: 1 });
  expect(after(opened, { type: "form-silent" })).toMatchObject({ step: "unavailable" });
  expect(after(opened, ready, { type: "form-silent" })).toMatchObject({ step: "form" });
  expect(after(opened, ready, pay, { type: "form-silent" })).toMatchObject({
    step: "opening",
    shownMessage: { id: "payment.form-failed" },
  });
});

test("requests for an outcome get less frequent and end within six minutes", () => {
  const delays = Array.from({ length: maxTries }, (_, tries) => checkDelayMs(tries));
  expect(delays.every((delay, at) => at === 0 || delay >= (delays[at - 1] ?? 0))).toBe(true);
  expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeLessThan(6 * 60_000);
});

test("a saved card needs no card form, and after a wrong security code the code is asked for again", () => {
  const paying = after(opened, { type: "pay-saved", savedId: "c1" });
  expect(paying).toMatchObject({ step: "paying", call: "saved", attempt: { ...attempt, savedId: "c1" } });
  const on = (verdict: Extract<CardEvent, { type: "verdict" }>["verdict"]): CardEvent => ({
    type: "verdict",
    on: "saved",
    verdict,
  });
  expect(next(paying, on({ is: "ordered" }))).toMatchObject({ step: "paid" });
  const again = next(paying, on({ is: "again", message: "No." }));
  expect(again).toMatchObject({
    step: "form",
    attempt,
    form,
    saved,
    shownMessage: { text: "No." },
    round: 0,
  });
  expect(next(again, { type: "pay-saved", savedId: "c1" })).toEqual(paying);
  expect(
    next(resumedState({ ...attempt, savedId: "c1" }, "saved"), on({ is: "again", message: "No." })),
  ).toEqual({
    step: "opening",
    shownMessage: { text: "No." },
    declined: false,
    round: 1,
  });
  expect(next(paying, on({ is: "unknown" }))).toMatchObject({ step: "checking", call: "saved" });
  expect(next(paying, { type: "pay-saved", savedId: "c2" })).toBe(paying);
});
