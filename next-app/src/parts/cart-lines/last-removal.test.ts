// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { saveDraft } from "@/lib/draft";
import { loadRemoval, saveRemoval } from "./last-removal";

beforeEach(() => sessionStorage.clear());

const names = "2 × Adult, Day Ticket";
const notice = `Removed from your cart: ${names}.`;
const removal = { lines: [{ id: "one", quantity: 2 }], names, notice, at: 0, problem: null };

test("the last removal is loaded on the next page, until it is undone", () => {
  expect(loadRemoval()).toBeNull();
  saveRemoval(removal);
  expect(loadRemoval()).toEqual(removal);
  saveRemoval(null);
  expect(loadRemoval()).toBeNull();
});

test.each([
  { ...removal, lines: [] },
  { ...removal, lines: [{ id: "one" }] },
  { ...removal, names: undefined },
  { ...removal, notice: undefined },
  "other",
])("a stored value of another version is ignored: %j", (stored) => {
  saveDraft("removal", stored);
  expect(loadRemoval()).toBeNull();
});
