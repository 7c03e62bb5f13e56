import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { linkIn } from "../support/emails";
import { midway, type OwnShop, openShop } from "../support/own-shop";
import { placeOrder, post } from "../support/purchase";
import { browserErrors } from "../support/shop";

const tours = `
[[product]]
id = "tour"
site = "park"
name = "Garden tour"
category = "Visit"
short_description = "An hour outdoors."
selection = [{ shows = ["tour"] }]
variant = [{ id = "tour-adult", name = "Adult", price = "12.00", max_quantity = 10 }]

[[show]]
id = "tour"
site = "park"
name = "Tour"
type = 4

[[schedule]]
id = "tours"
show = "tour"
capacity = 40
slot = [{ time = "10:00" }]
`;

let shop: OwnShop;
test.beforeAll(async () => {
  shop = await openShop(tours);
});
test.afterAll(() => shop.stop());

/** Runs a command about the shop, as the operator does. */
const command = (...words: string[]): string =>
  execFileSync(midway, words, {
    encoding: "utf8",
    env: {
      ...process.env,
      MIDWAY_DATA: shop.folder,
      MIDWAY_CLOCK: join(shop.folder, "clock"),
      DATABASE_URL: "",
      REDIS_URL: "",
    },
  });

async function days(context: BrowserContext): Promise<string[]> {
  const dates = await post<{ date: string }[]>(context, "/performance/product-date", {
    productIds: ["tour"],
  });
  return dates.map(({ date }) => date);
}

const performance = (day: string) => `tours.${day.replaceAll("-", "")}.1000`;

async function add(context: BrowserContext, day: string) {
  const performances = [{ performanceId: performance(day), selectionIndex: 1 }];
  const items = [{ productId: "tour", productVariantId: "tour-adult", quantity: 1, performances }];
  const added = await post<{ success: boolean }>(context, "/cart/add", { saleFlowId: 1, items });
  expect(added.success).toBe(true);
}

/** Takes the tours of one more day out of the catalogue. */
function close(day: string) {
  const catalog = join(shop.folder, "catalog", "shop.toml");
  closed.push(day);
  const schedule = `capacity = 40\nclosed = [${closed.join(", ")}]`;
  writeFileSync(
    catalog,
    readFileSync(catalog, "utf8").replace(/capacity = 40(\nclosed = \[.*\])?/, schedule),
  );
  command("import", join(shop.folder, "catalog"), "--withdraw");
}
const closed: string[] = [];

function dayBefore(day: string): string {
  const before = new Date(`${day}T12:00:00Z`);
  before.setUTCDate(before.getUTCDate() - 1);
  return before.toISOString().slice(0, 10);
}

/** The link of an e-mail to the buyer of an order. Waits until the e-mail is sent. */
async function linkOf(kind: "choice" | "moved", orderId: string): Promise<string> {
  const mails = join(shop.folder, "mail");
  const find = () =>
    existsSync(mails) ? readdirSync(mails).find((name) => name.startsWith(`${kind}-${orderId}`)) : undefined;
  await expect.poll(find).toBeDefined();
  return linkIn(readFileSync(join(mails, find() ?? ""), "utf8"));
}

/** Opens an order by the link of the e-mail, in a browser that has not bought it. */
async function open(page: Page, kind: "choice" | "moved", orderId: string) {
  await page.goto(await linkOf(kind, orderId));
  await page.getByRole("textbox", { name: "Phone" }).fill("4015550142");
  await page.getByRole("button", { name: "Continue" }).click();
}

const choice = (page: Page) => page.getByRole("region", { name: "Please choose" });
const actions = (page: Page) => page.getByRole("navigation", { name: "Tickets and printing" });

