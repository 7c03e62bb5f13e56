import { expect, test } from "@playwright/test";
import { inPhoneMenu, signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import { browserErrors } from "../support/shop";

test("a phone's header is one row, and its menu opens, closes and leads to the operator's pages", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  await signInAsNew(context);
  await page.goto("/", { waitUntil: "networkidle" });
  const height = await page.getByRole("banner").evaluate((element) => element.getBoundingClientRect().height);
  expect(height).toBeLessThanOrEqual(72);
  const menu = page.getByRole("navigation", { name: "Menu" });
  await expect(menu).toBeHidden();
  const link = await inPhoneMenu(page, "Season passes");
  await expect(link).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(page.getByText("Menu", { exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(menu).toBeVisible();
  // A press beside the menu, in the margin of the page.
  await page.mouse.click(4, 840);
  await expect(menu).toBeHidden();
  await (await inPhoneMenu(page, "Season passes")).click();
  await expect(page).toHaveURL("/passes");
  await expect(menu).toBeHidden();
  expect(errors).toEqual([]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the menu of a phone opens, and its search finds products", async ({ page }) => {
    await page.goto("/legal/no-such-page");
    await page.getByText("Menu", { exact: true }).click();
    await page.getByRole("searchbox", { name: "Search tickets and passes" }).fill("fossils");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL("/find?words=fossils");
  });
});
