import { expect, test } from "@playwright/test";
import { inMenu } from "../support/account";
import { expectAccessible } from "../support/axe";

test("an address that no longer exists leads to what is nearest to it", { tag: "@both" }, async ({
  page,
}) => {
  const response = await page.goto("/product/single/deep-time-fossils-2024");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not Found");
  await expect(page.getByRole("searchbox", { name: "What are you looking for?" })).toHaveValue(
    "deep time fossils",
  );
  const nearest = page.getByRole("region", { name: "You may be looking for" });
  await expect(nearest.getByRole("link").first()).toHaveText("Deep Time: Fossils of the Atlantic Shore");
  await expect(await inMenu(page, "Tickets")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show results" }).click();
  await expect(page).toHaveURL("/find?words=deep+time+fossils");
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
});

test("the home page shows what the visitor opened last, and forgets what no longer exists", async ({
  page,
}) => {
  await page.goto("/product/single/deep-time", { waitUntil: "networkidle" });
  await page.goto("/");
  const seen = page.getByRole("region", { name: "Recently viewed" });
  await expect(seen.getByRole("link")).toHaveText(["Deep Time: Fossils of the Atlantic Shore"]);
  await expectAccessible(page);
  await page.evaluate(() => {
    const gone = [{ path: "/product/single/gone", name: "Gone", picture: null }];
    localStorage.setItem("midway.recently-seen", JSON.stringify(gone));
  });
  await page.goto("/product/single/gone");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not Found");
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(seen).toHaveCount(0);
});
