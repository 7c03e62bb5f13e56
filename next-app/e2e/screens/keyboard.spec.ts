import { expect, test } from "@playwright/test";
import { datedProduct, productPath } from "../support/shop";

test("the calendar is one Tab stop, and arrow keys move focus inside it", { tag: "@both" }, async ({
  page,
  request,
}) => {
  await page.goto(productPath(await datedProduct(request)));
  const stops = page.getByRole("grid").locator('[tabindex="0"]');
  await expect(stops).toHaveCount(1);
  const first = await stops.textContent();
  await stops.focus();
  await page.keyboard.press("ArrowRight");
  await expect(stops).not.toHaveText(first ?? "");
  await page.keyboard.press("PageDown");
  await expect(page.getByRole("grid").locator(":focus")).toHaveCount(1);
});

test("after a date is chosen with the keyboard, focus moves to the next step", { tag: "@both" }, async ({
  page,
  request,
}) => {
  await page.goto(productPath(await datedProduct(request)));
  const next = page.getByRole("button", { name: /^Next available/ });
  await next.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Change \w+day, / }).waitFor();
  await expect(page.locator("h2:focus")).toBeVisible();
});

test("a modal takes focus, keeps it, closes with Escape and returns focus", { tag: "@both" }, async ({
  page,
  request,
}) => {
  const product = await datedProduct(request);
  await page.goto("/", { waitUntil: "networkidle" });
  const link = page.getByRole("link", { name: product.productDisplayName, exact: true });
  await link.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("grid").waitFor();
  await expect(page).toHaveURL(productPath(product));
  await expect(
    page.getByRole("dialog").locator(":focus").or(page.locator("[role=dialog]:focus")),
  ).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/");
  await expect(link).toBeFocused();
});

test("a product's dialog closes with Escape after a link to a section of the page was used", async ({
  page,
}) => {
  await page.goto("/", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Theater", exact: true }).click();
  const section = page.locator("section").filter({ has: page.getByRole("heading", { name: "Theater" }) });
  await expect(section.getByRole("heading", { name: "Theater" })).toBeFocused();
  const link = section.getByRole("article").getByRole("link").first();
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/");
  await expect(link).toBeFocused();
});

test("the arrow keys scroll the text of a product's dialog as soon as it is open", async ({ page }) => {
  await page.goto("/find?words=park+day", { waitUntil: "networkidle" });
  await page.getByRole("article").getByRole("link").first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => dialog.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
  await page.keyboard.press("End");
  await expect(dialog.getByText("Ticket fees included", { exact: false })).toBeInViewport();
});

test("an invalid typed date stays in the field, and an error message is shown", { tag: "@both" }, async ({
  page,
  request,
}) => {
  await page.goto(productPath(await datedProduct(request)));
  const field = page.getByLabel("Or type a date");
  await field.fill("2/30/27");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("2/30/27");
  await expect(field).toHaveAccessibleDescription("Enter a date like 12/25/2026.");
});
