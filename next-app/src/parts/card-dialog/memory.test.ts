import { expect, test } from "vitest";
import { parsePending } from "./memory";

const pending = {
  attempt: { processor: "sandbox", sessionKey: "s1", paymentKey: "p1", amount: 1 },
  call: "order",
  cardholderName: "Ada",
  cardholderAddress: "12 Quay Street",
  saveCard: true,
};

test("a stored payment is restored", () => {
  expect(parsePending(JSON.parse(JSON.stringify(pending)))).toEqual(pending);
});

test("a stored payment with a saved card is restored only if it names the card", () => {
  const saved = { ...pending, call: "saved", attempt: { ...pending.attempt, savedId: "c1" } };
  expect(parsePending(saved)).toEqual(saved);
  expect(parsePending({ ...pending, call: "saved" })).toBeNull();
});

test.each([null, 1, {}, { ...pending, call: "refund" }, { ...pending, attempt: { amount: 1 } }])(
  "%j is not a stored payment",
  (stored) => {
    expect(parsePending(stored)).toBeNull();
  },
);
