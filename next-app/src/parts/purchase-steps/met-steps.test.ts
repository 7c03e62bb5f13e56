// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { noteStep, parseSteps, startSteps, storedSteps } from "./met-steps";

beforeEach(() => sessionStorage.clear());

const met = () => {
  const stored = storedSteps();
  return stored === null ? null : parseSteps(stored);
};

test("the optional steps since the cart are remembered once each", () => {
  noteStep("cart");
  expect(met()).toEqual([]);
  for (const step of ["payment-options", "donation", "checkout", "donation"] as const) noteStep(step);
  expect(met()).toEqual(["payment-options", "donation"]);
  noteStep("cart");
  expect(met()).toEqual([]);
});

test("nothing is remembered before the tab has shown the cart or gone to checkout without it", () => {
  noteStep("donation");
  expect(met()).toBeNull();
  startSteps();
  expect(met()).toEqual([]);
});
