import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { containsOwn, isPassword, isRuleMet, type PasswordOwner, passwordRules } from "./password";

type Case = { name: string; password: string; times?: number; unmet: string[] };
type OwnCase = PasswordOwner & { name: string; password: string; own: boolean };

const file = new URL("../../../api/vectors/password.json", import.meta.url);
const { cases, ownCases } = JSON.parse(readFileSync(file, "utf8")) as { cases: Case[]; ownCases: OwnCase[] };

test.each(cases.map((it) => [it.name, it] as const))(
  "password rules: %s",
  (_, { password, times = 1, unmet }) => {
    const typed = password.repeat(times);
    expect(passwordRules.filter((demand) => !isRuleMet(demand, typed))).toEqual(unmet);
    expect(isPassword(typed)).toBe(unmet.length === 0);
  },
);

test.each(ownCases.map((it) => [it.name, it] as const))(
  "own name or e-mail address: %s",
  (_, { password, own, ...owner }) => expect(containsOwn(password, owner)).toBe(own),
);

test("the test cases shared with the API were loaded", () => {
  expect(cases.length).toBeGreaterThan(10);
  expect(ownCases.length).toBeGreaterThan(4);
});
