import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { fillCartWithGoods, post, readCart } from "../support/purchase";
import { datedProduct, productPath } from "../support/shop";

const unreachable = "We couldn't reach the shop. Please check your connection and try again.";
const addToCart = (page: Page) => page.getByRole("button", { name: "Add to Cart" });
/** Finds alerts with a text. The route announcer of Next.js is an alert without a text. */
const alert = (page: Page) => page.getByRole("alert").filter({ hasText: /./ });

test("an alert reports that an item was refused or that the shop is unreachable", async ({
  page,
  context,
}) => {
  // Fills the cart to its limit.
  await fillCartWithGoods(context);
  const [group] = (await readCart(context)).itemGroups as unknown as {
    productId: string;
    items: { id: string; displayName: string; maxQuantity: number }[];
  }[];
  const item = group?.items[0];
  const most = { items: [{ id: item?.id, quantity: item?.maxQuantity }] };
  expect(await post<{ success: boolean }>(context, "/cart/modify", most)).toMatchObject({ success: true });

  await page.goto(productPath({ id: group?.productId ?? "" }));
  const stepper = page.getByRole("spinbutton", { name: new RegExp(`^${item?.displayName},`) });
  await stepper.fill("1");
  await stepper.press("Tab");
  await addToCart(page).click();
  await expect(alert(page)).toContainText(`Maximum quantity is ${item?.maxQuantity}`);
  await expect(alert(page)).toBeFocused();

  await page.route("**/api/cart/add", (route) => route.abort());
  await addToCart(page).click();
  await expect(alert(page)).toContainText(unreachable);
  await expect(stepper).toHaveValue("1");
});

test("a failure to load the times is reported, and loading can be retried", async ({ page, request }) => {
  await page.route("**/api/performance/product-date-performance", (route) => route.abort(), { times: 1 });
  await page.goto(productPath(await datedProduct(request)));
  await page.getByRole("button", { name: /^Next available/ }).click();
  await expect(alert(page)).toContainText(unreachable);
  await page.getByRole("button", { name: "Try again" }).click();
  const times = page.getByRole("button", { name: /^\d+:\d\d [AP]M/ });
  await expect(times.or(page.getByRole("spinbutton")).first()).toBeVisible();
  await expect(alert(page)).toHaveCount(0);
});

test("a day without availability offers the next available day", { tag: "@both" }, async ({
  page,
  request,
}) => {
  await page.route("**/api/performance/product-date-performance", (route) =>
    route.fulfill({ json: { success: true, value: [] } }),
  );
  await page.goto(productPath(await datedProduct(request)));
  const next = page.getByRole("button", { name: /^Next available/ });
  await next.click();
  await expect(page.getByText("There are no products available for this date / time")).toBeVisible();
  const day = await page
    .getByRole("button", { name: /^Change \w+day, / })
    .locator("xpath=..")
    .textContent();
  await page.unroute("**/api/performance/product-date-performance");
  await expectAccessible(page);

  // The button appears in the part of the page that the shopper is looking at.
  await expect(next).toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(next).toBeFocused();
  await page.keyboard.press("Enter");
  const times = page.getByRole("button", { name: /^\d+:\d\d [AP]M/ });
  await expect(times.or(page.getByRole("spinbutton")).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Change \w+day, / }).locator("xpath=..")).not.toHaveText(
    day ?? "",
  );
  await expect(page.locator(":focus")).toHaveText(/^(Select Show|Choose a Time|How many\?)$/);
});

test("until something is chosen, the bar has the lowest price and says who it is for", {
  tag: "@both",
}, async ({ page }) => {
  await page.goto(productPath({ id: "deep-time" }), { waitUntil: "networkidle" });
  const bar = page.locator("[data-buy-bar]");
  await expect(bar).toContainText(/from \$\d+\.\d\d · Youth/);
  await expect(bar.getByText("$0.00")).toHaveCount(0);
  // The calendar begins with the week of the first day on sale, whose days before it have passed.
  const firstWeek = page.getByRole("grid").getByRole("row").first();
  await expect(firstWeek.getByRole("button", { disabled: false })).not.toHaveCount(0);
  await page.getByRole("button", { name: /^Next available/ }).click();
  await page
    .getByRole("button", { name: /^\d+:\d\d [AP]M/, disabled: false })
    .first()
    .click();
  await expect(bar.locator("output")).toHaveText(/^\$[1-9]\d*\.\d\d$/);
});
