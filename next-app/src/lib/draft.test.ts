// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadDraft, removeDraft, saveDraft } from "./draft";

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("a draft is restored within the session time, and only under its name", () => {
  saveDraft("passes /a", { typed: "Ada" });
  expect(loadDraft("passes /a", 60)).toEqual({ typed: "Ada" });
  expect(loadDraft("passes /b", 60)).toBeNull();
  vi.advanceTimersByTime(59_999);
  expect(loadDraft("passes /a", 60)).toEqual({ typed: "Ada" });
  vi.advanceTimersByTime(1);
  expect(loadDraft("passes /a", 60)).toBeNull();
});

test("a removed draft cannot be loaded", () => {
  saveDraft("a", 1);
  saveDraft("b", 2);
  removeDraft("a");
  expect([loadDraft("a", 60), loadDraft("b", 60)]).toEqual([null, 2]);
});

test("stored data that is not a draft is ignored", () => {
  sessionStorage.setItem("midway.a", "{");
  expect(loadDraft("a", 60)).toBeNull();
});