test("buyers of a tour that does not take place choose another day or their money, in the way of the e-mail", async ({
  browser,
}) => {
  const buyers = await Promise.all([1, 2].map(() => browser.newContext({ baseURL: shop.url })));
  const [first, second] = buyers as [BrowserContext, BrowserContext];
  const [, , day = "", later = ""] = await days(first);
  const orders: { orderId: string; invoiceNumber: string }[] = [];
  for (const context of [first, second]) {
    await add(context, day);
    orders.push(await placeOrder(context));
  }
  close(day);
  const told = command("cancel-performance", performance(day), "--choose-until", dayBefore(day));
  expect(told).toContain("2 buyers were asked to choose until");

  // One chooses another day.
  const reader = await browser.newContext({ baseURL: shop.url });
  const page = await reader.newPage();
  const errors = browserErrors(page);
  await open(page, "choice", orders[0]?.orderId ?? "");
  await expect(choice(page)).toContainText("You can choose other tickets or a refund until");
  await expectAccessible(page);
  await actions(page).getByRole("button", { name: "Change date, time, or seats" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Which tickets would you like to change?" });
  await dialog.getByRole("checkbox").press("Space");
  await dialog.getByRole("button", { name: "Choose new tickets" }).press("Enter");
  await expect(page.getByText(/^You're exchanging \d/)).toBeVisible();
  await add(reader, later);
  await placeOrder(reader);
  await page.goto("/confirmation");
  await expect(page.getByText(`Exchanged tickets from order ${orders[0]?.invoiceNumber}`)).toBeVisible();

  // The other one wants the money.
  await open(page, "choice", orders[1]?.orderId ?? "");
  await actions(page).getByRole("button", { name: "Cancel tickets" }).click();
  const cancel = page.getByRole("dialog", { name: "What would you like to cancel?" });
  await cancel.getByRole("checkbox").check();
  await cancel.getByRole("button", { name: "Cancel and get $12.00 back" }).click();
  await expect(page.getByRole("region", { name: "Refunds and exchanges" })).toContainText("$12.00");
  await expect(page.getByText("You can choose other tickets or a refund until")).toHaveCount(0);
  expect(command("doctor")).toContain("0 findings");
  expect(errors).toEqual([]);
});

test("buyers of a tour that is moved see the new date in the way of the e-mail, and may take their money", async ({
  browser,
}) => {
  const buyers = await Promise.all([1, 2].map(() => browser.newContext({ baseURL: shop.url })));
  const [first, second] = buyers as [BrowserContext, BrowserContext];
  const [, , , , day = "", later = ""] = await days(first);
  const orders: { orderId: string }[] = [];
  for (const context of [first, second]) {
    await add(context, day);
    orders.push(await placeOrder(context));
  }
  close(day);
  const move = ["move-performance", performance(day), performance(later)];
  expect(command(...move, "--dry-run")).toContain("2 orders would be moved; nothing was changed");
  expect(command(...move, "--choose-until", dayBefore(day))).toContain("2 orders were moved, 0 were not");

  // One comes on the new date.
  const reader = await browser.newContext({ baseURL: shop.url });
  const page = await reader.newPage();
  const errors = browserErrors(page);
  const inWords = (of: string) =>
    new Date(`${of}T12:00:00Z`).toLocaleDateString("en-US", { dateStyle: "full", timeZone: "UTC" });
  await open(page, "moved", orders[0]?.orderId ?? "");
  await expect(choice(page)).toContainText(
    `${inWords(day)}, 10:00 AM. New time: ${inWords(later)}, 10:00 AM.`,
  );
  await expectAccessible(page);
  await expect(actions(page).getByRole("button", { name: "Change date, time, or seats" })).toBeVisible();

  // The other one wants the money.
  await open(page, "moved", orders[1]?.orderId ?? "");
  await actions(page).getByRole("button", { name: "Cancel tickets" }).click();
  const cancel = page.getByRole("dialog", { name: "What would you like to cancel?" });
  await cancel.getByRole("checkbox").check();
  await cancel.getByRole("button", { name: "Cancel and get $12.00 back" }).click();
  await expect(page.getByRole("region", { name: "Refunds and exchanges" })).toContainText("$12.00");
  await expect(page.getByText("New time:")).toHaveCount(0);
  expect(command("doctor")).toContain("0 findings");
  expect(errors).toEqual([]);
});
