import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const rules = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Judges a page as it is, and its colours in the dark too: nothing else depends on them. Colours are judged once they rest: what moves
 * and has an end is let to it first. The processor's form is left out: it is a page of its own, with tests of its own.
 */
export async function expectAccessible(page: Page) {
  await rested(page);
  await expectNoViolation(new AxeBuilder({ page }).withTags(rules));
  await page.emulateMedia({ colorScheme: "dark" });
  await rested(page);
  await expectNoViolation(new AxeBuilder({ page }).withRules("color-contrast"));
  await page.emulateMedia({ colorScheme: null });
}

/** Waits until nothing has moved for some frames: what changes with a new state begins to move in a frame after it. */
async function rested(page: Page): Promise<void> {
  const frames = 3;
  await page.evaluate(() => {
    Object.assign(window, { restedFrames: 0 });
  });
  await page.waitForFunction((enough) => {
    const counted = window as unknown as { restedFrames: number };
    const isMoving = document
      .getAnimations()
      .some(
        (motion) => motion.playState === "running" && motion.effect?.getComputedTiming().endTime !== Infinity,
      );
    counted.restedFrames = isMoving ? 0 : counted.restedFrames + 1;
    return counted.restedFrames > enough;
  }, frames);
}

async function expectNoViolation(judge: AxeBuilder): Promise<void> {
  const { violations } = await judge.exclude("iframe").analyze();
  expect(violations.map((violation) => [violation.id, violation.nodes.map((node) => node.html)])).toEqual([]);
}
