import { expect, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { cards, checkoutButton, expectOrder, fillDetails, payButton, typeCard } from "../support/buying";
import { openShop } from "../support/own-shop";

const evening = `
[[product]]
id = "garden"
site = "park"
name = "Garden"
category = "Tickets"
short_description = "Open all day."
variant = [{ id = "garden", name = "Admission", price = "12.00" }]

[[product]]
id = "patrons"
site = "park"
name = "Evening for patrons"
short_description = "Music under the oak."
sold_publicly = false
variant = [{ id = "place", name = "Place", price = "40.00" }]

[[promotion_code]]
id = "patrons-link"
name = "For patrons"
codes = ["moss-ladder-1847"]
products = ["patrons"]
`;

test("a product with a private link is found and bought only with the link", { tag: "@both" }, async ({
  browser,
}) => {
  const shop = await openShop(evening);
  const context = await browser.newContext({ baseURL: shop.url });
  try {
    const page = await context.newPage();
    const path = "/product/single/patrons";
    expect((await page.goto(path))?.status()).toBe(404);
    for (const list of ["/", "/find?words=patrons", "/sitemap.xml"]) {
      expect(await (await context.request.get(list)).text(), list).not.toContain(path);
    }

    await page.goto(`${path}?promotionCode=moss-ladder`);
    await expect(page.getByRole("main")).not.toContainText("patrons");
    await page.goto(`${path}?promotionCode=moss-ladder-1847`, { waitUntil: "networkidle" });
    await expect(page.getByRole("heading", { level: 1, name: "Evening for patrons" })).toBeVisible();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    await expectAccessible(page);
    await page.getByRole("spinbutton").first().fill("1");
    await page.getByRole("button", { name: "Check Out Now" }).click();
    await expect(page).toHaveURL("/checkout");
    await page.waitForLoadState("networkidle");
    await fillDetails(page);
    await checkoutButton(page).click();
    await typeCard(page, cards.works);
    await payButton(page).click();
    await expectOrder(page);
    await expect(page.getByRole("main")).toContainText("Evening for patrons");
  } finally {
    await context.close();
    await shop.stop();
  }
});
