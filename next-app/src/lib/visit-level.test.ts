import { expect, test } from "vitest";
import { visitAppearance } from "./visit-level";

test.each([
  [1, "reached", "capacity.full", false],
  [2, "almost", "capacity.almost-full", true],
  [3, "nearing", "capacity.limited", true],
  [4, "available", "capacity.available", true],
  [5, "closed", "capacity.unavailable", false],
  [6, "unavailable", "capacity.unavailable", false],
  [99, "unavailable", "capacity.unavailable", false],
])(
  "reservation level %d has the class %s and the text %s and is selectable: %s",
  (level, className, textId, selectable) => {
    expect(visitAppearance(level)).toEqual({ className, textId, selectable });
  },
);
