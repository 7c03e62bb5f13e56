import assert from "node:assert/strict";
import { test } from "node:test";
import { affected } from "./affected.mjs";

const all = ["check", "sqlite", "postgres", "app", "journeys", "contract"];

test("changed source code affects every step", () => {
  assert.deepEqual(affected(["api/src/shop/cart/rules.rs"]), { steps: all, apiTests: [], journeys: [] });
});

test("an unknown path affects every step", () => {
  assert.deepEqual(affected(["something/new"]).steps, all);
});

test("a changed document affects only the checks", () => {
  assert.deepEqual(affected(["docs/OPERATIONS.md", "README.md"]).steps, ["check"]);
});

test("changed test files run alone on both databases", () => {
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

test("a changed journey runs alone, and a changed unit test of the app starts no browser", () => {
  const { steps, journeys } = affected(["next-app/e2e/screens/cart.spec.ts", "next-app/src/lib/money.test.ts"]);
  assert.deepEqual(steps, ["check", "app", "journeys"]);
  assert.deepEqual(journeys, ["screens/cart.spec.ts"]);
});

test("a changed example is bought with calls of the API and in the browser", () => {
  assert.deepEqual(affected(["examples/zoo/tickets.toml"]), {
    steps: ["check", "sqlite", "postgres", "examples"],
    apiTests: ["examples"],
    journeys: [],
  });
});

test("no step is affected when nothing has changed", () => {
  assert.deepEqual(affected([]).steps, []);
});
