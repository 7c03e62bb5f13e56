import { expect, test } from "@playwright/test";
import { builderPath, bundleOnSale, datedProduct, productPath } from "../support/shop";

test.use({ javaScriptEnabled: false });

test("a product can be read without any script", async ({ page, request }) => {
  const product = await datedProduct(request);
  await page.goto(productPath(product));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(product.productDisplayName);
  await expect(page.getByText(/\$\d+\.\d\d/).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Next available dates" })).toBeVisible();
  await expect(page.locator("main img").first()).toBeVisible();
});

test("a bundle can be read without any script", async ({ page, request }) => {
  const bundle = await bundleOnSale(request);
  await page.goto(builderPath(bundle));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(bundle.displayName);
  await expect(page.getByText(bundle.shortDescription)).toBeVisible();
  await expect(page.getByText(/\$\d+\.\d\d/).first()).toBeVisible();
  await expect(page.getByText("Next available dates")).toBeVisible();
  await expect(page.locator("main time").first()).toBeVisible();
});

test("what is on sale can be read and followed without any script", async ({ page, request }) => {
  const product = await datedProduct(request);
  await page.goto("/");
  await page.getByRole("link", { name: product.productDisplayName, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(product.productDisplayName);
});
