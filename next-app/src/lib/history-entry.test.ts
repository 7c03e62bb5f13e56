// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { readEntry, writeEntry, writeQuery } from "./history-entry";

beforeEach(() => {
  history.replaceState(null, "", "/");
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

test("a parameter of the address is changed in place, and what was noted stays", () => {
  history.replaceState(null, "", "/day?starting=2026-12-05");
  writeEntry("choices", { seats: ["a1"] });
  const entries = history.length;
  writeQuery("view", "list");
  expect(location.search).toBe("?starting=2026-12-05&view=list");
  expect(readEntry("choices")).toEqual({ seats: ["a1"] });
  writeQuery("view", null);
  expect(location.search).toBe("?starting=2026-12-05");
  expect(history.length).toBe(entries);
});
