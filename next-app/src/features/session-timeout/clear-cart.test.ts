// @vitest-environment jsdom
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { clearCart } from "./clear-cart";

/** Answers in turn; the bodies that were sent. */
function network(...answers: object[]): unknown[] {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push(await request.json());
    return Response.json(answers[Math.min(sent.length, answers.length) - 1]);
  });
  return sent;
}

beforeAll(() => {
  document.documentElement.dataset.apiRoot = "http://shop.test/api";
});

afterEach(() => vi.unstubAllGlobals());

test("a cart is cleared with one call", async () => {
  const sent = network({ success: true });
  expect(await clearCart()).toBe(true);
  expect(sent).toEqual([{}]);
});

test("a confirmation is given with the context that asked for it", async () => {
  const sent = network(
    { success: true, confirmationRequired: true, confirmationReSubmitContext: "first" },
    { success: true, confirmationRequired: true, confirmationReSubmitContext: "first second" },
    { success: true, confirmationRequired: false },
  );
  expect(await clearCart()).toBe(true);
  expect(sent).toEqual([{}, { reSubmitContext: "first" }, { reSubmitContext: "first second" }]);
});

test("a shop that never stops asking is left, and so is one that refuses", async () => {
  expect(network({ success: true, confirmationRequired: true, confirmationReSubmitContext: "x" })).toEqual(
    [],
  );
  expect(await clearCart()).toBe(false);
  network({ success: false, message: "no" });
  expect(await clearCart()).toBe(false);
});
