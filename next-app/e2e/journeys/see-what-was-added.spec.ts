import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { openTimes, timedProduct } from "../support/buying";
import { productPath } from "../support/shop";

const notice = (page: Page) => page.getByRole("status").filter({ hasText: "Added to your cart:" });

/** Adds one standard ticket for the earliest time and waits for the page that opens next. */
async function addEarliest(page: Page, path: string) {
  await page.goto(path);
  await page.getByRole("button", { name: /^Earliest time: / }).click();
  await expect(page.getByRole("spinbutton").first()).toHaveValue("1");
  const total = (await page.locator("output").textContent()) ?? "";
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await expect(page).not.toHaveURL(path);
  return total;
}

test("the next page says what was added, but not after a reload or on a later page", {
  tag: "@both",
}, async ({ page, request }) => {
  const product = await timedProduct(request);
  await addEarliest(page, productPath(product));
  await expect(notice(page)).toContainText(/Added to your cart: 1 × \S/);
  await expect(notice(page)).toContainText(product.productDisplayName);
  await expect(notice(page)).toContainText(/, \w{3}, \w{3} \d+, \d+:\d\d\s[AP]M/);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await page.goto("/cart");
  await expect(page.getByRole("article").first()).toContainText(product.productDisplayName);
  await expect(notice(page)).toHaveCount(0);
});

test("the price of a ticket is the same on the product page and in the cart, where its fees are named", async ({
  page,
  request,
}) => {
  const total = await addEarliest(page, productPath(await timedProduct(request)));
  await page.goto("/cart");
  const line = page.getByRole("article").first();
  await expect(line).toContainText(total);
  await expect(line).toContainText(/includes \$\d+\.\d\d in fees/);
  const subtotal = page.getByText("Subtotal", { exact: true }).locator("xpath=following-sibling::dd");
  await expect(subtotal).toHaveText(total);
});

test("the dialog of a line offers to change only what has an alternative", async ({ page, request }) => {
  const product = await timedProduct(request);
  await page.goto(productPath(product));
  await page.getByRole("button", { name: /^Next available/ }).click();
  await expect(openTimes(page).nth(1)).toBeVisible();
  await openTimes(page).first().click();
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await expect(notice(page)).toBeVisible();
  await page.goto("/cart");
  await page.getByRole("button", { name: /^Edit / }).click();
  const dialog = page.getByRole("dialog");
  // The day and the time have alternatives, and the only show of the product has none.
  await expect(dialog.getByRole("button", { name: /^Change / })).toHaveCount(2);
});
