import { expect, test } from "vitest";
import { capacityLook } from "./capacity";

test.each([
  [1, "available", true],
  [2, "nearing", true],
  [3, "almost", true],
  [4, "reached", false],
  [99, "unavailable", false],
  [7, "unavailable", false],
])("capacity level %d has the class %s", (level, className, selectable) => {
  expect(capacityLook(level)).toMatchObject({ className, selectable });
});
