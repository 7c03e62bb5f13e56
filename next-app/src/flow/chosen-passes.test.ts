// @vitest-environment jsdom
import { expect, test } from "vitest";
import { noteChosenPasses, takeChosenPasses } from "./chosen-passes";

test("the choice of passes is reported once", () => {
  expect(takeChosenPasses()).toBe(false);
  noteChosenPasses();
  expect([takeChosenPasses(), takeChosenPasses()]).toEqual([true, false]);
});
