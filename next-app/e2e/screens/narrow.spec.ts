import { expect, test } from "@playwright/test";
import { passPage } from "../support/passes";
import { fillCart } from "../support/purchase";
import { builderPath, bundleOnSale, datedProduct, productPath } from "../support/shop";

test.use({ viewport: { width: 320, height: 640 } });

test("nothing scrolls sideways on the narrowest phones", async ({ page, request }) => {
  const product = productPath(await datedProduct(request));
  const builder = builderPath(await bundleOnSale(request));
  const multi = ["/product/multi/tag/winter", "/product/multi/promo", passPage.path];
  for (const path of ["/", product, builder, ...multi, "/donate", "/no-such-page"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
});

test("the primary action is in sight without scrolling", async ({ page, request }) => {
  await page.goto(productPath(await datedProduct(request)));
  await expect(page.getByRole("button", { name: "Add to Cart" })).toBeInViewport({ ratio: 1 });
});

test("every answer to the offer of a donation is in sight without scrolling", async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await fillCart(context);
  await page.goto("/donate");
  for (const answer of [
    page.getByRole("button", { name: /^Donate/ }).first(),
    page.getByRole("button", { name: /^Donate/ }).last(),
    page.getByRole("link", { name: "No thanks, continue" }),
  ]) {
    await expect(answer).toBeInViewport({ ratio: 1 });
  }
});
