import { expect, test } from "vitest";
import { styleKey } from "./style-key";

test.each([
  ["garden", "garden"],
  ["north-park-2", "north-park-2"],
  ["", "default"],
  [null, "default"],
  ["Garden", "default"],
  ['x" onload="', "default"],
  ["a".repeat(41), "default"],
])("the style key %j becomes %s", (key, safe) => {
  expect(styleKey(key)).toBe(safe);
});
