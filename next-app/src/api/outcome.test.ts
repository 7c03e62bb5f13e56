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

test("a refusal of a full time carries the times that have room", () => {
  const time = {
    selectionIndex: 1,
    performanceId: "tours.20261121.1400",
    showId: "tour",
    performanceDateTime: "2026-11-21T14:00:00-05:00",
    name: "2:00 PM",
  };
  const refused = (data: object) =>
    outcomeOf({ data: { success: false, ...data }, response: response(200) }, "?");
  expect(refused({ otherTimes: [time] })).toMatchObject({ ok: false, otherTimes: [time] });
  expect(refused({})).toMatchObject({ ok: false, otherTimes: [] });
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
