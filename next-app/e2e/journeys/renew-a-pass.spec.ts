import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { signIn, signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import { buyCart, goToCart, keyboard, pointer, walkTo } from "../support/buying";
import { withCatalogue } from "../support/catalogue";
import { openShop } from "../support/own-shop";
import {
  ada,
  card,
  field,
  fillCartWithPassesOfAda,
  heading,
  linkedPasses,
  linkPass,
  pass,
  progress,
} from "../support/passes";
import { placeOrder } from "../support/purchase";
import { browserErrors } from "../support/shop";

const notRenewable = "This pass is not available for renewal at this time. Please contact us";
const renewableFrom = "You can renew this pass starting";
const row = (page: Page, number: string) => page.getByRole("row").filter({ hasText: number });
const status = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });
const toast = (page: Page, words: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(words);
const upgrade = (page: Page) => page.getByRole("button", { name: /^Upgrade Selected Passes/ });

/** Buys passes for Ada in a different account; returns their numbers. */
async function boughtBySomebody(context: BrowserContext, count = 1): Promise<string[]> {
  await signInAsNew(context);
  await fillCartWithPassesOfAda(context, pass.gold, count);
  await placeOrder(context);
  return (await linkedPasses(context)).map(({ platformAccountId }) => platformAccountId);
}

test("a pass is linked by its number and postal code, renewed at a lower price, and keeps its passholder", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const errors = browserErrors(page);
  const elsewhere = await browser.newContext({ baseURL });
  const [number = ""] = await boughtBySomebody(elsewhere);
  await elsewhere.close();
  await signInAsNew(context);

  await page.goto("/pass/link", { waitUntil: "networkidle" });
  await expect(page.getByText("No passes are linked to your account yet.")).toBeVisible();
  const form = page.locator("form");
  const add = form.getByRole("button", { name: "Add Pass" });
  await expectAccessible(page);
  await add.click();
  const summary = page.getByRole("alert").filter({ hasText: "Please correct the following:" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("listitem")).toHaveText([
    "Season Pass ID: Season Pass ID is required",
    "ZIP code: Zip Code is required",
  ]);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Where do I find the Pass ID?" }).click();
  const help = page.getByRole("dialog", { name: "Where to find the Pass ID" });
  await expect(help.getByRole("img")).toHaveAccessibleName(/the 16-character Pass ID circled below it/);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Where do I find the Pass ID?" })).toBeFocused();

  const id = form.getByLabel("Season Pass ID");
  const zip = form.getByLabel("ZIP code");
  await id.fill(number.toLowerCase().replace(/(.{4})(?=.)/g, "$1-"));
  await zip.fill("12208");
  await expect(summary).toHaveCount(0);
  await add.click();
  const refused = page.getByRole("alert").filter({ hasText: "We couldn't find a pass with this ID" });
  await expect(refused).toBeFocused();
  await zip.fill(ada["ZIP code"]);
  await add.click();
  await expect(toast(page, "Pass linked successfully").first()).toBeVisible();
  await expect(page.getByRole("alertdialog", { name: "Pass linked successfully" })).toBeVisible();
  await expect(id).toHaveValue("");

  // The pass ends too far in the future to be renewed.
  await expect(row(page, number)).toContainText("Ada Lovelace");
  await expect(row(page, number)).toContainText(renewableFrom);
  await expect(row(page, number).getByRole("checkbox")).toBeDisabled();
  await expect(row(page, number).getByRole("checkbox")).toHaveAttribute("title", notRenewable);
  await expectAccessible(page);
  await upgrade(page).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "No valid passes selected" })).toBeFocused();

  await withCatalogue(async (sell) => {
    sell("promotions.toml", (now) => now.replace("opens_days_before = 60", "opens_days_before = 366"));
    await expect
      .poll(async () => (await linkedPasses(context)).map(({ availableForUpgrade }) => availableForUpgrade))
      .toEqual([true]);
    await page.reload({ waitUntil: "networkidle" });
    await expect(page.getByText(renewableFrom)).toHaveCount(0);
    await row(page, number)
      .getByRole("checkbox", { name: `Renew Ada Lovelace's pass, ${number}` })
      .check();
    await expect(upgrade(page)).toHaveText("Upgrade Selected Passes (1)");
    await upgrade(page).click();

    await expect(page).toHaveURL("/pass/demographics");
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("heading", { level: 2, name: "Renewable Passes" })).toBeVisible();
    const renewal = card(page, `Ada Lovelace (${number})`);
    await expect(renewal.getByText("Completed", { exact: true })).toBeVisible();
    await expect(progress(page)).toHaveText("1 of 1 complete");
    await heading(renewal).click();
    await expect(field(renewal, "First Name")).toBeDisabled();
    await expect(field(renewal, "First Name")).toHaveAccessibleDescription(
      "The name on this pass can't be changed.",
    );
    await expect(field(renewal, "Birth Date")).toBeDisabled();
    await expect(renewal.getByRole("button", { name: "Choose the birth date from a calendar" })).toHaveCount(
      0,
    );
    await expectAccessible(page);
    await field(renewal, "Address 1").fill("9 New Street");
    await expect(progress(page)).toHaveText("1 of 1 complete");
    // Continue saves the changed address.
    await page.getByRole("button", { name: "Continue", exact: true }).click();

    await expect(page).toHaveURL("/pass/products");
    await page.waitForLoadState("networkidle");
    const gold = page.getByRole("radio", { name: /Gold/ });
    await gold.check();
    // The first two amounts are the renewal price and the regular price. The amounts of the payment plan follow.
    const amounts = (await page.locator("label:has(:checked)").textContent())?.match(/\$[\d.]+/g) ?? [];
    const [now = "", regular = ""] = amounts;
    expect(Number(now.slice(1))).toBeLessThan(Number(regular.slice(1)));
    await expect(page.locator("[data-running-total]")).toHaveText(now);
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Confirm your choice for/ }).click();
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await goToCart(page, pointer);
    await expect(page.getByText("For Ada Lovelace")).toBeVisible();
    await expect(page.getByText("Renewal price")).toBeVisible();
    const tickets = await buyCart(page, pointer);
    await expect(tickets).toHaveCount(1);
    await expect(tickets).toContainText("Ada Lovelace");
  });
  // Neither the old pass nor the new one can be renewed now.
  const linked = await linkedPasses(context);
  expect(linked.map(({ availableForUpgrade }) => availableForUpgrade)).toEqual([false, false]);
  expect(errors).toEqual([]);
});

