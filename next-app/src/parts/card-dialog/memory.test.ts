import { expect, test } from "vitest";
import { parsePending } from "./memory";

const pending = {
  attempt: { processor: "sandbox", sessionKey: "s1", paymentKey: "p1", amount: 1 },
  call: "order",
  cardholderName: "Ada",
  cardholderAddress: "12 Quay Street",
  saveCard: true,
};

test("what was kept comes back", () => {
  expect(parsePending(JSON.parse(JSON.stringify(pending)))).toEqual(pending);
});

test("a saved card is known again, its code is not kept", () => {
  const saved = { ...pending, call: "saved", attempt: { ...pending.attempt, savedId: "c1" } };
  expect(parsePending(saved)).toEqual(saved);
  expect(parsePending({ ...pending, call: "saved" })).toBeNull();
});

test.each([null, 1, {}, { ...pending, call: "refund" }, { ...pending, attempt: { amount: 1 } }])(
  "%j is nothing to go on with",
  (stored) => {
    expect(parsePending(stored)).toBeNull();
  },
);
