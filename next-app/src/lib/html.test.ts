import { expect, test } from "vitest";
import { escapeHtml, plainText, scriptText } from "./html";

test("a name cannot carry markup", () => {
  expect(escapeHtml(`<b onclick='x'>"Salt & Sea"</b>`)).toBe(
    "&lt;b onclick=&#39;x&#39;&gt;&quot;Salt &amp; Sea&quot;&lt;/b&gt;",
  );
});

test("a description has the words of the HTML, without its elements", () => {
  expect(plainText("<p>Salt &amp; <b>Sea</b>,\n two &lt;days&gt;</p><p>Late</p>")).toBe(
    "Salt & Sea, two <days> Late",
  );
});

test("a script element cannot be closed from inside", () => {
  expect(scriptText({ name: "</script><script>" })).not.toContain("<");
});
