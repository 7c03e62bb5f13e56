import { expect, test } from "vitest";
import { lineAfter } from "./followed-focus";

test("focus goes to the line that follows, and from the last one to the line before", () => {
  expect(lineAfter(["a", "b", "c"], "b")).toBe("c");
  expect(lineAfter(["a", "b", "c"], "c")).toBe("b");
  expect(lineAfter(["a"], "a")).toBeNull();
});