test("a linked pass is removed after confirmation, and focus stays in the list", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({ baseURL });
  const numbers = await boughtBySomebody(elsewhere, 2);
  await elsewhere.close();
  await signInAsNew(context);
  for (const number of numbers) await linkPass(context, number);
  const [first = "", second = ""] = numbers;

  await page.goto("/pass/link", { waitUntil: "networkidle" });
  const press = keyboard(page);
  const removeButton = (number: string) =>
    page.getByRole("button", { name: `Remove Ada Lovelace's pass, ${number}, from this list` });
  const question = page.getByRole("alertdialog", { name: "Remove this pass from your list?" });
  await press(removeButton(first));
  await expect(question.getByRole("button", { name: "Keep it" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(removeButton(first)).toBeFocused();
  await page.keyboard.press("Enter");
  await press(question.getByRole("button", { name: "Remove", exact: true }));
  await expect(toast(page, "Pass removed successfully").first()).toBeVisible();
  await expect(row(page, first)).toHaveCount(0);
  await expect(removeButton(second)).toBeFocused();
  // The heading of the card that adds another pass is a button that opens the card.
  await walkTo(page, page.getByRole("heading", { level: 2, name: "Add Pass" }).getByRole("button"));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Season Pass ID")).toBeVisible();
  await press(page.getByRole("link", { name: "Return to Account" }));
  await expect(page).toHaveURL("/profile");
});

test("a failure to load the linked passes is reported, and loading can be retried", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  let fails = true;
  await page.route("**/api/account/linked-pass-details", (route) =>
    fails ? route.fulfill({ status: 503, json: { success: false, message: "Away." } }) : route.continue(),
  );
  await page.goto("/pass/link");
  const alert = page.getByRole("alert").filter({ hasText: "Error loading linked passes" });
  await expect(alert).toBeVisible();
  fails = false;
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toHaveCount(0);
});

test("a failed call to add or remove a pass is shown as an error", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({ baseURL });
  const [number = ""] = await boughtBySomebody(elsewhere);
  await elsewhere.close();
  await signInAsNew(context);
  await page.goto("/pass/link", { waitUntil: "networkidle" });
  const form = page.locator("form");
  const add = form.getByRole("button", { name: "Add Pass" });
  await form.getByLabel("Season Pass ID").fill(number);
  await form.getByLabel("ZIP code").fill(ada["ZIP code"]);
  await page.route("**/api/account/link-pass", (route) => route.abort());
  await add.click();
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Pass unable to be added. We couldn't reach the shop.");
  await page.unroute("**/api/account/link-pass");
  await add.click();
  await expect(toast(page, "Pass linked successfully").first()).toBeVisible();
  await expect(alert).toHaveCount(0);

  await page.route("**/api/account/unlink-pass", (route) => route.abort());
  await row(page, number)
    .getByRole("button", { name: /^Remove .*pass,/ })
    .click();
  const question = page.getByRole("alertdialog", { name: "Remove this pass from your list?" });
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(alert).toContainText("Pass unable to be removed. We couldn't reach the shop.");
  await expect(row(page, number)).toHaveCount(1);
});

