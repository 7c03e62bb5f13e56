import { expect, test } from "vitest";
import { isUnexpected, outcomeOf, unreachable } from "./outcome";

const response = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

test("a response without a success field is returned unchanged", () => {
  expect(outcomeOf({ data: { itemCount: 2 }, response: response(200) }, "?")).toEqual({
    ok: true,
    answer: { itemCount: 2 },
  });
});

test("a list is returned unchanged", () => {
  expect(outcomeOf({ data: [], response: response(200) }, "?")).toEqual({ ok: true, answer: [] });
});

test("a response with success false is a refusal even if its status is 200, and malformed errors in it are dropped", () => {
  const outcome = outcomeOf(
    {
      data: { success: false, message: "Sold out", errors: [{ field: "items", message: "Too many" }, 7] },
      response: response(200),
    },
    "?",
  );
  expect(outcome).toMatchObject({
    ok: false,
    status: 200,
    message: "Sold out",
    errors: [{ field: "items", message: "Too many" }],
  });
});

test("an error without a message gets the default text, and its Retry-After header is read", () => {
  expect(
    outcomeOf({ error: undefined, response: response(429, { "retry-after": "30" }) }, "Sorry"),
  ).toMatchObject({
    ok: false,
    status: 429,
    message: "Sorry",
    retryAfterSeconds: 30,
  });
});

test("only failures of the server or the connection are unexpected", () => {
  const refused = (status: number) => ({ ...unreachable(""), status });
  expect([0, 500, 503].map(refused).map(isUnexpected)).toEqual([true, true, true]);
  expect([200, 401, 409, 429].map(refused).map(isUnexpected)).toEqual([false, false, false, false]);
});
