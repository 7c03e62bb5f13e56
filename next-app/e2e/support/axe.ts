import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { screens } from "./screens";

const rules = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Enables a rule that axe leaves out by default: an accessible name must contain the visible label, so that voice
 * control users can speak it.
 */
const alsoJudged = { "label-content-name-mismatch": { enabled: true } };

/**
 * Checks the page at the current window size and then at a phone's size or, if it is a phone's already, at a desktop's
 * size. All rules are checked in light colours. In dark colours only the contrast is checked, because no other rule
 * depends on the colour scheme, and only at the current size, because both sizes have the same colours. Waits for finite
 * animations first. Leaves out the processor's form, which is a separate
 * page with separate tests.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const own = page.viewportSize();
  await expectAccessibleInLight(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await waitForAnimations(page);
  await expectNoViolation(page, { type: "rule", values: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: null });
  const other = own && own.width < screens.desktop.width ? screens.desktop : screens.phone;
  await page.setViewportSize(other);
  await expectAccessibleInLight(page);
  if (own) await page.setViewportSize(own);
}

/**
 * Checks the page with the colours of the operating system. The contrast is left out: axe reads the colours of the page
 * for some elements, which the browser does not show.
 */
export async function expectAccessibleInForcedColors(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  await waitForAnimations(page);
  await expectNoViolation(page, { type: "tag", values: rules }, { "color-contrast": { enabled: false } });
}

async function expectAccessibleInLight(page: Page): Promise<void> {
  await waitForAnimations(page);
  await expectNoViolation(page, { type: "tag", values: rules });
}

/** Waits until nothing has moved for some frames: an animation starts one frame after the state that triggers it. */
async function waitForAnimations(page: Page): Promise<void> {
  const frames = 3;
  await page.evaluate(() => {
    Object.assign(window, { stillFrames: 0 });
  });
  await page.waitForFunction((enough) => {
    const counted = window as unknown as { stillFrames: number };
    const isMoving = document
      .getAnimations()
      .some(
        (motion) => motion.playState === "running" && motion.effect?.getComputedTiming().endTime !== Infinity,
      );
    counted.stillFrames = isMoving ? 0 : counted.stillFrames + 1;
    return counted.stillFrames > enough;
  }, frames);
}

/** Runs axe inside the page. Each document loads axe's half megabyte of source only once. */
async function expectNoViolation(
  page: Page,
  runOnly: axe.RunOnly,
  changed: axe.RuleObject = {},
): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ({ only, also }) => {
      const judge = (window as unknown as { axe: typeof axe }).axe;
      const found = await judge.run(
        { exclude: [["iframe"]] },
        {
          runOnly: only,
          rules: only.type === "tag" ? also : {},
          iframes: false,
          resultTypes: ["violations"],
        },
      );
      return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    },
    { only: runOnly, also: { ...alsoJudged, ...changed } },
  );
  expect(violations).toEqual([]);
}
