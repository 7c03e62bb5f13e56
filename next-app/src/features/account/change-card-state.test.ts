import { expect, test } from "vitest";
import { type ChangeCardEvent, initialState, next } from "./change-card-state";

const form = {
  kind: "frame" as const,
  processor: "sandbox",
  url: "https://pay.example/s",
  origin: "https://pay.example",
  sessionKey: "s",
};
const opened: ChangeCardEvent = { type: "opened", form };
const ready: ChangeCardEvent = { type: "message-received", message: { type: "ready", height: 300 } };
const accepted: ChangeCardEvent = { type: "message-received", message: { type: "cardAccepted" } };
const send: ChangeCardEvent = { type: "send" };
const after = (...events: ChangeCardEvent[]) => events.reduce(next, initialState);

test("a card is sent only after the form is ready, and an accepted card is saved only once", () => {
  expect(after(opened, send).step).toBe("form");
  expect(after(opened, ready, send).step).toBe("sending");
  const saving = after(opened, ready, send, accepted);
  expect(saving.step).toBe("saving");
  expect(next(saving, { type: "changed" })).toMatchObject({ step: "changed", shownMessage: null });
  for (const press of [send, accepted, ready, opened]) expect(next(saving, press)).toBe(saving);
});

test("a refused card or a failed form is reported above a new form, and an invalid field only inside the form", () => {
  const refused: ChangeCardEvent = { type: "refused", shownMessage: "No." };
  expect(after(opened, ready, accepted, refused)).toMatchObject({
    step: "opening",
    shownMessage: "No.",
    round: 1,
    ready: false,
  });
  const wrong: ChangeCardEvent = {
    type: "message-received",
    message: { type: "cardError", reason: "invalid", message: "x", field: null },
  };
  expect(after(opened, ready, send, wrong)).toMatchObject({ step: "form", ready: true, shownMessage: null });
  const broken: ChangeCardEvent = {
    type: "message-received",
    message: { type: "cardError", reason: "form", message: "x", field: null },
  };
  expect(after(opened, ready, send, broken)).toMatchObject({ step: "opening", shownMessage: "form-failed" });
});

test("a card that is declined in the form of a script is reported above the same form", () => {
  const declined: ChangeCardEvent = {
    type: "message-received",
    message: { type: "declined", message: "No." },
  };
  expect(after(opened, ready, send, declined)).toMatchObject({
    step: "form",
    ready: true,
    shownMessage: "No.",
    round: 0,
  });
  const unavailable: ChangeCardEvent = { type: "message-received", message: { type: "unavailable" } };
  expect(after(opened, unavailable)).toMatchObject({ step: "unavailable", shownMessage: "unavailable" });
});

test("an unavailable processor is retried only when the shopper asks", () => {
  const away = after({ type: "refused", shownMessage: "Credit card processing is unavailable" });
  expect(away).toMatchObject({ step: "unavailable", shownMessage: "Credit card processing is unavailable" });
  expect(next(away, opened)).toBe(away);
  expect(next(away, { type: "retry" })).toMatchObject({ step: "opening", shownMessage: null });
});

test("a form that does not load is reported as unavailable, and a form that does not respond is opened again", () => {
  const silent: ChangeCardEvent = { type: "silent" };
  expect(after(opened, silent)).toMatchObject({ step: "unavailable", shownMessage: "unavailable" });
  expect(after(opened, ready, silent).step).toBe("form");
  expect(after(opened, ready, send, silent)).toMatchObject({
    step: "opening",
    shownMessage: "form-failed",
    round: 1,
  });
});

test("while the card's bank asks for a confirmation, the card cannot be sent again", () => {
  const asked = after(opened, ready, send, { type: "message-received", message: { type: "challenge" } });
  expect(asked).toMatchObject({ step: "form", confirming: true });
  expect(next(asked, send)).toBe(asked);
  expect(next(asked, { type: "silent" })).toBe(asked);
  expect(next(asked, { type: "message-received", message: { type: "cardAccepted" } })).toMatchObject({
    step: "saving",
  });
});
