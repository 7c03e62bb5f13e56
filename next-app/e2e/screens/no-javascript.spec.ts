import { expect, test } from "@playwright/test";
import { passPage } from "../support/passes";
import { fillCart } from "../support/purchase";
import { builderPath, bundleOnSale, datedProduct, productPath, weekPath, weekProduct } from "../support/shop";

test.use({ javaScriptEnabled: false });

test("a product is readable without scripts", async ({ page, request }) => {
  const product = await datedProduct(request);
  await page.goto(productPath(product));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(product.productDisplayName);
  await expect(page.getByText(/\$\d+\.\d\d/).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Next available dates" })).toBeVisible();
  await expect(page.locator("main img").first()).toBeVisible();
});

test("a bundle is readable without scripts", async ({ page, request }) => {
  const bundle = await bundleOnSale(request);
  await page.goto(builderPath(bundle));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(bundle.displayName);
  await expect(page.getByText(bundle.shortDescription)).toBeVisible();
  await expect(page.getByText(/\$\d+\.\d\d/).first()).toBeVisible();
  await expect(page.getByText("Next available dates")).toBeVisible();
  await expect(page.locator("main time").first()).toBeVisible();
});

test("the days and prices of a product with the week picker are readable without scripts", async ({
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

test("the products on sale are readable and linked without scripts", async ({ page, request }) => {
  const product = await datedProduct(request);
  await page.goto("/");
  // The same page is sent to everyone, so its header has one link that is right for guests and for signed-in shoppers.
  const account = page.getByRole("navigation", { name: "Your account" }).getByRole("link");
  await expect(account).toHaveText("Account");
  await page.getByRole("link", { name: product.productDisplayName, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(product.productDisplayName);
});

test("links on the home page lead to its sections without scripts", async ({ page }) => {
  await page.goto("/");
  const links = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
  const heading = page.getByRole("heading", { name: (await links.last().textContent()) ?? "", exact: true });
  await expect(heading).not.toBeInViewport();
  await links.last().click();
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
});

test("a day, words and filters find products without scripts", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("searchbox").fill("harbour park");
  await page.getByRole("button", { name: "Show results" }).click();
  await expect(page.getByRole("link", { name: "Park Day Ticket" })).toBeVisible();
  await page.getByRole("navigation", { name: "Days" }).getByRole("listitem").nth(5).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("What's open on");
  // On large screens the filters are always visible. The second button is below them.
  await page.getByRole("combobox", { name: "Good for" }).selectOption("Families");
  await page.getByRole("button", { name: "Show results" }).last().click();
  await expect(page.getByRole("link", { name: "Remove Families" })).toBeVisible();
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("a tag page and the add-ons are readable without scripts", async ({ page, context }) => {
  await page.goto("/product/multi/tag/winter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Winter weekends by the harbor");
  await expect(page.getByText("the fossils are warm")).toBeVisible();
  await expect(page.getByText(/\$\d+\.\d\d/).first()).toBeVisible();
  await expect(page.locator("main img").first()).toBeVisible();
  await fillCart(context);
  await page.goto("/product/multi/add-on/non-pass");
  await expect(page.getByRole("heading", { name: "Photo Pass" })).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cart");
});

test("a tag page of passes and its list of all pass types are readable without scripts", async ({ page }) => {
  await page.goto(passPage.path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(passPage.title);
  await expect(page.getByText("Each person's first season pass is 10% off")).toBeVisible();
  await expect(page.getByText("$197.10", { exact: false }).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Friend of the Museum" })).toHaveCount(0);
  await page.getByRole("link", { name: "View All Pass Types" }).click();
  await expect(page.getByRole("heading", { name: "Friend of the Museum" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Merrow Point Season Pass" })).toBeVisible();
});

test("without scripts, a promotion code shows the products that it applies to", async ({ page }) => {
  await page.goto("/product/multi/promo");
  await page.getByLabel("Promotion Code", { exact: true }).fill("FERRY10");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL("/product/multi/promo/FERRY10");
  await expect(page.getByRole("heading", { name: "Park Day Ticket" })).toBeVisible();
});

test("a button that needs a script is disabled", async ({ page, request, context }) => {
  await fillCart(context);
  const product = productPath(await datedProduct(request));
  const week = weekPath(await weekProduct(request));
  const bundle = builderPath(await bundleOnSale(request));
  let seen = 0;
  for (const path of [
    "/",
    product,
    week,
    bundle,
    passPage.path,
    "/cart",
    "/checkout",
    "/authenticate/register",
  ]) {
    await page.goto(path);
    // Buttons that submit a form with method GET work without scripts.
    const dead = page.locator("button:visible").and(page.locator(":not(form[method=get] button)"));
    for (const button of await dead.all()) {
      await expect(button, `${path}: ${await button.textContent()}`).toBeDisabled();
      seen += 1;
    }
  }
  expect(seen).toBeGreaterThan(0);
});
