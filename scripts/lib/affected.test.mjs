import assert from "node:assert/strict";
import { test } from "node:test";
import { affected } from "./affected.mjs";

const all = ["check", "sqlite", "postgres", "app", "journeys", "contract"];

test("the program's own source affects everything", () => {
  assert.deepEqual(affected(["api/src/shop/cart/rules.rs"]), { steps: all, apiTests: [], journeys: [] });
});

test("a path that is not known affects everything", () => {
  assert.deepEqual(affected(["something/new"]).steps, all);
});

test("documents affect only the gate", () => {
  assert.deepEqual(affected(["docs/OPERATIONS.md", "README.md"]).steps, ["check"]);
});

test("single test files run alone, on both databases", () => {
  assert.deepEqual(affected(["api/tests/it/holds.rs", "api/tests/it/races.rs"]), {
    steps: ["check", "sqlite", "postgres"],
    apiTests: ["holds", "races"],
    journeys: [],
  });
});

test("a change of shared test code runs all tests", () => {
  assert.deepEqual(affected(["api/tests/it/holds.rs", "api/tests/it/support/shop.rs"]).apiTests, []);
  assert.deepEqual(affected(["next-app/e2e/support/axe.ts", "next-app/e2e/screens/cart.spec.ts"]).journeys, []);
});

test("a journey runs alone, a unit test of the app brings no browser", () => {
  const { steps, journeys } = affected(["next-app/e2e/screens/cart.spec.ts", "next-app/src/lib/money.test.ts"]);
  assert.deepEqual(steps, ["check", "app", "journeys"]);
  assert.deepEqual(journeys, ["screens/cart.spec.ts"]);
});

test("without changes nothing is affected", () => {
  assert.deepEqual(affected([]).steps, []);
});
