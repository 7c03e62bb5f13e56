import { expect, test } from "@playwright/test";
import { itemCount, signInAsNew } from "../support/account";
import { timedProduct } from "../support/buying";
import { BusyShopper } from "../support/interactions";
import { fillCartWithPassesOfAda, pass } from "../support/passes";
import { fillCart, placeOrder } from "../support/purchase";
import { productPath } from "../support/shop";

/** The most interactions from the product page to the confirmation. */
const most = { guest: 15, returning: 8 };

test("a guest pays for a ticket of the earliest time with few interactions", { tag: "@both" }, async ({
  page,
  request,
}) => {
  const guest = new BusyShopper(page);
  await guest.takeEarliestTime(await timedProduct(request));
  await guest.pay();
  expect(guest.interactions.length, guest.interactions.join(", ")).toBeLessThanOrEqual(most.guest);
});

test("pressing Check Out Now twice adds the ticket once", async ({ page, context, request }) => {
  await page.goto(productPath(await timedProduct(request)));
  await page.getByRole("button", { name: /^Earliest time: / }).click();
  await page.getByRole("button", { name: "Check Out Now" }).dblclick();
  await expect(page).toHaveURL("/checkout");
  expect(await itemCount(context)).toBe(1);
  // The product page is ready again after going back.
  await page.goBack();
  await expect(page.getByRole("spinbutton").first()).toHaveValue("1");
  await page.getByRole("button", { name: "Check Out Now" }).click();
  await expect(page).toHaveURL("/checkout");
  expect(await itemCount(context)).toBe(2);
});

test("a returning shopper pays with few interactions, with a saved card and with a new one", {
  tag: "@both",
}, async ({ page, context, request }) => {
  const product = await timedProduct(request);
  await signInAsNew(context);
  await fillCart(context, 1);
  await placeOrder(context);
  const withNewCard = new BusyShopper(page);
  await withNewCard.takeEarliestTime(product);
  await withNewCard.pay();
  expect(withNewCard.interactions.length, withNewCard.interactions.join(", ")).toBeLessThanOrEqual(
    most.returning,
  );

  await fillCart(context, 1);
  await placeOrder(context, { saveCard: true });
  const withSavedCard = new BusyShopper(page);
  await withSavedCard.takeNextDay(product);
  await withSavedCard.pay();
  expect(withSavedCard.interactions.length, withSavedCard.interactions.join(", ")).toBeLessThanOrEqual(
    most.returning,
  );
});

test("a returning shopper pays for a pass with a payment plan and a saved card with few interactions", {
  tag: "@both",
}, async ({ page, context }) => {
  await signInAsNew(context);
  await fillCart(context, 1);
  await placeOrder(context, { saveCard: true });
  await fillCartWithPassesOfAda(context, pass.silver);
  await page.goto("/cart", { waitUntil: "networkidle" });
  const shopper = new BusyShopper(page);
  await shopper.press("cart", page.getByRole("link", { name: "Checkout", exact: true }).last());
  await shopper.press("plan", page.getByRole("button", { name: "Continue with payment plan" }));
  await shopper.press("no donation", page.getByRole("link", { name: "No thanks, continue" }));
  await expect(page).toHaveURL("/checkout");
  await page.waitForLoadState("networkidle");
  await shopper.press(
    "plan's terms",
    page.getByRole("checkbox", { name: /^I accept the payment plan terms/ }),
  );
  // What was accepted is still accepted after a reload.
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByRole("checkbox", { name: /^I accept the payment plan terms/ })).toBeChecked();
  await shopper.pay();
  expect(shopper.interactions.length, shopper.interactions.join(", ")).toBeLessThanOrEqual(most.returning);
});
