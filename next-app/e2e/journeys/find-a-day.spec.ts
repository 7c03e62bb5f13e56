import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { browserErrors } from "../support/shop";

const days = (page: Page) => page.getByRole("navigation", { name: "Days" });
const chosen = (page: Page) => page.getByRole("navigation", { name: "Your choices" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const cards = (page: Page) => page.getByRole("article");

/** Opens the sixth of the days on the home page, which is in the future. Returns its date. */
async function chooseDay(page: Page): Promise<string> {
  await page.goto("/");
  const day = days(page).getByRole("listitem").nth(5).getByRole("link");
  const date = new URL((await day.getAttribute("href")) ?? "", page.url()).searchParams.get("date") ?? "";
  await day.click();
  await expect(heading(page)).toHaveText(/^What's open on \w+day, \w+ \d+$/);
  return date;
}

test("a shopper chooses a day first, then searches with a typing error, and finds the day chosen on the product's page", async ({
  page,
}) => {
  const errors = browserErrors(page);
  const date = await chooseDay(page);
  await expect(days(page).locator("[aria-current=date]")).toHaveAttribute("href", new RegExp(date));
  await expect(page.getByRole("heading", { name: "Open that day" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("searchbox").fill("fosils atlantic");
  await page.getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL(new RegExp(`date=${date}`));
  await expect(page).toHaveURL(/words=fosils\+atlantic/);
  await expect(page.getByText("1 result", { exact: true })).toBeVisible();
  await expect(chosen(page).getByRole("link")).toHaveCount(3);

  await cards(page).getByRole("link").click();
  const product = page.getByRole("dialog", { name: "Deep Time: Fossils of the Atlantic Shore" });
  await expect(product).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`starting=${date}`));
  await page.goBack();
  await expect(product).toBeHidden();
  await expect(page.getByText("1 result", { exact: true })).toBeVisible();
  expect(errors).toEqual([]);
});

test("filters are kept while the day changes, and each can be removed", async ({ page }) => {
  await chooseDay(page);
  const all = await cards(page).count();
  await page.getByText("Filters", { exact: true }).click();
  await page.getByRole("combobox", { name: "Category" }).selectOption("Theater");
  await page.getByRole("combobox", { name: "Accessibility" }).selectOption("Hearing loop");
  await page.getByRole("button", { name: "Show results" }).click();
  await expect(chosen(page).getByRole("link", { name: "Remove Theater" })).toBeVisible();
  expect(await cards(page).count()).toBeLessThan(all);
  await expectAccessible(page);

  await days(page).getByRole("listitem").nth(4).getByRole("link").click();
  await expect(chosen(page).getByRole("link", { name: "Remove Hearing loop" })).toBeVisible();
  await chosen(page).getByRole("link", { name: "Remove Theater" }).click();
  await expect(chosen(page).getByRole("link", { name: "Remove Theater" })).toHaveCount(0);
  await chosen(page).getByRole("link", { name: "Clear all" }).click();
  await expect(page).toHaveURL("/find");
  await expect(heading(page)).toHaveText("Find tickets and passes");
});

test("a search without results says so and leads back", async ({ page }) => {
  await page.goto("/find?words=submarine&site=atlantis&date=1999-01-01");
  await expect(page.getByText("Nothing matches all of your choices")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Clear all" }).click();
  await expect(cards(page).first()).toBeVisible();
});
