// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { readEntry, writeEntry } from "./history-entry";

beforeEach(() => {
  history.replaceState(null, "");
});

test("what was noted is read again, beside what the router keeps in the entry", () => {
  expect(readEntry("choices")).toBeNull();
  history.replaceState({ router: "its own" }, "");
  writeEntry("choices", { seats: ["a1"] });
  expect(readEntry("choices")).toEqual({ seats: ["a1"] });
  expect(history.state).toMatchObject({ router: "its own" });
});

test("another entry knows nothing of it", () => {
  writeEntry("choices", { seats: ["a1"] });
  history.pushState({ router: "next page" }, "", "/next");
  expect(readEntry("choices")).toBeNull();
});

test("an entry that says the same already is not touched", () => {
  writeEntry("choices", { seats: ["a1"] });
  const touched = vi.spyOn(history, "replaceState");
  writeEntry("choices", { seats: ["a1"] });
  expect(touched).not.toHaveBeenCalled();
  touched.mockRestore();
});
