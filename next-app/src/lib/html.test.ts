import { expect, test } from "vitest";
import { escapeHtml } from "./html";

test("a name cannot carry markup", () => {
  expect(escapeHtml(`<b onclick='x'>"Salt & Sea"</b>`)).toBe(
    "&lt;b onclick=&#39;x&#39;&gt;&quot;Salt &amp; Sea&quot;&lt;/b&gt;",
  );
});
