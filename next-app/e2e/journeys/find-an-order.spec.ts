import { expect, type Page, test } from "@playwright/test";
import { registered, signIn } from "../support/account";
import { expectAccessible } from "../support/axe";
import { fillCart, placeOrder } from "../support/purchase";
import { browserErrors } from "../support/shop";

const number = (page: Page) => page.getByRole("textbox", { name: "Confirmation number" });
const email = (page: Page) => page.getByRole("textbox", { name: "Email address" });
const send = (page: Page) => page.getByRole("button", { name: "Send my confirmation" });

test("a shopper who has lost the email asks for it by number and email address, after correcting both fields", async ({
  page,
}) => {
  const errors = browserErrors(page);
  await page.goto("/");
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Find my order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Find your order");
  await expectAccessible(page);

  await send(page).click();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByRole("link", { name: "A confirmation number is required" })).toBeVisible();
  await expect(number(page)).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);

  await number(page).fill("aaaa-2222");
  await email(page).fill("ada@example.org");
  await email(page).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByText(/^If this confirmation number and email address match an order/)).toBeVisible();
  await expect(page.getByText("You entered aaaa-2222 and ada@example.org.")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Try again" }).click();
  await expect(number(page)).toHaveValue("aaaa-2222");
  expect(errors).toEqual([]);
});

test("a signed-in shopper opens an own order by its number, and any other number gets the answer for guests", async ({
  page,
  context,
}) => {
  await signIn(context, await registered(context));
  await fillCart(context);
  const { orderId, invoiceNumber } = await placeOrder(context);
  await page.goto("/order-lookup");
  await expect(page.getByRole("link", { name: "See the orders in your account" })).toBeVisible();
  await number(page).fill("AAAA2222");
  await send(page).click();
  await expect(page.getByText(/^If this confirmation number and email address match an order/)).toBeVisible();

  await page.getByRole("button", { name: "Try again" }).click();
  await number(page).fill(` ${invoiceNumber.toLowerCase().replace(/(....)/, "$1-")} `);
  await send(page).click();
  await expect(page).toHaveURL(`/order-lookup/my/${orderId}`);
  await expect(page.getByText(`Order ${invoiceNumber} is in your account.`)).toBeVisible();
  await expect(page.locator("[data-confirmation-number]")).toHaveText(invoiceNumber);
});

test("the address of a signed-in shopper is filled in and can be replaced", async ({ page, context }) => {
  const own = await registered(context);
  await signIn(context, own);
  await page.goto("/order-lookup");
  await expect(email(page)).toHaveValue(own);
  await email(page).fill("");
  await page.getByRole("link", { name: "See the orders in your account" }).focus();
  await expect(email(page)).toHaveValue("");
  await email(page).fill("ada@example.org");
  await expect(email(page)).toHaveValue("ada@example.org");
});
