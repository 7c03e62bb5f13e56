import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { goBackTo, goToCart, pointer } from "../support/buying";
import { datedProduct, productPath } from "../support/shop";

/** Chooses the next date, then the first option of each step until quantities can be chosen. */
async function choose(page: Page) {
  const quantities = page.getByRole("heading", { name: "How many?" });
  await page.getByRole("button", { name: /^Next available/ }).click();
  const option = page.locator("[data-picker] li > button:not([aria-disabled])").first();
  for (;;) {
    await expect(quantities.or(option).first()).toBeVisible();
    if (await quantities.isVisible()) return;
    await option.click();
  }
}

test("back and reload restore every choice, and a page that is opened again has no choices", async ({
  page,
  request,
}) => {
  const path = productPath(await datedProduct(request));
  await page.goto(path);
  await choose(page);
  await page
    .getByRole("button", { name: /^Increase / })
    .first()
    .click();
  const quantity = page.getByRole("spinbutton").first();
  const chosen = await quantity.inputValue();
  const choices = await page.locator("[data-picker]").textContent();

  await page.reload();
  await expect(quantity).toHaveValue(chosen);
  expect(await page.locator("[data-picker]").textContent()).toBe(choices);

  await page.getByRole("button", { name: "Add to Cart" }).click();
  await goToCart(page, pointer);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cart");
  // Going back may open the page of add-ons first.
  await goBackTo(page, path);
  await expect(quantity).toHaveValue(chosen);

  await page.goto("/");
  await page.goto(path);
  await page.getByRole("grid").waitFor();
  await expect(page.getByRole("region", { name: "How many?" })).toHaveCount(0);
});

test("pressing Add to Cart twice adds the tickets once", async ({ page, request }) => {
  await page.goto(productPath(await datedProduct(request)));
  await choose(page);
  await page
    .getByRole("button", { name: /^Increase / })
    .first()
    .click();
  const chosen = await page.getByRole("spinbutton").first().inputValue();
  await page.getByRole("button", { name: "Add to Cart" }).dblclick();
  await goToCart(page, pointer);
  await expect(page.getByRole("link", { name: new RegExp(`^Cart, ${chosen} item`) })).toBeVisible();
});

test("after a product is added in a modal, the cart opens without the modal", { tag: "@both" }, async ({
  page,
  request,
}) => {
  const product = await datedProduct(request);
  await page.goto("/", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: product.productDisplayName, exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await choose(page);
  await page
    .getByRole("button", { name: /^Increase / })
    .first()
    .click();
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await goToCart(page, pointer);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("while the next page is unavailable, the current page keeps its typed values", async ({ page }) => {
  await page.goto("/login");
  const email = page.getByRole("textbox", { name: "Email" });
  await email.fill("ada@example.org");
  const isPage = (headers: Record<string, string>) =>
    headers.rsc !== undefined && headers["next-router-prefetch"] === undefined;
  let isAway = true;
  await page.route("**/*", async (route) => {
    if (!isAway || !isPage(route.request().headers())) return route.fallback();
    await route.fulfill({ status: 503, headers: { "retry-after": "3600" }, body: "" });
  });
  await page.getByRole("link", { name: "Create an Account" }).click();
  const notice = page.getByRole("status").filter({ hasText: "What you entered is still here" });
  await expect(notice).toBeVisible();
  await expect(email).toHaveValue("ada@example.org");
  await expectAccessible(page);
  // Without waiting for this answer, the next one could already arrive, and the notice would be gone.
  const refused = page.waitForResponse((answer) => answer.status() === 503);
  await notice.getByRole("button", { name: "Try again" }).click();
  await refused;
  await expect(notice).toBeVisible();
  isAway = false;
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(page).toHaveURL(/\/authenticate\/register/);
  await expect(notice).toBeHidden();
});
