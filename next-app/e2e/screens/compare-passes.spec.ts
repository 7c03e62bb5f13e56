import { expect, test } from "@playwright/test";
import { inMenu } from "../support/account";
import { expectAccessible } from "../support/axe";

test("the menu leads to a comparison of all passes, and from there to the page of each", {
  tag: "@both",
}, async ({ page }) => {
  await page.goto("/");
  await (await inMenu(page, "Season passes")).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Compare passes");
  await expect(page).toHaveTitle(/^Compare passes \|/);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Choose Gold" }).click();
  const pass = page.getByRole("dialog", { name: "Merrow Point Season Pass" });
  await expect(pass).toBeVisible();
  await expect(pass.getByRole("spinbutton", { name: /Gold/ })).toHaveValue("1");
  await expect(pass.getByRole("spinbutton", { name: /Silver/ }).first()).toHaveValue("0");
  await pass.getByRole("link", { name: "Compare all passes" }).click();
  await expect(pass).toBeHidden();
  await expect(page).toHaveURL("/passes");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the levels of the passes are compared in a table", async ({ page }) => {
    await page.goto("/passes");
    const table = page.getByRole("table", { name: "Merrow Point Park" });
    const levels = ["Silver", "Gold", "Platinum", "Twilight", "Twilight Plus"];
    for (const level of levels) {
      await expect(table.getByRole("columnheader", { name: new RegExp(`^${level} Merrow`) })).toBeVisible();
    }
    const fastLane = table.getByRole("row", { name: /^Fast Lane/ });
    await expect(fastLane.getByRole("cell")).toHaveText([
      "–Not included",
      "–Not included",
      "10 times",
      "–Not included",
      "–Not included",
    ]);
    await page.getByRole("link", { name: "Choose Friend" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Friend of the Museum");
    await page.getByRole("link", { name: "Compare all passes" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Compare passes");
  });
});
