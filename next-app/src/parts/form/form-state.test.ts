import { expect, test } from "vitest";
import { type FormEvent, type FormState, formReducer, initialFormState } from "./form-state";

type Field = "code" | "zip";
const empty = { code: "", zip: "" };
const bothInvalid = { code: "Enter a code", zip: "Enter a postal code" };

const run = (events: FormEvent<Field>[], from: FormState<Field> = initialFormState<Field>(empty)) =>
  events.reduce(formReducer<Field>, from);

const typeZip = (zip: string, invalid: Partial<typeof bothInvalid>): FormEvent<Field> => ({
  type: "changed",
  field: "zip",
  values: { ...empty, zip },
  invalid,
});

test("typing in an untouched form shows no message", () => {
  const state = run([typeZip("1", bothInvalid)]);
  expect(state.values.zip).toBe("1");
  expect(state.messages).toEqual({});
});

test("leaving an edited field shows the message of this field only", () => {
  const state = run([typeZip("1", bothInvalid), { type: "left", field: "zip", invalid: bothInvalid }]);
  expect(state.messages).toEqual({ zip: bothInvalid.zip });
});

test("leaving a field that was not edited shows no message", () => {
  const prefilled: FormEvent<Field> = { type: "prefilled", values: { zip: "1" } };
  const state = run([prefilled, { type: "left", field: "zip", invalid: bothInvalid }]);
  expect(state.values).toEqual({ code: "", zip: "1" });
  expect(state.messages).toEqual({});
});

test("a shown message disappears when the value becomes valid, and no other appears", () => {
  const state = run([
    typeZip("1", bothInvalid),
    { type: "left", field: "zip", invalid: bothInvalid },
    typeZip("12207", { code: bothInvalid.code }),
  ]);
  expect(state.messages).toEqual({});
});

test("a shown message is replaced when another rule is broken", () => {
  const state = run([{ type: "rejected", invalid: bothInvalid }, typeZip("x", { zip: "Digits only" })]);
  expect(state.messages).toEqual({ zip: "Digits only" });
});

test("a rejected form counts each failure and shows all messages", () => {
  const state = run([
    { type: "rejected", invalid: bothInvalid },
    { type: "rejected", invalid: bothInvalid },
  ]);
  expect(state).toMatchObject({ messages: bothInvalid, failures: 2, submitting: false });
});

test("a sent form removes the last errors and keeps the values", () => {
  const refused: FormEvent<Field> = { type: "refused", messages: {}, problem: "Try again" };
  const state = run([typeZip("12207", {}), refused, { type: "sent" }]);
  expect(state).toMatchObject({ problem: null, messages: {}, submitting: true, values: { zip: "12207" } });
});

test("a refusal of a field is shown at the field and not above the form", () => {
  const state = run([
    { type: "sent" },
    { type: "refused", messages: { code: "Unknown" }, problem: "Not added" },
  ]);
  expect(state).toMatchObject({
    messages: { code: "Unknown" },
    problem: null,
    failures: 1,
    submitting: false,
  });
});

test("a refusal without a field is shown above the form", () => {
  const state = run([{ type: "sent" }, { type: "refused", messages: {}, problem: "Not added" }]);
  expect(state).toMatchObject({ messages: {}, problem: "Not added", failures: 1, submitting: false });
});

test("success clears the count of failures", () => {
  const state = run([{ type: "rejected", invalid: bothInvalid }, { type: "sent" }, { type: "succeeded" }]);
  expect(state).toMatchObject({ failures: 0, submitting: false, messages: {} });
});

test("a reset form has no messages, and its fields count as not edited", () => {
  const state = run([
    typeZip("1", bothInvalid),
    { type: "left", field: "zip", invalid: bothInvalid },
    { type: "reset", values: empty },
    { type: "left", field: "zip", invalid: bothInvalid },
  ]);
  expect(state).toMatchObject({ values: empty, messages: {}, edited: [] });
});
