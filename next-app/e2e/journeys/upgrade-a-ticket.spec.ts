import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import { buyCart, goToCart, keyboard, pointer } from "../support/buying";
import { ada, fillCartWithPasses, fillHolder, pass } from "../support/passes";
import { placeOrder, post } from "../support/purchase";
import { browserErrors } from "../support/shop";

const select = "/upgrade/select";
const upgrade = (page: Page) => page.getByRole("button", { name: /^Upgrade Selected Tickets/ });
const dated = { product: "park-day", adult: "park-day-adult" } as const;

type Dated = { date: string; capacityLevelId: number };
type Performance = { performanceId: string; selectionIndex: number; capacityLevelId: number };

/** Buys a ticket for the park's next open day; returns its barcode. */
async function boughtTicket(context: BrowserContext): Promise<string> {
  const days = await post<Dated[]>(context, "/performance/product-date", { productIds: [dated.product] });
  const date = days.find(({ capacityLevelId }) => capacityLevelId <= 3)?.date;
  const found = await post<{ value: Performance[] }>(context, "/performance/product-date-performance", {
    productId: dated.product,
    date,
  });
  const performance = found.value.find(({ capacityLevelId }) => capacityLevelId <= 3);
  const items = [
    {
      productId: dated.product,
      productVariantId: dated.adult,
      quantity: 1,
      performances: [{ selectionIndex: 1, performanceId: performance?.performanceId }],
    },
  ];
  const added = await post<{ success: boolean }>(context, "/cart/add", { saleFlowId: 1, items });
  expect(added.success).toBe(true);
  await placeOrder(context);
  const answer = await context.request.get("/api/account/ticket?includePurchasedPasses=false");
  const [ticket] = (await answer.json()) as { barcode: string }[];
  return ticket?.barcode ?? "";
}

test("a day ticket is upgraded to a pass, the cart mentions its credit, and the ticket cannot be upgraded again", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  // Guests may open the page too, because a ticket's barcode is enough to add it.
  await page.goto(select);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Upgrade Your Tickets");
  await signInAsNew(context);
  const barcode = await boughtTicket(context);

  await page.goto("/upgrade/product");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your Upgrade Options");
  await expect(page.getByText("No tickets selected for upgrade")).toBeVisible();
  await page.getByRole("link", { name: "Choose tickets to upgrade" }).click();
  await expect(page).toHaveURL(select);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Upgrade Your Tickets");
  await expectAccessible(page);

  const field = page.getByRole("textbox", { name: /^Barcode/ });
  const add = page.locator("form").getByRole("button", { name: "Add Ticket" });
  await field.fill(" , - ");
  await add.click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/No valid barcodes found/);
  await field.fill("NO-SUCH-CODE");
  await add.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "We couldn't find tickets for these barcodes: NOSUCHCODE. Please check them and try again.",
  );
  await expect(field).toHaveValue("NO-SUCH-CODE");
  await field.fill(barcode.toLowerCase());
  await add.click();
  await expect(page.getByText("Ticket added successfully").first()).toBeVisible();
  const ticket = page.getByRole("checkbox", { name: `Upgrade Park Day Ticket, Adult, ${barcode}` });
  await expect(ticket).toBeChecked();
  await expectAccessible(page);
  await upgrade(page).click();

  await expect(page).toHaveURL("/upgrade/product");
  // For a shopper who leaves before choosing, nothing is in the cart, and the ticket is still selected.
  await page.goto("/cart");
  await expect(page.getByRole("heading", { name: "Your shopping cart is empty" })).toBeVisible();
  await expect(page.getByText("ready yet")).toHaveCount(0);
  await page.goto(select);
  await expect(ticket).toBeChecked();
  await upgrade(page).click();
  await expect(page).toHaveURL("/upgrade/product");
  await expect(page.getByRole("heading", { level: 2 }).filter({ hasText: barcode })).toBeVisible();
  await page.getByRole("button", { name: /^Confirm your choice for/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Selection is required" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("radio", { name: /Gold/ }).check();
  await page.getByRole("button", { name: /^Confirm your choice for/ }).click();
  await page.getByRole("button", { name: "Continue", exact: true }).click();

  await expect(page).toHaveURL("/pass/demographics");
  const holder = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Update/ }) });
  await fillHolder(holder, ada);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await goToCart(page, pointer);
  await expect(page.getByText("Credit for your day ticket")).toBeVisible();
  await expect(await buyCart(page, pointer)).toHaveCount(1);

  // The upgraded ticket cannot be upgraded again.
  await page.goto(select, { waitUntil: "networkidle" });
  await expect(page.getByText("No tickets added yet.")).toBeVisible();
  await field.fill(barcode);
  await add.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(`Already upgraded: ${barcode}`);
  expect(errors).toEqual([]);
});

