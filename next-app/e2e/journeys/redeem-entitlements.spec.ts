import { expect, type Page, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import { buyCart, keyboard, pointer, select } from "../support/buying";
import { fillCartWithPassesOfAda, pass } from "../support/passes";
import { placeOrder } from "../support/purchase";
import { browserErrors } from "../support/shop";

const ofPasses = "/entitlement/redeem";
const ofAccount = "/account-entitlement/redeem";
const friend = (page: Page) =>
  page.getByRole("button", { name: /^Redeem Adult, .*: Free day tickets for friends$/ });
const row = (page: Page) => page.getByRole("listitem").filter({ has: friend(page) });
const continues = (page: Page) => page.getByRole("main").getByRole("link", { name: "Continue" });

test("a pass's entitlement is redeemed, returned, and used up", async ({ page, context }) => {
  const errors = browserErrors(page);
  await page.goto(ofPasses);
  await expect(page).toHaveURL(`/authenticate/smart-login?ReturnUrl=${encodeURIComponent(ofPasses)}`);
  await signInAsNew(context);
  await page.goto(ofPasses);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Redeem Your Benefits");
  await expect(
    page.getByText("You do not have any entitlements that can be redeemed at this time"),
  ).toBeVisible();
  await expectAccessible(page);

  await fillCartWithPassesOfAda(context, pass.gold);
  await placeOrder(context);
  await page.goto(ofPasses);
  await expect(row(page)).toContainText("2 of 2 left");
  await expect(row(page)).toContainText("from Ada Lovelace's pass");
  await expectAccessible(page);

  // Opening and closing the dialog redeems nothing.
  await friend(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add to Cart" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  await expect(friend(page)).toBeFocused();
  await expect(row(page)).toContainText("2 of 2 left");

  await select(page, friend(page), pointer);
  await expect(row(page)).toContainText("1 of 2 left");
  await expect(
    page.getByRole("status").filter({ hasText: "Free day tickets for friends: 1 of 2 left" }),
  ).toBeVisible();
  await continues(page).click();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByText("Free day tickets for friends")).toBeVisible();
  await page.getByRole("button", { name: /^Remove / }).click();
  await expect(page.getByText("Your shopping cart is empty")).toBeVisible();

  await page.goto(ofPasses);
  await expect(row(page)).toContainText("2 of 2 left");
  await select(page, friend(page), pointer);
  await select(page, friend(page), pointer);
  await expect(row(page)).toContainText("0 of 2 left");
  await expect(friend(page)).toBeDisabled();
  await page.reload();
  await expect(row(page)).toContainText("0 of 2 left");
  await continues(page).click();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByText("Order total").locator("..").first()).toContainText("$0.00");
  expect(errors).toEqual([]);
});

test("an account's entitlement is redeemed with the keyboard alone", async ({ page, context }) => {
  const press = keyboard(page);
  await signInAsNew(context);
  await fillCartWithPassesOfAda(context, pass.silver);
  await placeOrder(context);
  await page.goto(ofAccount);
  const photo = page.getByRole("button", { name: /: A photo pass for members$/ }).first();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Redeem Your Account Benefits");
  await expectAccessible(page);
  await select(page, photo, press);
  await expect(page.getByRole("listitem").filter({ has: photo })).toContainText("0 of 1 left");
  await press(continues(page));
  await expect(page).toHaveURL("/cart");
  await expect(page.getByText("A photo pass for members")).toBeVisible();
});

test("an entitlement with a price is redeemed and paid for", async ({ page, context }) => {
  await signInAsNew(context);
  await fillCartWithPassesOfAda(context, pass.gold);
  await placeOrder(context);
  await page.goto(ofAccount);
  await select(
    page,
    page.getByRole("button", { name: /^Redeem Adult, .*: The museum for members$/ }),
    pointer,
  );
  await page.goto("/cart");
  await expect(page.getByText("The museum for members")).toBeVisible();
  await expect(await buyCart(page, pointer)).toHaveCount(1);
});
