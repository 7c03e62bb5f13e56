import { expect, test } from "vitest";
import { isSameOrigin } from "./same-origin";

test.each([
  ["same-origin", true],
  ["same-site", false],
  ["cross-site", false],
  ["none", false],
  [null, false],
])("a browser that sends %s comes from the shop: %s", (statusText, expected) => {
  expect(isSameOrigin({ get: () => statusText })).toBe(expected);
});
