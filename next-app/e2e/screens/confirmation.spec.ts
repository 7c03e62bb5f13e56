import { expect, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import { fillCartWithPassesOfAda, pass } from "../support/passes";
import { fillCart, placeOrder } from "../support/purchase";
import { browserErrors } from "../support/shop";

test("an order and its tickets are accessible", async ({ page, context }) => {
  const errors = browserErrors(page);
  await fillCart(context);
  await placeOrder(context);
  await page.goto("/confirmation", { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Checkout Successful!");
  await expectAccessible(page);
  await page.getByRole("button", { name: "View Tickets" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Your Tickets" })).toBeFocused();
  await expectAccessible(page);
  // A scanner needs a code on a white background, regardless of the page's colours.
  const code = page.locator(".ticket-code").first();
  expect(await code.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    "rgb(255, 255, 255)",
  );
  expect(errors).toEqual([]);
});

test("the confirmation shows the whole order, also after a reload and after Back", async ({
  page,
  context,
}) => {
  await fillCart(context);
  const { invoiceNumber } = await placeOrder(context);
  await page.goto("/confirmation");
  for (const turn of ["first", "reloaded"]) {
    await expect(page.locator("[data-confirmation-number]"), turn).toHaveText(invoiceNumber);
    await page.reload();
  }
  for (const text of [
    "ada.byron@example.com",
    "Ada Byron",
    "(401) 555-0142",
    "Order processing fee",
    "Subtotal",
    "Tax",
  ]) {
    // Only whole texts are matched, because the random codes of the hidden tickets may contain "TAX".
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByRole("definition").filter({ hasText: "Visa •••• 4242" })).toBeVisible();
  await expect(page.locator("thead th")).toHaveText(["Description", "Qty", "Price", "Total"]);
  await page.goto("/");
  await page.goBack();
  await expect(page.locator("[data-confirmation-number]")).toHaveText(invoiceNumber);
});

test("the top card says what was bought, for when and where, and has the tickets one press away", {
  tag: "@both",
}, async ({ page, context }) => {
  const product = await fillCart(context);
  const { invoiceNumber } = await placeOrder(context);
  await page.goto("/confirmation", { waitUntil: "networkidle" });
  const card = page.getByRole("article").locator("header").first();
  const bought = card.getByRole("region", { name: "What you bought" });
  await expect(bought.getByRole("listitem").first()).toContainText(product.productDisplayName);
  await expect(bought).toContainText(/\d × \w/);
  await expect(bought).toContainText(/[A-Z][a-z]+day, [A-Z][a-z]+\s\d{1,2},\s\d{4}/);
  const { items } = (await (await context.request.get("/api/order/details")).json()) as {
    items: { siteName: string }[];
  };
  expect(items[0]?.siteName).toBeTruthy();
  await expect(bought).toContainText(items[0]?.siteName ?? "");
  await expect(card).toContainText(invoiceNumber);
  await expect(card.getByRole("button", { name: "View Tickets" })).toBeInViewport({ ratio: 1 });
  await expect(card.getByRole("link", { name: "Reserve a Visit" })).toHaveCount(0);
  await card.getByRole("button", { name: "View Tickets" }).click();
  await expect(page.getByRole("heading", { name: "Your Tickets" })).toBeFocused();
  await expect(page.locator(".ticket").first()).toBeInViewport();
});

test("after a purchase of a pass, the next step is to reserve a visit", async ({ page, context }) => {
  await signInAsNew(context);
  await fillCartWithPassesOfAda(context, pass.gold);
  await placeOrder(context);
  await page.goto("/confirmation", { waitUntil: "networkidle" });
  await expect(page.getByText("Your pass is ready. Reserve the day you'd like to visit.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Reserve a Visit" }).click();
  await expect(page).toHaveURL(/^[^?]*\/reservation\//);
});

test("a visitor without an order is redirected from the confirmation page", async ({ page, request }) => {
  const answer = await request.get("/confirmation", { maxRedirects: 0 });
  expect(answer.status()).toBe(307);
  await page.goto("/confirmation");
  await expect(page.getByText("We brought you here because your cart is empty.")).toBeVisible();
});

test("the printed page shows the tickets large enough to scan and omits the header, the buttons and the footer", async ({
  page,
  context,
}) => {
  await fillCart(context);
  await placeOrder(context);
  await page.goto("/confirmation", { waitUntil: "networkidle" });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const pixelsPerMillimetre = 96 / 25.4;
  const codes = page.locator(".ticket-code img");
  expect(await codes.count()).toBeGreaterThan(0);
  for (const code of await codes.all()) {
    const box = await code.boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(30 * pixelsPerMillimetre);
    expect(box?.height).toBeGreaterThanOrEqual(30 * pixelsPerMillimetre);
    expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  const ticket = page.locator(".ticket").first();
  expect(await ticket.evaluate((element) => getComputedStyle(element).breakInside)).toBe("avoid");
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    "rgb(255, 255, 255)",
  );
  await expect(page.getByRole("link", { name: /^Cart/ })).toBeHidden();
  await expect(page.getByRole("button", { name: "Print Page" })).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
});

test.describe("on the narrowest phones", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("the confirmation does not scroll sideways", async ({ page, context }) => {
    await fillCart(context);
    await placeOrder(context);
    await page.goto("/confirmation", { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "View Tickets" }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the order and its tickets are readable", async ({ page, context }) => {
    await fillCart(context);
    const { invoiceNumber } = await placeOrder(context);
    await page.goto("/confirmation");
    await expect(page.getByText(invoiceNumber).first()).toBeVisible();
    await expect(page.locator(".ticket").first()).toBeVisible();
  });
});
