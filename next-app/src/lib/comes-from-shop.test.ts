import { expect, test } from "vitest";
import { comesFromShop } from "./comes-from-shop";

test.each([
  ["same-origin", true],
  ["same-site", false],
  ["cross-site", false],
  ["none", false],
  [null, false],
])("a browser that sends %s comes from the shop: %s", (said, expected) => {
  expect(comesFromShop({ get: () => said })).toBe(expected);
});
