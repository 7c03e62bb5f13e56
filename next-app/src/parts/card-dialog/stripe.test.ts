import { expect, test } from "vitest";
import { resultOf } from "./stripe";

const declined = { type: "card_error", code: "card_declined", message: "Your card was declined." };

test.each([
  [{ paymentIntent: { status: "requires_capture" } }, { type: "cardAccepted" }],
  [{ setupIntent: { status: "succeeded" } }, { type: "cardAccepted" }],
  [{ error: declined }, { type: "declined", message: "Your card was declined." }],
  [
    {
      error: {
        type: "invalid_request_error",
        code: "payment_intent_authentication_failure",
        message: "We are unable to authenticate your payment method.",
      },
    },
    { type: "declined", message: "We are unable to authenticate your payment method." },
  ],
])("Stripe's answer %j means %j", (answer, message) => {
  expect(resultOf(answer)).toEqual(message);
});

test("an incomplete form is marked by Stripe and not reported by the shop", () => {
  const error = { type: "validation_error", message: "Your card number is incomplete." };
  expect(resultOf({ error })).toMatchObject({ type: "cardError", reason: "invalid" });
});

test("a payment that was confirmed before goes on, and one without a known result is looked up with a new form", () => {
  const error = { type: "invalid_request_error", code: "payment_intent_unexpected_state" };
  const withIntent = (status: string) => resultOf({ error: { ...error, payment_intent: { status } } });
  expect(withIntent("requires_capture")).toEqual({ type: "cardAccepted" });
  expect(withIntent("canceled")).toMatchObject({ type: "cardError", reason: "form" });
  expect(resultOf({ error: { type: "api_connection_error" } })).toMatchObject({ reason: "form" });
  expect(resultOf({ paymentIntent: { status: "requires_action" } })).toMatchObject({ reason: "form" });
});
