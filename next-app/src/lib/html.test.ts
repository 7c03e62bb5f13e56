import { expect, test } from "vitest";
import { plainText, scriptText } from "./html";

test("the plain text of HTML has no tags, and its entities are decoded", () => {
  expect(plainText("<p>Salt &amp; <b>Sea</b>,\n two &lt;days&gt;</p><p>Late</p>")).toBe(
    "Salt & Sea, two <days> Late",
  );
});

test("JSON in a script element cannot close the element", () => {
  expect(scriptText({ name: "</script><script>" })).not.toContain("<");
});
