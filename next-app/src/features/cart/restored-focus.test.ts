import { expect, test } from "vitest";
import { lineAfter } from "./restored-focus";

test("after a line is removed, focus moves to the next line, or to the previous line if it was the last", () => {
  expect(lineAfter(["a", "b", "c"], "b")).toBe("c");
  expect(lineAfter(["a", "b", "c"], "c")).toBe("b");
  expect(lineAfter(["a"], "a")).toBeNull();
});
