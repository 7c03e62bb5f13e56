import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isPassword, isRuleMet, passwordRules } from "./password";

type Case = { name: string; password: string; times?: number; unmet: string[] };

const file = new URL("../../../api/vectors/password.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: Case[] };

test.each(cases.map((it) => [it.name, it] as const))(
  "password rules: %s",
  (_, { password, times = 1, unmet }) => {
    const typed = password.repeat(times);
    expect(passwordRules.filter((demand) => !isRuleMet(demand, typed))).toEqual(unmet);
    expect(isPassword(typed)).toBe(unmet.length === 0);
  },
);

test("the test cases shared with the API were loaded", () => {
  expect(cases.length).toBeGreaterThan(10);
});
