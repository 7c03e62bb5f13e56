import { expect, test } from "vitest";
import { plainText, scriptText } from "./html";

test("a description has the text of the HTML without its tags", () => {
  expect(plainText("<p>Salt &amp; <b>Sea</b>,\n two &lt;days&gt;</p><p>Late</p>")).toBe(
    "Salt & Sea, two <days> Late",
  );
});

test("JSON in a script element cannot close the element", () => {
  expect(scriptText({ name: "</script><script>" })).not.toContain("<");
});
