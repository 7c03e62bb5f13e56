import { expect, test } from "vitest";
import { meantEmail } from "./email-typo";

test.each([
  ["ada@gmial.com", "ada@gmail.com"],
  ["ada@gmal.com", "ada@gmail.com"],
  ["ada@gmail.con", "ada@gmail.com"],
  ["ada@gmail.co", "ada@gmail.com"],
  [" Ada.Byron+tickets@GMAIL.CMO ", "Ada.Byron+tickets@gmail.com"],
  ["ada@yaho.com", "ada@yahoo.com"],
  ["ada@hotmial.con", "ada@hotmail.com"],
  ["ada@hotnail.com", "ada@hotmail.com"],
  ["ada@outllok.com", "ada@outlook.com"],
  ["ada@iclould.com", "ada@icloud.com"],
  ["ada@aol.cm", "ada@aol.com"],
  ["ada@comcst.net", "ada@comcast.net"],
])("%s is probably %s", (typed, meant) => {
  expect(meantEmail(typed)).toBe(meant);
});

test.each([
  "ada@gmail.com",
  "ada@Gmail.com",
  "ada@mail.com",
  "ada@ymail.com",
  "ada@hotmail.co.uk",
  "ada@yahoo.co.uk",
  "ada@yahoo.ca",
  "ada@yahoo.fr",
  "ada@outlook.de",
  "ada@abc.com",
  "ada@ace.com",
  "ada@example.org",
  "ada@mail.gmail.example",
  "ada@gmail",
  "@gmial.com",
  "gmial.com",
  "",
])("%j is not corrected", (typed) => {
  expect(meantEmail(typed)).toBeNull();
});
