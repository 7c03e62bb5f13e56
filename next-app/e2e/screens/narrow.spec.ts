import { expect, test } from "@playwright/test";
import { registered, signIn } from "../support/account";
import { pointer } from "../support/buying";
import { passPage } from "../support/passes";
import { fillCart } from "../support/purchase";
import { beginWith, boughtMuseumPass, chooseNextDay, confirmed, sites } from "../support/reserving";
import { builderPath, bundleOnSale, datedProduct, productPath } from "../support/shop";

test.use({ viewport: { width: 320, height: 640 } });

test("nothing scrolls sideways on the narrowest phones", async ({ page, request }) => {
  const product = productPath(await datedProduct(request));
  const builder = builderPath(await bundleOnSale(request));
  const multi = ["/product/multi/tag/winter", "/product/multi/promo", passPage.path];
  const reservation = ["/reservation/site", "/reservation/begin?error=1", "/reservation/my"];
  for (const path of ["/", product, builder, ...multi, ...reservation, "/donate", "/no-such-page"]) {
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

test("no step of a reservation scrolls sideways on the narrowest phones", async ({ page, context }) => {
  await signIn(context, await registered(context));
  await beginWith(context, sites.museum, { passes: await boughtMuseumPass(context) });
  const expectNarrow = async () => {
    await page.waitForLoadState("networkidle");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, page.url()).toBeLessThanOrEqual(320);
  };
  for (const step of ["begin", "link", "date"]) {
    await page.goto(`/reservation/${step}`);
    await expectNarrow();
  }
  await chooseNextDay(page, pointer);
  await page.waitForURL("/reservation/review");
  await expectNarrow();
  await confirmed(page, pointer);
  await expectNarrow();
});
