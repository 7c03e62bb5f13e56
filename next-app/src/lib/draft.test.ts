// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetDraft, keepDraft, recallDraft } from "./draft";

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("a draft is restored within the session time, under its own name only", () => {
  keepDraft("passes /a", { typed: "Ada" });
  expect(recallDraft("passes /a", 60)).toEqual({ typed: "Ada" });
  expect(recallDraft("passes /b", 60)).toBeNull();
  vi.advanceTimersByTime(59_999);
  expect(recallDraft("passes /a", 60)).toEqual({ typed: "Ada" });
  vi.advanceTimersByTime(1);
  expect(recallDraft("passes /a", 60)).toBeNull();
});

test("a forgotten draft is gone", () => {
  keepDraft("a", 1);
  keepDraft("b", 2);
  forgetDraft("a");
  expect([recallDraft("a", 60), recallDraft("b", 60)]).toEqual([null, 2]);
});

test("stored data that is not a draft is ignored", () => {
  sessionStorage.setItem("midway.a", "{");
  expect(recallDraft("a", 60)).toBeNull();
});
