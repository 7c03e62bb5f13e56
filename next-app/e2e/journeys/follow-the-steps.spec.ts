import { expect, type Page, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import { pay } from "../support/buying";
import { fillCartWithPassesOfAda, pass } from "../support/passes";
import { fillCart, giveDonation } from "../support/purchase";

/** The steps of a purchase are shown from the cart to the confirmation. */

const steps = (page: Page) => page.getByRole("navigation", { name: "Steps in your purchase" });
const current = (page: Page) => steps(page).locator("[aria-current=step]");

async function expectOneLine(page: Page, count: number) {
  const tops = await steps(page)
    .getByRole("listitem")
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
  expect(tops).toHaveLength(count);
  expect(new Set(tops).size).toBe(1);
}

test("every page of a purchase shows its step, and done steps are links until the order is placed", async ({
  page,
  context,
}) => {
  const all = ["Cart", "Checkout", "Confirmation"];
  await fillCart(context);
  await page.goto("/cart");
  await expect(current(page)).toHaveText("Cart");
  await expect(steps(page).getByRole("listitem")).toHaveText(all);
  await expect(steps(page).getByRole("link")).toHaveCount(0);

  await page.goto("/donate");
  await expect(current(page)).toHaveText("Checkout");
  await expect(steps(page).getByRole("listitem")).toHaveText(all);
  await expect(steps(page).getByRole("link")).toHaveText(["Cart"]);
  await expectAccessible(page);

  await giveDonation(context, 2);
  await page.goto("/checkout", { waitUntil: "networkidle" });
  await expect(current(page)).toHaveText("Checkout");
  await expect(steps(page).getByRole("listitem")).toHaveText(all);
  await expect(steps(page).getByRole("link")).toHaveText(["Cart"]);
  await expectAccessible(page);
  await pay(page);
  await expect(current(page)).toHaveText("Confirmation");
  await expect(steps(page).getByRole("listitem")).toHaveText(all);
  await expect(steps(page).getByRole("link")).toHaveCount(0);
});

test("on a phone all steps are one line, of which the current one shows its name", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await fillCart(context);
  await page.goto("/checkout", { waitUntil: "networkidle" });
  await expectOneLine(page, 3);
  const cart = steps(page).getByRole("link", { name: "Cart" });
  expect((await steps(page).getByText("Checkout").boundingBox())?.width).toBeGreaterThan(50);
  expect((await cart.getByText("Cart").boundingBox())?.width).toBeLessThan(2);
  await cart.click();
  await expect(page).toHaveURL("/cart");
});

test("on a phone the four steps of a pass are one line", async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsNew(context);
  await fillCartWithPassesOfAda(context, pass.gold);
  await page.goto("/installment-billing/select", { waitUntil: "networkidle" });
  await expect(current(page)).toHaveText("Checkout");
  await expectOneLine(page, 4);
});

test("the pages of a purchase do not move while they load on a slow device", { tag: "@both" }, async ({
  page,
  context,
}) => {
  await fillCart(context);
  const device = await context.newCDPSession(page);
  await device.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of ["/cart", "/donate", "/checkout"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    const shifts = (await page.evaluate("shifts")) as number[];
    expect(
      shifts.reduce((sum, value) => sum + value, 0),
      path,
    ).toBeLessThan(0.02);
  }
});
