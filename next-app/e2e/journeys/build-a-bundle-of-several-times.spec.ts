import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { cards, checkoutButton, fillDetails, payButton, typeCard } from "../support/buying";
import { type OwnShop, openShop } from "../support/own-shop";
import { browserErrors } from "../support/shop";

/**
 * A bundle of an evening and a nightcap. The evening is a dinner, a play at least two hours later, and a concert. The
 * play and the concert are in halls with numbered seats.
 */
const rows = (hall: string, section: string) =>
  [1, 2, 3, 4]
    .map(
      (nth) =>
        `[[seat]]\nhall = "${hall}"\nsection = "${section}"\nrow = "A"\nseat = "${nth}"\nx = ${100 + 60 * nth}\ny = 200\n`,
    )
    .join("\n");

const evening = `
[[hall]]
id = "lantern"
size = [500, 400]
section = [{ id = "stalls", name = "Stalls" }]

[[hall]]
id = "cellar"
size = [500, 400]
section = [{ id = "tables", name = "Tables" }]

${rows("lantern", "stalls")}
${rows("cellar", "tables")}

[[show]]
id = "dinner"
site = "park"
name = "Dinner"
type = 4

[[schedule]]
id = "dinners"
show = "dinner"
capacity = 20
slot = [{ time = "17:00" }, { time = "18:00" }]

[[show]]
id = "play"
site = "park"
name = "The Play"
type = 3
hall = "lantern"

[[schedule]]
id = "plays"
show = "play"
slot = [{ time = "19:00" }, { time = "20:00" }, { time = "21:00" }]

[[show]]
id = "concert"
site = "park"
name = "The Late Concert"
type = 3
hall = "cellar"

[[schedule]]
id = "concerts"
show = "concert"
slot = [{ time = "22:30" }]

[[show]]
id = "nightcap"
site = "park"
name = "Nightcap"
type = 4

[[schedule]]
id = "nightcaps"
show = "nightcap"
capacity = 20
slot = [{ time = "22:45" }, { time = "23:30" }]

[[product]]
id = "evening"
site = "park"
name = "An Evening"
short_description = "Dinner, a play and a concert."
selection = [
    { shows = ["dinner"], prompt = "Choose your dinner" },
    { shows = ["play"], prompt = "Choose your play", delay = { after = "previous", minutes = 120 } },
    { shows = ["concert"] },
]
variant = [{ id = "guest", name = "Guest", price = "90.00", sections = ["stalls", "tables"] }]

[[price_calendar]]
product = "evening"
rule = [{ until_time = "18:00", prices = { guest = "80.00" } }]

[[product]]
id = "nightcap"
site = "park"
name = "Nightcap"
short_description = "On the terrace."
selection = [{ shows = ["nightcap"] }]
variant = [{ id = "glass", name = "Glass", price = "10.00" }]

[[bundle]]
id = "night-out"
site = "park"
name = "A Night Out"
category = "Together"
short_description = "An evening, and a glass on the terrace."

[[bundle.step]]
id = "evening"
label = "Your evening"
min_quantity = 1
max_quantity = 4
variant = [{ variant = "guest", percent_off = 10 }]

[[bundle.step]]
id = "after"
label = "Afterwards"
min_quantity = 0
max_quantity = 4
delay = { after = "evening", minutes = 30 }
variant = [{ variant = "glass" }]
`;

let shop: OwnShop;
test.beforeAll(async () => {
  shop = await openShop(evening);
});
test.afterAll(() => shop.stop());

const stepOf = (page: Page, number: number): Locator =>
  page
    .getByRole("list", { name: "Steps" })
    .locator(":scope > li")
    .nth(number - 1);
const stateOf = (page: Page, number: number) => stepOf(page, number).locator("[data-step-state]");
const times = (page: Page, name: string) => page.getByRole("group", { name }).getByRole("button");
const addButton = (page: Page) => page.getByRole("button", { name: "Add to Cart" });
const withSpaces = (texts: string[]) => texts.map((text) => text.replaceAll("\u00a0", " "));

/** Opens the bundle on the day that many days ahead. Each test has its own day, because carts hold the seats of others. */
async function openDay(page: Page, daysAhead: number) {
  const day = new Date(Date.now() + daysAhead * 86_400_000);
  await page.goto(`${shop.url}/builder/night-out`, { waitUntil: "networkidle" });
  await page.getByLabel("Or type a date").fill(`${day.getMonth() + 1}/${day.getDate()}/${day.getFullYear()}`);
  await page.keyboard.press("Enter");
  await expect(times(page, "Choose your dinner")).toHaveCount(2);
}

