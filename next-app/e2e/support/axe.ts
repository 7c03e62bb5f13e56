import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const rules = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/** Colours are judged once they rest: whatever still moves is let to its end first. */
export async function expectAccessible(page: Page) {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))),
  );
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  expect(violations.map((violation) => [violation.id, violation.nodes.map((node) => node.html)])).toEqual([]);
}
