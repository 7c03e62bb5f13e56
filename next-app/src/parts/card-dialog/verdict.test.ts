import { expect, test } from "vitest";
import { type Answer, verdictOnCard, verdictOnOrder, verdictOnSaved } from "./verdict";

const answer = (status: number, body: Answer["body"] = null): Answer => ({ status, body, otherwise: "Hm." });

test.each([0, 409, 429, 500, 502, 503])("status %i leaves the outcome unknown", (status) => {
  expect(verdictOnCard(answer(status, { success: false, message: "x" }))).toEqual({ is: "unknown" });
  expect(verdictOnOrder(answer(status))).toEqual({ is: "unknown" });
});

test("a response with success true authorises the card or completes the order", () => {
  expect(verdictOnCard(answer(200, { success: true }))).toEqual({ is: "authorised" });
  expect(verdictOnOrder(answer(200, { success: true }))).toEqual({ is: "ordered" });
});

test("the outcome of a pending payment is unknown, even if the response also contains a payment message", () => {
  const body = { success: false, paymentPending: true, paymentMessage: "We're checking" };
  expect(verdictOnCard(answer(200, body))).toEqual({ is: "unknown" });
  expect(verdictOnOrder(answer(200, body))).toEqual({ is: "unknown" });
});

test("after a declined payment a different card can be tried, and any other refusal ends the payment", () => {
  const declined = { success: false, paymentMessage: "Declined." };
  expect(verdictOnCard(answer(200, declined))).toEqual({ is: "declined", message: "Declined." });
  expect(verdictOnOrder(answer(200, { success: false, message: "Sold out." }))).toEqual({
    is: "over",
    message: "Sold out.",
  });
  expect(verdictOnCard(answer(404))).toEqual({ is: "over", message: "Hm." });
});

test("after a wrong security code or too many attempts, the code is asked for again, and other responses mean the same as for a new card", () => {
  const wrong = { success: false, message: "Wrong.", errors: [{ field: "cvv" }] };
  expect(verdictOnSaved(answer(200, wrong))).toEqual({ is: "again", message: "Wrong." });
  expect(verdictOnSaved(answer(429))).toEqual({ is: "again", message: "Hm." });
  expect(verdictOnSaved(answer(409))).toEqual({ is: "unknown" });
  expect(verdictOnSaved(answer(200, { success: true }))).toEqual({ is: "ordered" });
  expect(verdictOnSaved(answer(200, { success: false, paymentMessage: "Declined." }))).toEqual({
    is: "declined",
    message: "Declined.",
  });
});
