import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { cardDialog, cardForm, checkoutButton, fillCheckout } from "../support/buying";
import { chooseTime, productOfType } from "../support/places";
import { fillCart, placeOrder } from "../support/purchase";
import { weekPath, weekProduct } from "../support/shop";

/** The type of shows with numbered seats. */
const showWithSeats = 3;

/** Takes the pictures of `docs/screens`. `scripts/screens` runs it on a phone and on a desktop. */
const folder = join(import.meta.dirname, "../../../docs/screens");

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("load");
  // Who is signed in is asked after the page is shown. E-mails have no header, and a dialog hides it.
  if ((await page.getByRole("banner").count()) > 0) {
    const account = page.getByRole("banner").getByText(/Sign In|Account/);
    await account.filter({ visible: true }).first().waitFor();
  }
  await page.evaluate(async () => {
    await document.fonts.ready;
    // A hidden picture is not loaded, so it is never decoded.
    const isOnScreen = (image: HTMLImageElement) =>
      image.checkVisibility() && image.getBoundingClientRect().top < innerHeight;
    const onScreen = [...document.images].filter(isOnScreen);
    await Promise.all(onScreen.map((image) => image.decode().catch(() => {})));
  });
  await page.screenshot({
    path: join(folder, `${name}-${test.info().project.name.replace("pictures-", "")}.jpg`),
    type: "jpeg",
    quality: 72,
    animations: "disabled",
  });
}

async function open(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path);
  await take(page, name);
}

test("pages before the purchase", async ({ page, request }) => {
  await open(page, "/", "home");
  const days = page.getByRole("navigation", { name: "Days" });
  await days.getByRole("listitem").nth(2).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("What's open");
  await take(page, "find");
  await page.goto("/product/single/deep-time");
  await page.getByRole("grid").waitFor();
  await take(page, "product");
  await page.goto(weekPath(await weekProduct(request)));
  // A phone shows the calendar below the picture and the description.
  await page.getByRole("grid").scrollIntoViewIfNeeded();
  await take(page, "calendar");
});

test("seats", async ({ page }) => {
  await chooseTime(page, await productOfType(page, showWithSeats));
  await page.getByRole("radio", { name: "Choose your own" }).check();
  const seats = page.getByRole("option", { name: /, available$/ });
  await seats.first().waitFor();
  await seats.first().scrollIntoViewIfNeeded();
  await take(page, "seats");
});

test("cart, checkout, payment, confirmation and ticket", async ({ page, context }) => {
  await fillCart(context);
  await open(page, "/cart", "cart");
  await open(page, "/checkout", "checkout");
  await fillCheckout(page);
  await checkoutButton(page).click();
  await expect(cardDialog(page).getByRole("button", { name: /^Pay / })).not.toHaveAttribute("aria-disabled");
  await cardForm(page).getByLabel("Card number").waitFor();
  await take(page, "payment");
  await placeOrder(context);
  await open(page, "/confirmation", "confirmation");
  await page.getByRole("button", { name: "View Tickets" }).click();
  await page.locator(".ticket").first().scrollIntoViewIfNeeded();
  await take(page, "ticket");
});

test("e-mail", async ({ page }) => {
  await open(
    page,
    pathToFileURL(join(process.env.EMAIL_SAMPLES ?? "", "order-with-tickets.html")).href,
    "email",
  );
});

test("account", async ({ page, context }) => {
  await signInAsNew(context);
  await fillCart(context);
  await placeOrder(context);
  await open(page, "/profile", "account");
});
