import { expect, type Page, test } from "@playwright/test";
import { header, registered, signIn } from "../support/account";
import { expectAccessible } from "../support/axe";
import { buyCart, goToCart, keyboard, openTimes, pointer, select, walkTo } from "../support/buying";
import { withCatalogue } from "../support/catalogue";
import { verificationLinkFor } from "../support/emails";
import { addParkTickets, fillCart, fillCartWithGoods } from "../support/purchase";
import { browserErrors } from "../support/shop";

const winter = "/product/multi/tag/winter";
const college = "/product/multi/verified/tag/college";
const promotion = "/product/multi/promo";
const addOns = "/product/multi/add-on/non-pass";

const dialog = (page: Page) => page.getByRole("dialog");
const continueLinks = (page: Page) => page.getByRole("main").getByRole("link", { name: "Continue" });
const code = (page: Page) => page.getByLabel("Promotion Code", { exact: true });

test("a promotion code shows the products that it applies to, and one ticket is bought at the reduced price", async ({
  page,
}) => {
  const errors = browserErrors(page);
  await page.goto("/");
  await page.getByRole("link", { name: "Have a promotion code?" }).click();
  await expect(page).toHaveURL(promotion);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Promotion Code");

  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(code(page)).toBeFocused();
  await expect(code(page)).toHaveAccessibleDescription("Enter your code.");

  await code(page).fill("NO-SUCH-CODE");
  await code(page).press("Enter");
  await expect(page.getByText("Sorry, this promotion code isn't valid.")).toBeVisible();
  await expect(code(page)).toHaveValue("NO-SUCH-CODE");
  await expect(page).toHaveURL(promotion);

  await code(page).fill("ferry10");
  await code(page).press("Enter");
  await expect(page).toHaveURL(`${promotion}/ferry10`);
  const senior = page.getByRole("listitem").filter({ hasText: /^Senior/ });
  await expect(senior).toContainText("$35.70");
  await select(page, page.getByRole("button", { name: "Select Senior, Park Day Ticket" }), pointer);
  await expect(senior).toContainText("In cart: 1");

  await continueLinks(page).first().click();
  await goToCart(page, pointer);
  await expect(page.locator("[data-line]").getByText("Ferry riders, code FERRY10")).toBeVisible();
  await page.getByRole("link", { name: "Add more items" }).first().click();
  await expect(page).toHaveURL(`${promotion}/ferry10`);
  await page.goto("/cart");
  await expect(await buyCart(page, pointer)).toHaveCount(1);
  expect(errors).toEqual([]);
});

