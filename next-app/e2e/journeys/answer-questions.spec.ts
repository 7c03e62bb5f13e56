import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { cards, checkoutButton, expectOrder, fillDetails, payButton, typeCard } from "../support/buying";
import { type OwnShop, openShop } from "../support/own-shop";
import { post, readCart } from "../support/purchase";
import { browserErrors } from "../support/shop";

const workshop = `
[[product]]
id = "workshop"
site = "park"
name = "Workshop"
short_description = "Blow your own glass."
variant = [{ id = "seat", name = "Place", price = "12.00" }]

[[question]]
id = "name"
label = "Name on the badge"
help = "As it should be printed."
kind = "text"
required = true
ask = "ticket"
products = ["workshop"]
max_length = 20
print = true

[[question]]
id = "size"
label = "Apron size"
kind = "choice"
choices = ["Small", "Large"]
ask = "ticket"

[[question]]
id = "diet"
label = "Dietary needs"
kind = "several"
choices = ["Vegan", "Other"]

[[question]]
id = "other"
label = "Which ones?"
kind = "long_text"
required = true
only_if = { question = "diet", answer = "Other" }

[[question]]
id = "children"
label = "How many children come along?"
kind = "number"
min = 0
max = 5

[[question]]
id = "born"
label = "Date of birth"
kind = "date"
latest = 2010-12-31

[[question]]
id = "rules"
label = "I have read the safety rules."
kind = "consent"
required = true
terms = "<p>Wear closed shoes.</p>"
`;

let shop: OwnShop;
test.beforeAll(async () => {
  shop = await openShop(workshop);
});
test.afterAll(() => shop.stop());

const ticket = (page: Page, number: number) => page.getByRole("group", { name: `Ticket ${number}: Place` });
const badge = (page: Page, number: number) => ticket(page, number).getByLabel("Name on the badge");
const terms = (page: Page) => page.getByLabel("I have read the safety rules.");

async function addPlaces(page: Page, quantity: number): Promise<void> {
  const items = [{ productId: "workshop", productVariantId: "seat", quantity }];
  await post(page.context(), "/cart/add", { saleFlowId: 1, items });
}

test("the operator's questions are answered at checkout, kept over a reload, and shown with the order", {
  tag: "@both",
}, async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  const errors = browserErrors(page);
  await addPlaces(page, 2);
  await page.goto("/checkout", { waitUntil: "networkidle" });
  await fillDetails(page);

  await checkoutButton(page).press("Enter");
  const summary = page.getByRole("alert").filter({ hasText: "Name on the badge" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("listitem")).toHaveText([
    "Ticket 1: Place: Name on the badge: Enter an answer",
    "Ticket 2: Place: Name on the badge: Enter an answer",
    "I have read the safety rules: Check the box to continue",
  ]);
  await summary.getByRole("link").first().click();
  await expect(badge(page, 1)).toBeFocused();
  await expectAccessible(page);

  await badge(page, 1).fill("Ada <b>");
  await badge(page, 2).fill("A name that is much too long");
  await ticket(page, 2).getByLabel("Large").check();
  await expect(page.getByLabel("Which ones?")).toHaveCount(0);
  await page.getByLabel("Other").check();
  await page.getByLabel("Which ones?").fill("No nuts\nand no milk");
  await page.getByLabel("How many children come along?").fill("6");
  await page.getByLabel("Date of birth").fill("2000-02-29");
  await page.getByText("Read the terms").click();
  await expect(page.getByText("Wear closed shoes.")).toBeVisible();
  await terms(page).check();
  await expect(badge(page, 2)).toHaveAccessibleDescription(/Use 20 characters or fewer/);
  const children = page.getByLabel("How many children come along?");
  await expect(children).toHaveAccessibleDescription(/Enter a whole number from 0 to 5/);
  await badge(page, 2).fill("Grace");
  await children.fill("2");
  await children.blur();

  await page.reload({ waitUntil: "networkidle" });
  await expect(badge(page, 1)).toHaveValue("Ada <b>");
  await expect(page.getByLabel("Which ones?")).toHaveValue("No nuts\nand no milk");
  await expect(ticket(page, 2).getByLabel("Large")).toBeChecked();
  await expect(terms(page)).toBeChecked();

  // Only the new ticket still needs an answer.
  const [line] = (await readCart(context)).itemGroups.flatMap(({ items }) => items);
  await post(context, "/cart/modify", { items: [{ id: line?.id, quantity: 3 }] });
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByRole("link", { name: "Ticket 3: Place: Name on the badge" })).toBeVisible();
  await badge(page, 3).fill("Edith");

  await checkoutButton(page).click();
  await typeCard(page, cards.works);
  await payButton(page).click();
  await expectOrder(page);
  const answers = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Your answers" }) });
  await expect(answers).toContainText("Ada <b>");
  await expect(answers.getByRole("heading", { level: 3 })).toHaveText([
    "Workshop, Ticket 1: Place",
    "Workshop, Ticket 2: Place",
    "Workshop, Ticket 3: Place",
    "About your order",
  ]);
  await expect(answers).toContainText("February 29, 2000");
  await expectAccessible(page);
  await page.getByRole("button", { name: "View Tickets" }).click();
  await expect(page.locator("article.ticket").first()).toContainText("Ada <b>");
  expect(errors).toEqual([]);
  await context.close();
});
