import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { type OwnShop, openShop } from "../support/own-shop";
import { post, readCart } from "../support/purchase";
import { browserErrors } from "../support/shop";

const product = (id: string, name: string, more: string) => `
[[product]]
id = "${id}"
site = "park"
name = "${name}"
category = "Visit"
short_description = "An hour outdoors."
variant = [{ id = "${id}-adult", name = "Adult", price = "12.00", max_quantity = 10 }]
${more}
`;

const tours = `
[[show]]
id = "tour"
site = "park"
name = "Tour"
type = 4

[[show]]
id = "gala"
site = "park"
name = "Gala"
type = 4

[[schedule]]
id = "tours"
show = "tour"
capacity = 4
slot = [{ time = "10:00" }, { time = "11:00" }, { time = "12:00" }]

[[schedule]]
id = "galas"
show = "gala"
capacity = 4
until = 2020-01-01
slot = [{ time = "20:00" }]
${product("gala", "Gala", 'selection = [{ shows = ["gala"] }]')}
${product("tour", "Garden tour", 'selection = [{ shows = ["tour"] }]')}
${product("lantern", "Lantern walk", "on_sale_from = 2099-12-04T10:00:00")}
`;

let shop: OwnShop;
test.beforeAll(async () => {
  shop = await openShop(tours);
});
test.afterAll(() => shop.stop());

/** The second day on which the tour can be visited. */
async function nextDay(page: Page): Promise<string> {
  const dates = await post<{ date: string }[]>(page.context(), "/performance/product-date", {
    productIds: ["tour"],
  });
  return dates[1]?.date ?? "";
}

test("a time that another shopper has filled leads to one with room for the whole party", {
  tag: "@both",
}, async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  const errors = browserErrors(page);
  const day = await nextDay(page);
  const performanceId = `tours.${day.replaceAll("-", "")}.1000`;
  await page.goto(`/product/single/tour?date=${day}`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: /^10:00/ }).click();
  await page.getByRole("spinbutton").fill("4");

  const other = await browser.newContext({ baseURL: shop.url });
  const performances = [{ performanceId, selectionIndex: 1 }];
  const items = [{ productId: "tour", productVariantId: "tour-adult", quantity: 2, performances }];
  await post(other, "/cart/add", { saleFlowId: 1, items });

  await page.getByRole("button", { name: "Add to Cart" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "only 2 left" });
  await expect(alert).toBeFocused();
  await expect(alert).toContainText(/Still available for 4 people: 11:00.AM, 12:00.PM\./);
  await expectAccessible(page);
  await alert.getByRole("button", { name: /^11:00/ }).click();
  await expect(alert).toHaveCount(0);
  await expect(page.getByRole("spinbutton")).toHaveValue("4");
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await page.waitForURL("**/cart");
  const [line] = (await readCart(context)).itemGroups.flatMap(({ items }) => items);
  expect(line).toMatchObject({
    quantity: 4,
    performances: [{ performanceId: performanceId.replace("1000", "1100") }],
  });
  expect(errors).toEqual([]);
  await other.close();
  await context.close();
});

test("the home page says what is over and what is not on sale yet, and neither leads to an empty calendar", {
  tag: "@both",
}, async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await page.goto("/", { waitUntil: "networkidle" });
  const cards = page.getByRole("article");
  await expect(cards.getByRole("link")).toHaveText(["Garden tour", "Lantern walk", "Gala"]);
  await expect(cards.nth(1)).toContainText(/On sale starting Fri, Dec.4, 2099, 10:00.AM/);
  await expect(cards.nth(2)).toContainText("All dates have passed");
  await expectAccessible(page);
  await page.goto("/product/single/gala", { waitUntil: "networkidle" });
  await expect(page.getByText("All dates for this product have passed.")).toBeVisible();
  await expect(page.getByRole("grid")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "More like this" })).toContainText("Garden tour");
});