test("the page polls while an order of passes is completing, and then reloads the list", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  let processing = true;
  const message = "We're completing your latest order.";
  await page.route("**/api/account/background-update-status", (route) =>
    route.fulfill({ json: processing ? { updateProcessing: true, message } : { updateProcessing: false } }),
  );
  let lists = 0;
  let polls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/linked-pass-details")) lists++;
    if (request.url().endsWith("/background-update-status")) polls++;
  });
  await page.clock.install();
  await page.goto("/pass/link", { waitUntil: "networkidle" });
  await expect(status(page, message)).toBeVisible();
  const read = lists;
  processing = false;
  await page.clock.runFor(3_000);
  await expect(status(page, message)).toHaveCount(0);
  await expect.poll(() => lists).toBe(read + 1);
  const before = polls;
  await page.clock.runFor(30_000);
  expect(polls).toBe(before);
});

/** A free pass with the ids of the demo's pass, and its renewal. */
const freePass = `
[[product]]
id = "${pass.product}"
site = "park"
name = "Season Pass"
short_description = "A year."

[[product.variant]]
id = "${pass.gold}"
name = "Adult"
price = "0.00"
pass = 1
valid = { days = 365 }

[[renewal]]
id = "renewal"
name = "Renewal"
held = ["${pass.gold}"]
products = ["${pass.product}"]
percent_off = 10
opens_days_before = 60
closes_days_after = 30
`;

test("passholder details unconfirmed for more than a year must be confirmed again", async ({ browser }) => {
  // The clock of the shared test shop must not move by more than a year.
  const shop = await openShop(freePass);
  const context = await browser.newContext({ baseURL: shop.url });
  try {
    const email = await signInAsNew(context);
    await fillCartWithPassesOfAda(context, pass.gold);
    await placeOrder(context);
    shop.passes(366 * 24 * 60 + 1);
    await context.clearCookies();
    await signIn(context, email);

    const page = await context.newPage();
    await page.goto("/pass/link", { waitUntil: "networkidle" });
    await page.getByRole("checkbox", { name: /^Renew Ada Lovelace's pass/ }).check();
    await upgrade(page).click();
    await expect(page).toHaveURL("/pass/demographics");
    await page.waitForLoadState("networkidle");
    const renewal = card(page, /^Ada Lovelace/);
    const pill = renewal.locator("[data-status]");
    await expect(pill).toHaveText("Not Confirmed in 12+ Months");
    await expect(pill.locator("svg")).toBeVisible();
    await expect(renewal).toContainText(
      "Check that these details are still correct, then press Update or Continue.",
    );
    await expect(progress(page)).toHaveText("0 of 1 complete");
    await expectAccessible(page);
    const goOn = page.getByRole("button", { name: "Continue", exact: true });
    // The details are confirmed only if the shopper can see them: Continue opens a closed card.
    await heading(renewal).click();
    await goOn.press("Enter");
    const summary = page
      .getByRole("alert")
      .filter({ hasText: "Please complete the details for these passes first" });
    await expect(summary.getByRole("listitem")).toHaveText("Ada Lovelace: Not Confirmed in 12+ Months");
    await expect(summary).toBeFocused();
    await expect(heading(renewal)).toHaveAttribute("aria-expanded", "true");
    await goOn.press("Enter");
    await expect(page).toHaveURL("/pass/products");
  } finally {
    await context.close();
    await shop.stop();
  }
});