test("a promotion code is typed and a ticket is bought with it, with the keyboard alone", async ({
  page,
}) => {
  const press = keyboard(page);
  await page.goto(promotion);
  await walkTo(page, code(page));
  await page.keyboard.type("FERRY10");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${promotion}/FERRY10`);
  await select(page, page.getByRole("button", { name: "Select Senior, Park Day Ticket" }), press);
  await press(continueLinks(page).first());
  await goToCart(page, press);
  await expect(page.locator("[data-line]").getByText("Ferry riders, code FERRY10")).toBeVisible();
  await expect(await buyCart(page, press)).toHaveCount(1);
});

test("a wrong promotion code in a link is kept in the field to be corrected", async ({ page }) => {
  await page.goto(`${promotion}/FERRY1O`);
  await expect(page.getByText("Sorry, this promotion code isn't valid.")).toBeVisible();
  await expect(code(page)).toHaveValue("FERRY1O");
});

for (const [hand, handOf] of [
  ["a pointer", () => pointer],
  ["the keyboard alone", keyboard],
] as const) {
  test(`for a park ticket in the cart, cross-sells are offered, and one is added in its dialog and bought with ${hand}`, async ({
    page,
    context,
  }) => {
    const press = handOf(page);
    await fillCart(context);
    await page.goto(addOns);
    const headings = page.getByRole("heading", { level: 2 });
    await expect(headings.nth(0)).toHaveText("Goes with your visit");
    await expect(headings.nth(1)).toHaveText("Special price with your order");
    await expect(headings.nth(2)).toHaveText("You may also like");
    await expect(page.getByText("You can continue without add-ons.")).toBeVisible();
    const names = await page.getByRole("heading", { level: 3 }).allTextContents();
    expect(new Set(names).size).toBe(names.length);

    const photo = page.getByRole("button", { name: /^Select .*Photo Pass$/ });
    await select(page, photo, press);
    const row = page.getByRole("listitem").filter({ has: photo }).last();
    await expect(row).toContainText("In cart: 1");
    await press(continueLinks(page).last());
    await expect(page).toHaveURL("/cart");
    await expect(page.getByText("Photo with your park ticket").first()).toBeVisible();
    const tickets = await buyCart(page, press);
    await expect(tickets.filter({ hasText: "Photo Pass" })).toHaveCount(1);
  });
}

test("Escape does not close a product dialog, and its Close button returns focus", async ({
  page,
  context,
}) => {
  await fillCart(context);
  await page.goto(addOns, { waitUntil: "networkidle" });
  const button = page.getByRole("button", { name: /^Select / }).first();
  await button.click();
  await dialog(page).getByRole("button", { name: "Add to Cart" }).waitFor();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Close", exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("what the cart suggests follows what is in it", async ({ page, context }) => {
  await fillCartWithGoods(context);
  await addParkTickets(context, { "park-day-adult": 1 });
  await page.goto("/cart", { waitUntil: "networkidle" });
  const suggested = page.getByRole("heading", { name: "Special price with your order" });
  await expect(suggested).toBeVisible();
  await page.getByRole("button", { name: /^Remove .*Park Day Ticket/ }).click();
  await expect(page.getByText(/^Removed from your cart: /).first()).toBeVisible();
  await expect(suggested).toHaveCount(0);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(suggested).toBeVisible();
});

test("the add-on page is skipped when the shop offers no add-on for the cart", async ({ page }) => {
  await page.goto(addOns);
  await expect(page).toHaveURL("/cart");
  await page.goto("/product/multi/add-on/pass");
  await expect(page).toHaveURL("/cart");
});

test("a tag page sells its products at the tag's prices", async ({ page }) => {
  await page.goto(winter, { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Winter weekends by the harbor");
  // On phones the bar at the bottom has the only one.
  const isPhone = (page.viewportSize()?.width ?? 0) < 1024;
  await expect(continueLinks(page)).toHaveText(isPhone ? ["Continue"] : ["Continue", "Continue"]);
  const adult = page
    .getByRole("listitem")
    .filter({ hasText: /^Adult/ })
    .first();
  await expect(adult).toContainText("was $");
  await select(page, adult.getByRole("button"), pointer);
  await expect(adult).toContainText("In cart: 1");
  await continueLinks(page).last().click();
  await goToCart(page, pointer);
  await expect(page.getByText("Winter weekends").first()).toBeVisible();
});

test("the page of an unknown tag returns 404", async ({ request }) => {
  for (const path of ["/product/multi/tag/no-such-tag", "/product/multi/verified/tag/no-such-tag"]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test("the page of a tag without products on sale says that nothing is available and links to the home page", async ({
  page,
}) => {
  const path = "/product/multi/tag/gifts-of-yesterday";
  await withCatalogue(async (sell) => {
    sell("venues/4-guide.toml", (guide) =>
      guide.replace(
        /^tags = .*$/m,
        'tags = ["shop", "add-on", "gifts-of-yesterday"]\non_sale_until = 2026-01-01T10:00:00',
      ),
    );
    await expect.poll(async () => (await page.request.get(path)).status()).toBe(200);
    await page.goto(path);
    await expect(page.getByText("Nothing is available here right now")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "See what you can buy" }).click();
    await expect(page).toHaveURL("/");
  });
});

test("a verified offer opens only after sign-in with a verified e-mail address", async ({
  page,
  context,
}) => {
  await page.goto(college);
  await expect(page).toHaveURL(`/authenticate/smart-login?ReturnUrl=${encodeURIComponent(college)}`);
  // Loading the page also starts a session. The test continues with that session.
  await page.waitForLoadState("networkidle");

  const email = await registered(context, `ada-${Date.now()}@ellery-college.example`);
  await signIn(context, email);
  await page.goto(college);
  await expect(header(page)).toContainText("Ada");
  await expect(page.getByText(/confirmed email address at ellery-college\.example/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Confirm your email address" }).click();
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText(/^We've emailed you a link\./)).toBeVisible();

  await page.goto(await verificationLinkFor(email));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Email address confirmed");
  await expectAccessible(page);
  await page.getByRole("link", { name: "See what you can buy" }).click();
  await page.getByRole("link", { name: "For Ellery College", exact: true }).click();
  await expect(page).toHaveURL(college);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("For Ellery College");
  const button = page.getByRole("button", { name: /^Select / }).first();
  await select(page, button, pointer);
  await continueLinks(page).first().click();
  await goToCart(page, pointer);
  await expect(page.getByText("Ellery College").first()).toBeVisible();
});

test("an advance sale opens with a promotion code before the public sale", async ({ page }) => {
  await page.goto("/product/single/advance/storm-glass", { waitUntil: "networkidle" });
  await expect(
    page
      .getByText(/^On sale starting /)
      .or(page.getByText(/On sale starting /))
      .first(),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Add to Cart" })).toHaveCount(0);
  const field = page.getByLabel("Presale code");
  await field.fill("STORMGLAS");
  await field.press("Enter");
  await expect(page.getByText("Sorry, this promotion code isn't valid.")).toBeVisible();
  await expect(field).toHaveValue("STORMGLAS");
  await field.fill("STORMGLASS");
  await field.press("Enter");
  await expect(page).toHaveURL("/product/single/advance/storm-glass?promotionCode=STORMGLASS");
  await pointer(page.getByRole("button", { name: /^Next available/ }));
  const more = page.getByRole("button", { name: /^Increase / }).first();
  const times = openTimes(page);
  await times.or(more).first().waitFor();
  if (await times.count()) await pointer(times.first());
  await more.waitFor();
  if ((await page.getByRole("spinbutton").first().inputValue()) === "0") await pointer(more);
  await pointer(page.getByRole("button", { name: "Add to Cart" }));
  await goToCart(page, pointer);
  await expect((await buyCart(page, pointer)).filter({ hasText: "Storm Glass" })).toHaveCount(1);
});

test("product lists, their dialog and the page for an unknown code are accessible", async ({
  page,
  context,
}) => {
  await page.goto(winter, { waitUntil: "networkidle" });
  await expectAccessible(page);
  await page
    .getByRole("button", { name: /^Select / })
    .first()
    .click();
  await dialog(page).getByRole("button", { name: "Add to Cart" }).waitFor();
  await expectAccessible(page);

  await page.goto(`${promotion}/NO-SUCH-CODE`);
  await expectAccessible(page);

  await fillCart(context);
  await page.goto(addOns, { waitUntil: "networkidle" });
  await expectAccessible(page);
});
