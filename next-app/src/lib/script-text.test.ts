import { expect, test } from "vitest";
import { scriptText } from "./script-text";

test("a script element cannot be closed from inside", () => {
  expect(scriptText({ name: "</script><script>" })).not.toContain("<");
});
