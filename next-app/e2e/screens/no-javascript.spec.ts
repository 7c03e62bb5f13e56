import { expect, test } from "@playwright/test";
import { datedProduct, productPath, weekPath, weekProduct } from "../support/shop";

test.use({ javaScriptEnabled: false });

test("a product can be read without any script", async ({ page, request }) => {
  const product = await datedProduct(request);
  await page.goto(productPath(product));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(product.productDisplayName);
  await expect(page.getByText(/\$\d+\.\d\d/).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Next available dates" })).toBeVisible();
  await expect(page.locator("main img").first()).toBeVisible();
});

test("a product with weeks can be read without any script, with its days and prices", async ({
  page,
  request,
}) => {
  const product = await weekProduct(request);
  await page.goto(weekPath(product));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(product.productDisplayName);
  await expect(page.getByRole("heading", { name: "Next available dates" })).toBeVisible();
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: /from \$\d+\.\d\d/ })
      .first(),
  ).toBeVisible();
});

test("what is on sale can be read and followed without any script", async ({ page, request }) => {
  const product = await datedProduct(request);
  await page.goto("/");
  await page.getByRole("link", { name: product.productDisplayName, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(product.productDisplayName);
});
