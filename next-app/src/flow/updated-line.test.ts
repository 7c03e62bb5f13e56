// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { saveUpdatedLine, takeUpdatedLine } from "./updated-line";

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("an updated line is reported once, within a minute", () => {
  saveUpdatedLine("line-1");
  expect(takeUpdatedLine()).toBe("line-1");
  expect(takeUpdatedLine()).toBeNull();
  saveUpdatedLine("line-1");
  vi.advanceTimersByTime(60_000);
  expect(takeUpdatedLine()).toBeNull();
});
