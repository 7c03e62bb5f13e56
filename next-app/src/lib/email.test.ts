import { expect, test } from "vitest";
import { isEmail } from "./email";

test.each(["a@b.co", "ada.lovelace+tickets@mail.example.org", "o'hara@example.ie"])("%s is one", (email) => {
  expect(isEmail(email)).toBe(true);
});

test.each([
  "",
  "a",
  "a@b",
  "@b.co",
  "a@",
  "a b@c.co",
  "a@b..co",
  "a@-b.co",
  "a@@b.co",
  "a,b@c.co",
  ".a@b.co",
  `${"a".repeat(250)}@example.org`,
])("%s is none", (email) => {
  expect(isEmail(email)).toBe(false);
});
