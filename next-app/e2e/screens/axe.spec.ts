import { expect, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { builderPath, bundleOnSale, datedProduct, productPath, weekPath, weekProduct } from "../support/shop";

test("the home page is accessible", async ({ page }) => {
  await page.goto("/");
  await expectAccessible(page);
});

test("the page for unknown addresses is accessible", async ({ page }) => {
  await page.goto("/no-such-page");
  await expectAccessible(page);
});

test("a product page is accessible with its calendar, with quantities and with an error", async ({
  page,
  request,
}) => {
  await page.goto(productPath(await datedProduct(request)));
  await page.getByRole("grid").waitFor();
  await expectAccessible(page);
  // A blocked button can be pressed. The page then reports what is missing.
  await page.getByRole("button", { name: "Add to Cart" }).press("Enter");
  await expect(page.getByText("Error: ")).toBeAttached();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Next available/ }).click();
  await page.getByRole("button", { name: /^Change \w+day, / }).waitFor();
  await expectAccessible(page);
});

test("a month calendar with prices is accessible", async ({ page }) => {
  await page.goto("/product/single/park-day");
  await page.getByRole("grid").getByText("$").first().waitFor();
  await expectAccessible(page);
});

test("a guest's order lookup is accessible with an incomplete link and with the question for a phone number", async ({
  page,
}) => {
  await page.goto("/order-lookup/anonymous");
  await expectAccessible(page);
  await page.goto("/order-lookup/anonymous/0123/4567");
  await page.getByRole("dialog").waitFor();
  await expectAccessible(page);
});

test("the operator's pages in the footer are accessible", async ({ page }) => {
  for (const path of ["/privacy-policy", "/terms-of-use"]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectAccessible(page);
  }
});

test("the bundle builder is accessible with its calendar, with its steps and with an error", async ({
  page,
  request,
}) => {
  await page.goto(builderPath(await bundleOnSale(request)));
  await page.getByRole("grid").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Next available/ }).click();
  await page.getByRole("list", { name: "Steps" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add to Cart" }).press("Enter");
  await expect(page.getByText("Error: ")).toBeAttached();
  for (const step of await page.locator("main summary").all()) {
    await step.click();
    await expectAccessible(page);
  }
});

test("a week calendar with prices is accessible", async ({ page, request }) => {
  await page.goto(weekPath(await weekProduct(request)));
  await page.getByRole("grid").waitFor();
  await expectAccessible(page);
  await page.locator("button[data-day]:not([aria-disabled])").first().click();
  await page.getByRole("button", { name: /^Change \w+day, / }).waitFor();
  await page
    .getByRole("button", { name: /^\d+:\d\d [AP]M/ })
    .first()
    .waitFor();
  await expectAccessible(page);
});

test("a product in a modal is accessible", async ({ page, request }) => {
  const product = await datedProduct(request);
  await page.goto("/", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: product.productDisplayName, exact: true }).click();
  await page.getByRole("dialog").getByRole("grid").waitFor();
  await expectAccessible(page);
});