async function pay(page: Page) {
  await page.goto(`${shop.url}/cart`, { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Checkout", exact: true }).last().click();
  await expect(page).toHaveURL(/\/checkout$/);
  await page.waitForLoadState("networkidle");
  await fillDetails(page);
  await checkoutButton(page).click();
  await typeCard(page, cards.works);
  await payButton(page).click();
  await expect(page).toHaveURL(/\/confirmation$/);
}

test(
  "a shopper chooses each time of a part, changes one in the cart, and gets tickets with all of them",
  { tag: "@both" },
  async ({ page }, info) => {
    const errors = browserErrors(page);
    await openDay(page, info.project.name === "phone" ? 2 : 3);
    await expectAccessible(page);

    // After the late dinner, two plays are late enough; after the early one, all three.
    await times(page, "Choose your dinner").last().click();
    await expect(page.locator(":focus")).toHaveText("Choose your play");
    expect(withSpaces(await times(page, "Choose your play").allTextContents())).toEqual([
      "8:00 PM, The Play",
      "9:00 PM, The Play",
    ]);
    await page.getByRole("button", { name: "Change Dinner, 6:00 PM" }).click();
    await times(page, "Choose your dinner").first().click();
    await expect(times(page, "Choose your play")).toHaveCount(3);
    await expect(stateOf(page, 1)).toHaveText("Choose");
    await expectAccessible(page);

    // The only concert is chosen with the play.
    await times(page, "Choose your play").nth(1).click();
    await expect(stepOf(page, 1).getByText("The Late Concert, 10:30 PM")).toBeVisible();
    await expect(stepOf(page, 1).getByText("Only option")).toHaveCount(1);
    await page.getByRole("button", { name: "Increase Guest, An Evening" }).click();
    await page.getByRole("button", { name: "Increase Guest, An Evening" }).click();
    await expect(stateOf(page, 1)).toHaveText("Done");
    await expect(page.locator("output")).toHaveText("$144.00");

    // A nightcap is at least half an hour after the concert, the last time of the evening.
    await stepOf(page, 2).locator("summary").click();
    await times(page, "Choose a Time").first().click();
    await page.getByRole("button", { name: "Increase Glass, Nightcap" }).click();
    await addButton(page).press("Enter");
    await expect(
      page.getByRole("alert").filter({ hasText: "Afterwards: choose a time at or after 11:00 PM" }),
    ).toBeVisible();
    await page.getByRole("button", { name: /^Change 10:45 PM/ }).click();
    await times(page, "Choose a Time").last().click();
    await expect(stateOf(page, 2)).toHaveText("Done");
    await expectAccessible(page);
    await page.reload();
    await expect(page.locator("output")).toHaveText("$154.00");
    await addButton(page).click();
    await expect(page).toHaveURL(/\/cart$/);
    const contents = page.getByRole("list", { name: "What's included" });
    const listed = async () =>
      withSpaces(await contents.locator("li").first().locator(":scope > span").allTextContents());
    await expect
      .poll(listed)
      .toEqual([
        "The Play: Stalls, row A, seat 1",
        "The Play: Stalls, row A, seat 2",
        "The Late Concert: Tables, row A, seat 1",
        "The Late Concert: Tables, row A, seat 2",
      ]);
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Package Details/ }).click();
    const details = page.getByRole("dialog", { name: "Package Details" });
    for (const words of ["Dinner", "5:00 PM", "The Play", "8:00 PM", "The Late Concert", "10:30 PM"])
      await expect(details).toContainText(words);
    await expectAccessible(page);
    await details.getByRole("button", { name: "Close", exact: true }).click();

    // Another play; the dinner stays.
    await page.getByRole("link", { name: "Edit A Night Out" }).click();
    await stepOf(page, 1).getByText("The Play, 8:00 PM").waitFor();
    await page.getByRole("button", { name: "Change The Play, 8:00 PM" }).click();
    await times(page, "Choose your play").last().click();
    await page.getByRole("button", { name: "Update cart" }).click();
    await expect(page).toHaveURL(/\/cart#/);
    await expect(page.getByText("Cart updated").first()).toBeVisible();

    await pay(page);
    const order = page.getByRole("table").first();
    await expect(order).toContainText("A Night Out");
    await expectAccessible(page);
    const tickets = withSpaces(await page.locator(".ticket").allTextContents());
    // Each guest has a ticket for each time.
    expect(tickets).toHaveLength(7);
    for (const [show, words] of [
      ["Dinner", "5:00 PM"],
      ["The Play", "9:00 PM"],
      ["The Late Concert", "10:30 PM"],
    ] as const)
      expect(tickets.filter((ticket) => ticket.includes(show) && ticket.includes(words))).toHaveLength(2);
    const places = withSpaces(await page.locator(".ticket-place").allTextContents());
    expect(places.sort()).toEqual([
      "Stalls, row A, seat 1",
      "Stalls, row A, seat 2",
      "Tables, row A, seat 1",
      "Tables, row A, seat 2",
    ]);
    expect(errors).toEqual([]);
  },
);

test("a day on which one of the times of a visit is full is not offered", async ({ page }) => {
  await openDay(page, 5);
  await times(page, "Choose your dinner").first().click();
  await times(page, "Choose your play").first().click();
  await page.getByRole("spinbutton", { name: "Guest, An Evening" }).fill("4");
  await page.keyboard.press("Tab");
  await addButton(page).click();
  await expect(page).toHaveURL(/\/cart$/);
  // The only concert has no seats left.
  const day = new Date(Date.now() + 5 * 86_400_000);
  await page.context().clearCookies();
  await page.goto(`${shop.url}/builder/night-out`, { waitUntil: "networkidle" });
  await page.getByLabel("Or type a date").fill(`${day.getMonth() + 1}/${day.getDate()}/${day.getFullYear()}`);
  await page.keyboard.press("Enter");
  await expect(
    page.getByText("Bundle not available on the selected date. Please choose a different date."),
  ).toBeVisible();
});
