import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { cards, checkoutButton, fillDetails, payButton, typeCard } from "../support/buying";
import { type OwnShop, openShop } from "../support/own-shop";
import { browserErrors } from "../support/shop";

/** A product with a matinee in one hall and a gala in another. Seats are numbered in both. */
const rows = (hall: string, section: string) =>
  [1, 2, 3, 4]
    .map(
      (nth) =>
        `[[seat]]\nhall = "${hall}"\nsection = "${section}"\nrow = "A"\nseat = "${nth}"\nx = ${100 + 60 * nth}\ny = 200\n`,
    )
    .join("\n");

const doubleBill = `
[[hall]]
id = "loft"
size = [500, 400]
section = [{ id = "floor", name = "Floor" }]

[[hall]]
id = "opera"
size = [500, 400]
section = [{ id = "stalls", name = "Stalls" }, { id = "gallery", name = "Gallery", capacity = 6 }]

${rows("loft", "floor")}
${rows("opera", "stalls")}

[[show]]
id = "matinee"
site = "park"
name = "The Matinee"
type = 3
hall = "loft"

[[schedule]]
id = "matinees"
show = "matinee"
slot = [{ time = "14:00" }]

[[show]]
id = "gala"
site = "park"
name = "The Gala"
type = 3
hall = "opera"

[[schedule]]
id = "galas"
show = "gala"
slot = [{ time = "19:00" }]

[[product]]
id = "double-bill"
site = "park"
name = "Double Bill"
short_description = "A matinee and a gala on one day."
selection = [{ shows = ["matinee"] }, { shows = ["gala"], delay = { after = "previous", minutes = 180 } }]
variant = [
    { id = "adult", name = "Adult", price = "60.00", sections = ["floor", "stalls"] },
    { id = "child", name = "Child", price = "20.00", sections = ["floor", "stalls"] },
    { id = "standing", name = "Standing", price = "15.00", sections = ["floor", "gallery"] },
]
`;

let shop: OwnShop;
test.beforeAll(async () => {
  shop = await openShop(doubleBill);
});
test.afterAll(() => shop.stop());

const seatStep = (page: Page, show: string) => page.getByRole("heading", { name: `${show}: Select Seat` });
const goOn = (page: Page) => page.getByRole("button", { name: "Continue to the next show" });
const add = (page: Page) => page.getByRole("button", { name: "Add to Cart" });
const placesOnTickets = (page: Page) => page.locator(".ticket-place");

/** Opens the product on the day that many days ahead. Each test has its own day, because carts hold the seats of others. */
async function openDay(page: Page, daysAhead: number) {
  const day = new Date(Date.now() + daysAhead * 86_400_000);
  await page.goto(`${shop.url}/product/single/double-bill`, { waitUntil: "networkidle" });
  await page.getByLabel("Or type a date").fill(`${day.getMonth() + 1}/${day.getDate()}/${day.getFullYear()}`);
  await page.keyboard.press("Enter");
  await expect(seatStep(page, "The Matinee")).toBeVisible();
}

/** Names a seat of the open plan with a ticket, such as `Floor 1`. The keyboard, because a finger zooms a small plan. */
async function name(page: Page, seat: string, ticket: string) {
  const [section = "", number = ""] = seat.split(" ");
  const place = page.locator(`[data-seat="${section.toLowerCase()}-a-${number}"]`);
  const own = page.getByRole("radio", { name: "Choose your own" });
  await place.or(own).first().waitFor();
  if (!(await place.isVisible())) await own.check({ force: true });
  await place.focus();
  await page.keyboard.press("Enter");
  const tickets = page.getByRole("combobox", {
    name: new RegExp(`^Ticket for ${section},\\srow\\sA,\\sseat\\s${number}`),
  });
  const only = page.locator("p", { hasText: new RegExp(`^${ticket}, \\$`) });
  await tickets.or(only).first().waitFor();
  if (await tickets.count()) {
    const value = await tickets.locator("option").filter({ hasText: ticket }).first().getAttribute("value");
    await tickets.selectOption(value);
  }
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
  "a party names its seats at both shows and gets a ticket for each",
  { tag: "@both" },
  async ({ page }, info) => {
    const errors = browserErrors(page);
    await openDay(page, info.project.name === "phone" ? 2 : 3);
    await expect(goOn(page)).toBeVisible();
    await name(page, "Floor 1", "Adult");
    await name(page, "Floor 2", "Child");
    await expectAccessible(page);
    await expect(add(page)).toHaveAttribute("aria-disabled", "true");
    await goOn(page).click();

    await expect(seatStep(page, "The Gala")).toBeFocused();
    await expect(page.getByText(/^The Matinee: Floor, A\s1; Floor, A\s2$/)).toBeVisible();
    await name(page, "Stalls 3", "Child");
    // There are two tickets, so that one more seat is needed.
    await expect(add(page)).toHaveAttribute("aria-disabled", "true");
    await name(page, "Stalls 4", "Adult");
    await expectAccessible(page);
    await expect(page.getByText("$80.00").first()).toBeVisible();
    await add(page).click();
    await expect(page).toHaveURL(/\/cart$/);
    for (const place of ["The Matinee: Floor, row A, seat 1", "The Gala: Stalls, row A, seat 4"]) {
      await expect(page.getByText(new RegExp(place.replaceAll(" ", "\\s"))).first()).toBeVisible();
    }
    await expectAccessible(page);

    // Other seats at the gala; those at the matinee stay.
    await page.getByRole("button", { name: /^Edit/ }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Change seats: The Gala" }).click();
    await expect(dialog.getByRole("heading", { name: "Select Seat" })).toBeVisible();
    await name(page, "Stalls 1", "Adult");
    await name(page, "Stalls 2", "Child");
    await dialog.getByRole("button", { name: "Update cart" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(/The Gala: Stalls,\srow\sA,\sseat\s1/).first()).toBeVisible();
    await expect(page.getByText(/The Matinee: Floor,\srow\sA,\sseat\s1/).first()).toBeVisible();

    await pay(page);
    const places = (await placesOnTickets(page).allTextContents()).map((place) =>
      place.replaceAll("\u00a0", " "),
    );
    expect(places.sort()).toEqual([
      "Floor, row A, seat 1",
      "Floor, row A, seat 2",
      "Stalls, row A, seat 1",
      "Stalls, row A, seat 2",
    ]);
    expect(errors).toEqual([]);
  },
);

test("the shop chooses the seats at one show, and the other is seen from the gallery", async ({ page }) => {
  await openDay(page, 4);
  await goOn(page).click();
  await expect(seatStep(page, "The Gala")).toBeFocused();
  await page.getByRole("combobox", { name: "Where?" }).selectOption("gallery");
  await page.getByRole("spinbutton", { name: /^Standing/ }).fill("2");
  await page.keyboard.press("Tab");
  await add(page).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByText(/The Matinee: Floor,\srow\sA,\sseat\s2/).first()).toBeVisible();
  await expect(page.getByText("The Gala: Gallery").first()).toBeVisible();
});
