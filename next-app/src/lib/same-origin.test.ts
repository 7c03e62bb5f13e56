import { expect, test } from "vitest";
import { isSameOrigin } from "./same-origin";

test.each([
  ["same-origin", true],
  ["same-site", false],
  ["cross-site", false],
  ["none", false],
  [null, false],
])("a request with the sec-fetch-site value %s is from the same origin: %s", (statusText, expected) => {
  expect(isSameOrigin({ get: () => statusText })).toBe(expected);
});
