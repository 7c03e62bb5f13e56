import { expect, type Page, test } from "@playwright/test";
import { dayOfTotals } from "../support/examples";
import { type OwnShop, openCatalogue } from "../support/own-shop";

/** The planetarium's dome has wheelchair spaces and companion seats, which are sold to who declares the need. */
let shop: OwnShop;
test.beforeAll(async () => {
  shop = await openCatalogue("../examples/planetarium", dayOfTotals);
});
test.afterAll(() => shop.stop());

const seat = (page: Page, name: string) => page.locator(`[data-seat="${name}"]`);
const statement = (page: Page) => page.getByRole("checkbox", { name: /^One of us uses a wheelchair/ });
const chosen = (page: Page) => page.getByRole("button", { name: /^Remove .*, seat/ });
const add = (page: Page) => page.getByRole("button", { name: "Add to Cart" });

/** Opens the plan of a day. Each test has its own, because carts hold the places of the others. */
async function openPlan(page: Page, day: string) {
  await page.clock.setFixedTime(dayOfTotals);
  await page.goto(`${shop.url}/product/single/desert-sky`, { waitUntil: "networkidle" });
  await page.getByLabel("Or type a date").fill(day);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^11:00/ }).click();
  await page.getByRole("radio", { name: "Choose your own" }).check({ force: true });
  await seat(page, "dome-r-1").waitFor();
}

/** Chooses a seat with the keyboard, because a finger zooms a plan that is too small for it. */
async function name(page: Page, id: string) {
  await seat(page, id).focus();
  await page.keyboard.press("Enter");
}

for (const [how, day, acts] of [
  ["as the last action", "11/25/2026", ["dome-r-1", "declare"]],
  ["before a second seat is chosen", "11/27/2026", ["dome-r-1", "declare", "dome-r-2"]],
  ["after a second seat was chosen", "11/28/2026", ["dome-r-1", "dome-r-2", "declare"]],
  ["again after taking it back", "11/29/2026", ["dome-r-1", "declare", "take back", "declare"]],
] as const) {
  test(`a wheelchair space is bought with the need declared ${how}`, { tag: "@both" }, async ({ page }) => {
    await openPlan(page, day);
    const seats = acts.filter((act) => act.startsWith("dome-"));
    for (const act of acts) {
      if (act === "declare") await statement(page).check();
      else if (act === "take back") await statement(page).uncheck();
      else {
        await name(page, act);
        await expect(
          page
            .getByText(/^Adult, \$16\.00$|^Ticket$/)
            .or(page.getByRole("combobox"))
            .last(),
        ).toBeVisible();
      }
    }
    await expect(chosen(page)).toHaveCount(seats.length);
    await expect(add(page)).not.toHaveAttribute("aria-disabled", "true");
    await add(page).click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(page.getByText(/seat\s1, wheelchair space, step-free, hearing loop$/).first()).toBeVisible();
    const second = page.getByText(/seat\s2, companion seat, step-free, hearing loop$/).first();
    if (seats.length > 1) await expect(second).toBeVisible();
  });
}
