import { expect, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";

test("a group gets days and times with room for everyone, and keeps its size when the date changes", {
  tag: "@both",
}, async ({ page }) => {
  await page.goto("/product/single/deep-time", { waitUntil: "networkidle" });
  const people = page.getByRole("spinbutton", { name: "How many people?" });
  await expect(people).toHaveValue("1");
  for (let added = 1; added < 4; added++)
    await page.getByRole("button", { name: "Increase How many people?" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Earliest time for 4 people: / }).click();
  const quantities = page.getByRole("region", { name: "How many?" }).getByRole("spinbutton");
  await expect(quantities.first()).toHaveValue("4");

  // Two of the four tickets become those of the second variant.
  await quantities.nth(0).fill("2");
  await quantities.nth(1).fill("2");
  await page.getByRole("button", { name: /^Change \w+day, / }).click();
  await expect(people).toHaveValue("4");
  await page.getByRole("button", { name: /^Earliest time for 4 people: / }).click();
  await expect(quantities.nth(0)).toHaveValue("2");
  await expect(quantities.nth(1)).toHaveValue("2");
});
