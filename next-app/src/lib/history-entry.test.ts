// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { readEntry, writeEntry, writeQuery } from "./history-entry";

beforeEach(() => {
  history.replaceState(null, "", "/");
});

test("a stored value can be read again, and the router's state in the entry is kept", () => {
  expect(readEntry("choices")).toBeNull();
  history.replaceState({ router: "its own" }, "");
  writeEntry("choices", { seats: ["a1"] });
  expect(readEntry("choices")).toEqual({ seats: ["a1"] });
  expect(history.state).toMatchObject({ router: "its own" });
});

test("a different history entry does not have the value", () => {
  writeEntry("choices", { seats: ["a1"] });
  history.pushState({ router: "next page" }, "", "/next");
  expect(readEntry("choices")).toBeNull();
});

test("storing the same value again does not write to the history entry", () => {
  writeEntry("choices", { seats: ["a1"] });
  const touched = vi.spyOn(history, "replaceState");
  writeEntry("choices", { seats: ["a1"] });
  expect(touched).not.toHaveBeenCalled();
  touched.mockRestore();
});

test("a query parameter is changed in place, and stored values stay", () => {
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
