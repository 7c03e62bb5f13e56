// @vitest-environment jsdom
import axe from "axe-core";
import { afterEach, expect, test } from "vitest";
import { defaultBranding, unavailablePage } from "./unavailable-page";

afterEach(() => {
  document.documentElement.innerHTML = "";
});

test.each([
  ["with default branding", defaultBranding],
  ["with the shop's name", { ...defaultBranding, name: "Merrow Point" }],
])("the unavailable page, %s, has no accessibility violations and one heading", async (_, branding) => {
  const parsed = new DOMParser().parseFromString(unavailablePage("nonce", branding), "text/html");
  document.documentElement.lang = parsed.documentElement.lang;
  document.documentElement.innerHTML = parsed.documentElement.innerHTML;
  const { violations } = await axe.run(document, {
    runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "best-practice"] },
    // jsdom draws nothing, so contrast cannot be measured.
    rules: { "color-contrast": { enabled: false } },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(document.querySelectorAll("main h1")).toHaveLength(1);
});
