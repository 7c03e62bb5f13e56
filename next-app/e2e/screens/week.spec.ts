import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { weekPath, weekProduct } from "../support/shop";

/** The texts of days that leave their cell or cover another text, and those that are broken within a price or a word. */
const covered = (page: Page): Promise<string[]> =>
  page.locator("[data-week] [data-day]").evaluateAll((cells) => {
    const found: string[] = [];
    for (const cell of cells) {
      const box = cell.getBoundingClientRect();
      const texts: { text: string; rect: DOMRect }[] = [];
      const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const node = walk.currentNode;
        if (node.parentElement?.closest(".sr-only")) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) {
          if (rect.width > 0) texts.push({ text: node.textContent ?? "", rect });
        }
      }
      for (const { text, rect } of texts) {
        if (rect.left < box.left || rect.right > box.right + 0.5 || rect.bottom > box.bottom + 0.5) {
          found.push(`${text} leaves its day`);
        }
      }
      for (const [nth, one] of texts.entries()) {
        for (const other of texts.slice(nth + 1)) {
          const { rect: a } = one;
          const { rect: b } = other;
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          // The line boxes of two lines of text may touch.
          if (across > 1 && down > 4) found.push(`${one.text} covers ${other.text}`);
        }
      }
    }
    return found;
  });

for (const width of [320, 390, 768, 1024, 1280]) {
  test(`no word of a week is covered in a window of ${width} pixels`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(weekPath(await weekProduct(request)), { waitUntil: "networkidle" });
    const days = page.locator("[data-week] [data-day]");
    // The first week begins with the first day that can be bought.
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(days).toHaveCount(7);
    await expect(page.locator("[data-week]")).not.toHaveAttribute("aria-busy", "true");
    await expect(days.filter({ hasText: "$" })).not.toHaveCount(0);
    expect(await covered(page)).toEqual([]);
    if (width >= 768) return;
    // A price such as "$20.50 - $30.50" stays in one line.
    const lines = await page.locator("[data-week] .font-bold").evaluateAll((prices) =>
      prices.map((price) => {
        const range = document.createRange();
        range.selectNodeContents(price);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      }),
    );
    expect(lines.filter((count) => count > 1)).toEqual([]);
    await expectAccessible(page);
  });
}
