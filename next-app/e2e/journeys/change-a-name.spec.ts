import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { cards, checkoutButton, expectOrder, fillDetails, payButton, typeCard } from "../support/buying";
import { linkIn } from "../support/emails";
import { type OwnShop, openShop } from "../support/own-shop";
import { post } from "../support/purchase";
import { browserErrors } from "../support/shop";

/** The name of a ticket's holder: entered at the checkout, and changed on the page of the order. */

const talks = `
[[show]]
id = "talk"
site = "park"
name = "Evening talk"
type = 4

[[schedule]]
id = "talks"
show = "talk"
capacity = 20
slot = [{ time = "19:00" }]

[[product]]
id = "talk"
site = "park"
name = "Evening talk"
short_description = "About old trees."
selection = [{ shows = ["talk"] }]
variant = [{ id = "seat", name = "Place", price = "12.00" }]

[[question]]
id = "holder"
label = "Name on the ticket"
kind = "text"
required = true
ask = "ticket"
products = ["talk"]
max_length = 20
holder_name = { change_until = { days = 1 } }
`;

let shop: OwnShop;
test.beforeAll(async () => {
  shop = await openShop(talks);
});
test.afterAll(() => shop.stop());

/** The link of the only confirmation that the shop has sent. Waits until it is sent. */
async function linkToOrder(): Promise<string> {
  const mails = join(shop.folder, "mail");
  const find = () =>
    existsSync(mails) ? readdirSync(mails).find((name) => name.startsWith("order-")) : undefined;
  await expect.poll(find).toBeDefined();
  return linkIn(readFileSync(join(mails, find() ?? ""), "utf8"));
}

const section = (page: Page) => page.getByRole("region", { name: "Send or replace tickets" });

test("a guest changes the name on a ticket, which gets a fresh code", { tag: "@both" }, async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  const errors = browserErrors(page);
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "");
  const performances = [{ selectionIndex: 1, performanceId: `talks.${day}.1900` }];
  const items = [{ productId: "talk", productVariantId: "seat", quantity: 2, performances }];
  await post(context, "/cart/add", { saleFlowId: 1, items });
  await page.goto("/checkout", { waitUntil: "networkidle" });
  await fillDetails(page);
  const names = page.getByLabel("Name on the ticket");
  await names.nth(0).fill("Ada");
  await names.nth(1).fill("Grace");
  await checkoutButton(page).click();
  await typeCard(page, cards.works);
  await payButton(page).click();
  await expectOrder(page);
  await page.goto(await linkToOrder());

  const all = section(page);
  await all.getByRole("button", { name: "Choose a ticket" }).click();
  await expect(all.getByText("Name on the ticket: Ada")).toBeVisible();
  await all
    .getByRole("button", { name: /^Change name:/ })
    .first()
    .press("Enter");
  const name = all.getByLabel("Name on the ticket");
  await expect(name).toBeFocused();
  await name.fill("A name that is much too long");
  await all.getByRole("button", { name: "Change name now" }).click();
  await expect(all.getByText("Use 20 characters or fewer").first()).toBeVisible();
  await expectAccessible(page);
  await name.fill("Edith");
  await name.press("Enter");
  await expect(
    all.getByText("The name on the ticket is now Edith, and the ticket has a new code."),
  ).toBeVisible();
  await expect(all.getByText("Name on the ticket: Edith")).toBeVisible();
  await expectAccessible(page);
  const tickets = page.locator("article.ticket");
  await page.getByRole("button", { name: "View Tickets" }).click();
  await expect(tickets.filter({ hasText: "Edith" })).toHaveCount(1);
  await expect(tickets.filter({ hasText: "Ada" })).toHaveCount(0);
  expect(errors).toEqual([]);
  await context.close();
});
