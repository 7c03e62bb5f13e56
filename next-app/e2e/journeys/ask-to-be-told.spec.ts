import { expect, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";

/** A product of the demo whose sale begins in 2027. */
const product = "/product/single/storm-glass";
const emailField = "Email address";

test("a visitor asks for an email when a sale begins, with the keyboard, and again with another address", {
  tag: "@both",
}, async ({ page }) => {
  await page.goto(product);
  await expect(page.getByText(/On sale starting Monday, September 6, 2027/)).toBeVisible();
  await expectAccessible(page);
  const ask = page.getByRole("link", { name: "Notify me by email" });
  await ask.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/notify-me/storm-glass");
  const email = page.getByRole("textbox", { name: emailField });
  const submit = page.getByRole("button", { name: "Notify me" });
  await expect(submit).toBeEnabled();
  await page.waitForLoadState("networkidle");
  await email.fill("ada");
  await email.press("Enter");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await email.fill("ada.byron@example.com");
  await email.press("Enter");
  const done = page.getByRole("heading", { name: "We'll let you know" });
  await expect(done).toBeFocused();
  await expect(page.getByText("You entered ada.byron@example.com.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use another address" }).click();
  await email.fill("nora@example.com");
  await submit.click();
  await expect(page.getByText("You entered nora@example.com.")).toBeVisible();
  await page.getByRole("link", { name: /^Back to / }).click();
  await expect(page).toHaveURL(product);
});

test("a product that can be booked leads to its page instead of asking for an address", async ({ page }) => {
  await page.goto("/notify-me/park-day");
  await expect(page.getByText("Good news: you can book now.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: emailField })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "See dates and prices" }).click();
  await expect(page).toHaveURL("/product/single/park-day");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the form works, and says what is wrong", async ({ page }) => {
    await page.goto("/notify-me/storm-glass");
    const email = page.getByRole("textbox", { name: emailField });
    await email.fill("ada");
    await page.getByRole("button", { name: "Notify me" }).click();
    await expect(email).toHaveAttribute("aria-invalid", "true");
    await expect(email).toHaveValue("ada");
    await email.fill("ada.byron@example.com");
    await page.getByRole("button", { name: "Notify me" }).click();
    await expect(page).toHaveURL("/notify-me/storm-glass?requested=1");
    await expect(page.getByRole("heading", { name: "We'll let you know" })).toBeVisible();
  });
});
