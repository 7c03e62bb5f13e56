import { expect, test } from "vitest";
import { capacityAppearance } from "./capacity";

test.each([
  [1, "available", true],
  [2, "nearing", true],
  [3, "almost", true],
  [4, "reached", false],
  [99, "unavailable", false],
  [7, "unavailable", false],
])("capacity level %d has the class %s and is selectable: %s", (level, className, selectable) => {
  expect(capacityAppearance(level)).toMatchObject({ className, selectable });
});
