import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { browserErrors } from "../support/shop";

const days = (page: Page) => page.getByRole("navigation", { name: "Days" });
const chosen = (page: Page) => page.getByRole("navigation", { name: "Your choices" });
/** A day as the product's page writes it, such as "Saturday, December 5". */
const longDay = (date: string) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  });

/** Unfolds the filters, which are always visible on large screens. */
async function openFilters(page: Page): Promise<void> {
  const fold = page.getByText("Filters", { exact: true });
  if (await fold.isVisible()) await fold.click();
}

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
  const day = days(page).locator("[aria-current=date]");
  await expect(day).toHaveAttribute("href", new RegExp(date));
  // The day says how much is open, and the first group of the results has as many.
  const open = /\d+ open$/.exec((await day.textContent()) ?? "")?.[0] ?? "";
  expect(open).not.toBe("");
  const group = page.getByRole("heading", { name: `${open} that day` });
  await expect(group).toBeVisible();
  await expect(page.locator("section", { has: group }).getByRole("article")).toHaveCount(parseInt(open, 10));
  await expect(page.getByRole("status").filter({ hasText: `results: ${open} that day` })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("searchbox").fill("fosils atlantic");
  await page.getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL(new RegExp(`date=${date}`));
  await expect(page).toHaveURL(/words=fosils\+atlantic/);
  await expect(page.getByText("1 result: 1 open that day", { exact: true })).toBeVisible();
  await expect(page.getByText("Showing results for “fossils atlantic”")).toBeVisible();
  await expect(chosen(page).getByRole("link")).toHaveCount(3);

  await cards(page).getByRole("link").click();
  const product = page.getByRole("dialog", { name: "Deep Time: Fossils of the Atlantic Shore" });
  await expect(product).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`date=${date}`));
  await expect(product.getByRole("button", { name: /^Change \w+day, / })).toBeVisible();
  await expect(product.getByText(/^Open \d+:\d\d\s[AP]M to \d+:\d\d\s[AP]M$/)).toBeVisible();
  // The tab is named after what the shopper sees.
  await expect(page).toHaveTitle(/^Deep Time: Fossils of the Atlantic Shore \| /);
  await expect(product.getByText(longDay(date))).toBeVisible();
  await page.goBack();
  await expect(product).toBeHidden();
  await expect(page).toHaveTitle(/^What's open on /);
  await expect(page.getByText("1 result: 1 open that day", { exact: true })).toBeVisible();
  expect(errors).toEqual([]);
});

test("filters apply at once, are kept while the day changes, and each can be removed", {
  tag: "@both",
}, async ({ page }) => {
  await chooseDay(page);
  await page.waitForLoadState("networkidle");
  const all = await cards(page).count();
  await openFilters(page);
  const category = page.getByRole("combobox", { name: "Category" });
  await category.focus();
  await category.selectOption("Theater");
  await expect(chosen(page).getByRole("link", { name: "Remove Theater" })).toBeVisible();
  await expect(page).toHaveURL(/category=Theater/);
  await expect(category).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: /^\d+ results?:/ })).toBeVisible();
  await page.getByRole("combobox", { name: "Accessibility" }).selectOption("Hearing loop");
  await expect(page).toHaveURL(/category=Theater&accessibility=hearing-loop/);
  expect(await cards(page).count()).toBeLessThan(all);
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole("combobox", { name: "Accessibility" })).toHaveValue("");
  await page.goForward();

  await days(page).getByRole("listitem").nth(4).getByRole("link").click();
  await expect(chosen(page).getByRole("link", { name: "Remove Hearing loop" })).toBeVisible();
  await chosen(page).getByRole("link", { name: "Remove Theater" }).click();
  await expect(chosen(page).getByRole("link", { name: "Remove Theater" })).toHaveCount(0);
  await expect(category).toHaveValue("");
  await chosen(page).getByRole("link", { name: "Clear all" }).click();
  await expect(page).toHaveURL("/find");
  await expect(heading(page)).toHaveText("Find tickets and passes");
});

test("a search without results says so and leads back", async ({ page }) => {
  await page.goto("/find?words=submarine&site=atlantis&date=1999-01-01");
  await expect(page.getByText("Nothing matches all of your choices")).toBeVisible();
  await expect(page.getByText("We couldn't use part of this link: Date, Venue.")).toBeVisible();
  await expect(days(page).getByText("Closed")).toHaveCount(0);
  await expect(page).toHaveTitle(/^Find tickets and passes \| /);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Clear all" }).click();
  await expect(cards(page).first()).toBeVisible();
});

test("the home page shows later days without choosing one", { tag: "@both" }, async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  const first = days(page).getByRole("listitem").first();
  const today = await first.textContent();
  const later = days(page).getByRole("link", { name: "Later days" });
  await later.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/\?from=\d{4}-\d{2}-\d{2}$/);
  await expect(first).not.toHaveText(today ?? "");
  await expect(later).toBeFocused();
  await expect(days(page).locator("[aria-current=date]")).toHaveCount(0);
  await days(page).getByRole("link", { name: "Earlier days" }).click();
  await expect(first).toHaveText(today ?? "");
});

test("on a phone the first result is visible at once", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/find?words=pass");
  const first = cards(page).first();
  await expect(first.getByRole("link")).toHaveText("Merrow Point Season Pass");
  const box = await first.getByRole("heading").boundingBox();
  expect(box).not.toBeNull();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844);
});

test("on a phone the home page asks for the day and shows the name of the first product at once", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await expect(days(page)).toBeInViewport({ ratio: 1 });
  await expect(cards(page).first().getByRole("link")).toBeInViewport();
});
