import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, expectAccessibleInForcedColors } from "../support/axe";
import { browserErrors } from "../support/shop";

/** How many CSS pixels a page is wider than the window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

for (const theme of ["default", "museum", "park", "theater"]) {
  test(`every component is accessible in the theme ${theme}`, async ({ page }) => {
    const errors = browserErrors(page);
    await page.goto(`/theme?key=${theme}`, { waitUntil: "networkidle" });
    await expect(page.getByRole("navigation", { name: "Theme" }).locator("[aria-current]")).toContainText(
      theme,
    );
    await expectAccessible(page);
    await page.getByRole("button", { name: "Open a dialog" }).click();
    await expect(page.getByRole("dialog", { name: "A dialog" })).toBeVisible();
    await expectAccessible(page);
    expect(errors).toEqual([]);
  });
}

test("the themes differ in their brand, surfaces, shapes and headings", async ({ page }) => {
  const looks: string[][] = [];
  for (const theme of ["default", "museum", "park", "theater"]) {
    await page.goto(`/theme?key=${theme}&mode=light`, { waitUntil: "networkidle" });
    looks.push([
      await styleOf(page, "main button.bg-brand", "background-color"),
      await styleOf(page, "body", "background-color"),
      await styleOf(page, "main .card", "border-top-left-radius"),
      `${await styleOf(page, "h1", "font-family")} ${await styleOf(page, "h1", "font-weight")}`,
    ]);
  }
  for (const part of [0, 1, 2, 3]) {
    expect(new Set(looks.map((look) => look[part])).size, `${looks.map((look) => look[part])}`).toBe(4);
  }
});

test("the mode is that of the address, whatever the device prefers", async ({ page }) => {
  const canvas = () => styleOf(page, "body", "background-color");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/theme?key=park&mode=light", { waitUntil: "networkidle" });
  const light = await canvas();
  await page.getByRole("navigation", { name: "Mode" }).getByRole("link", { name: "Dark" }).click();
  await expect(page).toHaveURL("/theme?key=park&mode=dark");
  await expect.poll(canvas).not.toBe(light);
});

test("another theme is shown by its key, and a text that cannot be a key shows the default look", async ({
  page,
}) => {
  await page.goto("/theme?mode=dark", { waitUntil: "networkidle" });
  await page.getByLabel("Another theme").fill("theater");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL("/theme?mode=dark&key=theater");
  await expect(page.locator("body")).toHaveAttribute("data-style-key", "theater");
  await page.goto('/theme?key=x"y', { waitUntil: "networkidle" });
  await expect(page.locator("body")).toHaveAttribute("data-style-key", "default");
});

test("search engines do not show the page", async ({ request }) => {
  expect((await request.get("/theme")).headers()["x-robots-tag"]).toBe("noindex");
});

test.describe("at 200 % zoom", () => {
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

  test("nothing scrolls sideways", async ({ page }) => {
    for (const theme of ["default", "museum", "park", "theater"]) {
      await page.goto(`/theme?key=${theme}`, { waitUntil: "networkidle" });
      expect(await overflow(page), theme).toBeLessThanOrEqual(0);
    }
  });
});

test("on the narrowest phones nothing scrolls sideways", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/theme?key=theater", { waitUntil: "networkidle" });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test("with the colors of the operating system, buttons, cards and levels keep a visible border or mark", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/theme?key=museum", { waitUntil: "networkidle" });
  await expectAccessibleInForcedColors(page);
  for (const button of await page.locator("main button:has-text('Primary')").all()) {
    const border = await button.evaluate((element) => getComputedStyle(element).borderTopWidth);
    expect(Number.parseFloat(border)).toBeGreaterThan(0);
  }
  expect(Number.parseFloat(await styleOf(page, "main .card", "border-top-width"))).toBeGreaterThan(0);
  const marks = page.locator("main .level-mark");
  expect(await marks.count()).toBeGreaterThan(5);
  const canvas = await styleOf(page, "body", "background-color");
  for (const mark of await marks.all()) {
    expect(await mark.evaluate((element) => getComputedStyle(element).color)).not.toBe(canvas);
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the samples have the theme of the address", async ({ page }) => {
    await page.goto("/theme?key=museum&mode=dark");
    await expect(page.locator("main .card").first()).toHaveCSS("border-top-left-radius", "0px");
    await page.getByRole("navigation", { name: "Theme" }).getByRole("link", { name: "park" }).click();
    await expect(page).toHaveURL("/theme?key=park&mode=dark");
    await expect(page.locator("main .card").first()).toHaveCSS("border-top-left-radius", "24px");
  });
});