test("the shopper sees why a ticket cannot be upgraded, and can remove it from the list", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  const items = [{ productId: "harbor-ferry", productVariantId: "harbor-ferry-party", quantity: 1 }];
  await post(context, "/cart/add", { saleFlowId: 1, items });
  await placeOrder(context);
  const [ferry] = (await (await context.request.get("/api/account/ticket")).json()) as { barcode: string }[];
  await post(context, "/upgrade/link-upgrade-ticket", { barcodes: [ferry?.barcode] });
  await page.goto(select, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: /^Not eligible: why Harbor Ferry Party Ticket/ }).click();
  const dialog = page.getByRole("dialog", { name: "Ticket Not Eligible" });
  await expect(dialog).toContainText("There's no upgrade for this ticket or pass.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: /^Remove Harbor Ferry Party Ticket/ }).click();
  await expect(page.getByText("Ticket removed successfully").first()).toBeVisible();
  await expect(page.getByText("No tickets added yet.")).toBeVisible();
});

test("a ticket is added by its barcode and chosen for an upgrade with the keyboard alone", async ({
  page,
  context,
}) => {
  const press = keyboard(page);
  await signInAsNew(context);
  const barcode = await boughtTicket(context);
  await page.goto(select, { waitUntil: "networkidle" });
  const field = page.getByRole("textbox", { name: /^Barcode/ });
  await field.waitFor();
  await press(field);
  await page.keyboard.type(barcode);
  await page.keyboard.press("Enter");
  // A ticket is selected when it is added.
  await expect(page.getByRole("checkbox")).toBeChecked();
  await press(upgrade(page));
  await expect(page).toHaveURL("/upgrade/product");
});

test("a failed call to add or remove a ticket is shown as an error", async ({ page, context }) => {
  await signInAsNew(context);
  const barcode = await boughtTicket(context);
  await page.goto(select, { waitUntil: "networkidle" });
  const alert = page.getByRole("main").getByRole("alert");
  const add = page.locator("form").getByRole("button", { name: "Add Ticket" });
  await page.getByRole("textbox", { name: /^Barcode/ }).fill(barcode);
  await page.route("**/api/upgrade/link-upgrade-ticket", (route) => route.abort());
  await add.click();
  await expect(alert).toContainText("Ticket unable to be added. We couldn't reach the shop.");
  await page.unroute("**/api/upgrade/link-upgrade-ticket");
  await add.click();
  await expect(page.getByText("Ticket added successfully").first()).toBeVisible();
  await expect(alert).toHaveCount(0);

  await page.route("**/api/upgrade/remove-linked-upgrade-ticket", (route) => route.abort());
  const remove = page.getByRole("button", { name: /^Remove Park Day Ticket, Adult/ });
  await remove.click();
  await expect(alert).toContainText("An unexpected error has occurred. We couldn't reach the shop.");
  await page.unroute("**/api/upgrade/remove-linked-upgrade-ticket");
  await remove.click();
  await expect(page.getByText("Ticket removed successfully").first()).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test("passes with incompatible payment plans are reported when an upgrade is chosen", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  const barcode = await boughtTicket(context);
  await fillCartWithPasses(context, pass.gold);
  await post(context, "/cart/add", {
    saleFlowId: 1,
    items: [{ productId: "museum-pass", productVariantId: "museum-pass-adult", quantity: 1 }],
  });
  const linked = await post<{ success: boolean }>(context, "/upgrade/link-upgrade-ticket", {
    barcodes: [barcode],
  });
  expect(linked.success).toBe(true);
  await page.goto(select, { waitUntil: "networkidle" });
  await page.getByRole("checkbox", { name: `Upgrade Park Day Ticket, Adult, ${barcode}` }).check();
  await upgrade(page).click();
  await expect(page).toHaveURL("/upgrade/product");
  await expect(page.getByRole("main")).toContainText(
    "These passes can't be combined in one payment plan. You can pay for them in full.",
  );
  await expectAccessible(page);
});
