import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isEmail } from "./email";

const file = new URL("../../../api/vectors/email.json", import.meta.url);
const { right, wrong } = JSON.parse(readFileSync(file, "utf8")) as { right: string[]; wrong: string[] };

test.each(right)("%s is a valid e-mail address", (email) => {
  expect(isEmail(email)).toBe(true);
});

test.each([...wrong, `${"a".repeat(250)}@example.org`])("%s is not a valid e-mail address", (email) => {
  expect(isEmail(email)).toBe(false);
});
