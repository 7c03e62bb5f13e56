import { expect, test } from "vitest";
import { lineAfter } from "./restored-focus";

test("focus moves to the next line, and from the last line to the previous one", () => {
  expect(lineAfter(["a", "b", "c"], "b")).toBe("c");
  expect(lineAfter(["a", "b", "c"], "c")).toBe("b");
  expect(lineAfter(["a"], "a")).toBeNull();
});
