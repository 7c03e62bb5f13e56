import { expect, test } from "vitest";
import { unreachable } from "@/api/outcome";
import { aReservation, aVisit } from "./sample";
import { guardOf, missingStep, redirectAfterRefusal, type Step, stepAfter, stepsOf } from "./steps";

const inProgress = aReservation({ reservationInProgress: true });
const completed = aReservation({ reservationInProgress: true, ticketValidationCompleted: true });
const visited = aReservation({
  reservationInProgress: true,
  ticketValidationCompleted: true,
  visit: aVisit(),
});

const steps = stepsOf(inProgress);

test("add-ons are a step unless the chosen visit has none", () => {
  expect(steps).toEqual(["begin", "link", "date", "add-ons", "review"]);
  expect(stepsOf({ ...visited, hasAddOns: true })).toEqual(steps);
  expect(stepsOf(visited)).toEqual(["begin", "link", "date", "review"]);
});

test("a reservation goes on at the step at which something is missing", () => {
  expect([inProgress, completed, visited].map(missingStep)).toEqual(["link", "date", "review"]);
});

test("a visitor who skips a step is redirected to it with the reason", () => {
  const guards = (reservation: typeof inProgress) => steps.map((step) => guardOf(step, reservation));
  const [begin, link, date] = [
    "/reservation/begin?error=2",
    "/reservation/link?error=4",
    "/reservation/date?error=6",
  ];
  expect(guards(aReservation())).toEqual([null, begin, begin, begin, begin]);
  expect(guards(inProgress)).toEqual([null, null, link, link, link]);
  expect(guards(completed)).toEqual([null, null, null, date, date]);
  expect(guards(visited)).toEqual([null, null, null, null, null]);
});

test.each<[number, Step, string | null]>([
  [401, "link", "/reservation/begin?error=1"],
  [401, "date", "/reservation/site?error=1"],
  [404, "review", "/reservation/begin?error=7"],
  [409, "link", null],
  [200, "link", null],
  [429, "date", null],
  [500, "review", null],
])("after the status %d at the step %s, the redirect is %s", (status, step, path) => {
  expect(redirectAfterRefusal(step, { ...unreachable(""), status })).toBe(path);
});

test("each step leads to the next one, and the date step leads to the add-ons only if there are any", () => {
  expect(stepAfter("begin", inProgress, false)).toBe("/reservation/link");
  expect(stepAfter("link", completed, false)).toBe("/reservation/date");
  expect(stepAfter("date", visited, false)).toBe("/reservation/review");
  expect(stepAfter("date", { ...visited, hasAddOns: true }, false)).toBe("/reservation/add-ons");
  expect(stepAfter("add-ons", { ...visited, hasAddOns: true }, false)).toBe("/reservation/review");
});

test("after a change that began at the review, the review is the next step unless something is missing", () => {
  expect(stepAfter("begin", visited, true)).toBe("/reservation/review");
  expect(stepAfter("link", visited, true)).toBe("/reservation/review");
  expect(stepAfter("link", completed, true)).toBe("/reservation/date");
  expect(stepAfter("date", { ...visited, hasAddOns: true }, true)).toBe("/reservation/review");
});
