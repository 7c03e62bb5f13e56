import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { goToCart, keyboard, pointer, walkTo } from "../support/buying";
import { post } from "../support/purchase";
import { complaints, productPath, productsOnSale } from "../support/shop";

test.use({ actionTimeout: 10_000 });

type Placed = { path: string; productId: string; date: string; performanceId: string };

/** The first product whose shows sell places of that type, with its first open performance of such a show. */
async function productOfType(page: Page, showTypeId: number): Promise<Placed> {
  const context = page.context();
  for (const product of await productsOnSale(context.request)) {
    if (!product.hasPerformances) continue;
    const productId = product.id;
    const dates = await post<{ date: string; capacityLevelId: number }[]>(
      context,
      "/performance/product-date",
      { productIds: [productId] },
    );
    for (const { date, capacityLevelId } of dates.slice(0, 14)) {
      if (capacityLevelId > 3) continue;
      const { value = [] } = await post<{
        value?: { performanceId: string; showTypeId: number; capacityLevelId: number }[];
      }>(context, "/performance/product-date-performance", { productId, date });
      const found = value.find((each) => each.showTypeId === showTypeId && each.capacityLevelId <= 3);
      if (!found) break;
      return { path: productPath(product), productId, date, performanceId: found.performanceId };
    }
  }
  throw new Error(`the shop sells no places of type ${showTypeId}`);
}

/** Day, show and time, as far as there is a choice. */
async function chooseTime(page: Page, { path }: Placed, press = pointer) {
  await page.goto(path);
  await press(page.getByRole("button", { name: /^Next available/ }));
  await page.getByRole("button", { name: "Change Select Date" }).waitFor();
  const places = page.getByRole("radiogroup");
  const shows = page.getByRole("region", { name: "Select Show" }).getByRole("button");
  const times = page.getByRole("button", { name: /\d:\d\d [AP]M/, disabled: false });
  await places.or(shows).or(times).first().waitFor();
  if (await shows.count()) await press(shows.first());
  await places.or(times).first().waitFor();
  if ((await places.count()) === 0) await press(times.first());
  await places.first().waitFor();
}

const cartButton = (page: Page) => page.getByRole("button", { name: "Add to Cart" });
const own = (page: Page) => page.getByRole("radio", { name: "Choose your own" });
const free = (page: Page) => page.getByRole("option", { name: /, available$/ });
const chosen = (page: Page) => page.getByRole("button", { name: /^Remove .*, seat / });

test("a section, from the list and from the chart", async ({ page }) => {
  const heard = complaints(page);
  await chooseTime(page, await productOfType(page, 2));
  const sections = page.getByRole("radiogroup", { name: "Select Section" });
  const first = sections.getByRole("radio").nth(0);
  const second = sections.getByRole("radio").nth(1);
  await second.check();
  await expect(page.getByRole("spinbutton").first()).toBeVisible();
  await page.locator("polygon[data-section]").first().click();
  await expect(first).toBeChecked();
  await expect(second).not.toBeChecked();
  await expectAccessible(page);
  const name = (await sections.locator("label").first().locator("span").first().textContent()) ?? "";
  await page
    .getByRole("button", { name: /^Increase / })
    .first()
    .click();
  await cartButton(page).click();
  await goToCart(page, pointer);
  await expect(page.getByRole("article").getByText(name).first()).toBeVisible();
  expect(heard).toEqual([]);
});

test("two named seats, one of which somebody else is quicker to take", async ({ page, browser }) => {
  const hall = await productOfType(page, 3);
  await chooseTime(page, hall);
  await own(page).check({ force: true });
  await expectAccessible(page);
  await expect(cartButton(page)).toHaveAttribute("aria-disabled", "true");
  for (const nth of [0, 1]) {
    await free(page).first().click();
    await expect(chosen(page)).toHaveCount(nth + 1);
  }
  const names = await chosen(page).evaluateAll((buttons) =>
    buttons.map((button) => (button.getAttribute("aria-label") ?? "").replace("Remove ", "")),
  );
  await expect(page.getByRole("option", { name: `${names[0]}, chosen` })).toHaveAttribute(
    "aria-selected",
    "true",
  );

  // The rival buys as the page would.
  const rival = await browser.newContext({ baseURL: test.info().project.use.baseURL });
  const { productId, performanceId } = hall;
  const seatId =
    (await page.getByRole("option", { name: `${names[0]}, chosen` }).getAttribute("data-seat")) ?? "";
  const sold = await post<{ value: { productVariants: { extProductVariantId: string }[] } }>(
    rival,
    "/performance/seat-detail",
    { productId, performanceId, seatId },
  );
  const taken = await post<{ success: boolean }>(rival, "/cart/add", {
    saleFlowId: 1,
    items: [
      {
        productId,
        productVariantId: sold.value.productVariants[0]?.extProductVariantId,
        quantity: 1,
        performances: [{ selectionIndex: 1, performanceId, seatId }],
      },
    ],
  });
  expect(taken.success).toBe(true);

  // The plan hears of it by itself; the other seat stays.
  await expect(page.getByText(`${names[0]} has just been taken.`)).toBeVisible();
  await expect(chosen(page)).toHaveCount(1);
  await expect(page.getByRole("option", { name: `${names[0]}, taken` })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await free(page).first().click();
  await expect(chosen(page)).toHaveCount(2);
  const third = ((await chosen(page).last().getAttribute("aria-label")) ?? "").replace("Remove ", "");
  await cartButton(page).click();
  await goToCart(page, pointer);
  const card = page.getByRole("article").first();
  for (const name of [names[1] ?? "", third])
    await expect(card.getByText(name, { exact: true })).toHaveCount(1);
  await post(rival, "/cart/clear", {});
  await rival.close();
});

test("four together, where the shop finds the best", async ({ page }) => {
  await chooseTime(page, await productOfType(page, 3));
  await expect(page.getByRole("radio", { name: "Best available" })).toBeChecked();
  await expectAccessible(page);
  const stepper = page.getByRole("spinbutton").first();
  await stepper.fill("4");
  await stepper.press("Tab");
  await cartButton(page).click();
  await goToCart(page, pointer);
  const places = page
    .getByRole("article")
    .first()
    .getByText(/^.+, row \w+, seat \w+$/);
  await expect(places).toHaveCount(4);
  const rows = new Set((await places.allTextContents()).map((place) => place.replace(/, seat .*/, "")));
  expect(rows.size).toBe(1);
});

test("a seat by the keyboard alone, on the plan and from the list", async ({ page }) => {
  const press = keyboard(page);
  await chooseTime(page, await productOfType(page, 3), press);
  await walkTo(page, page.getByRole("radio", { name: "Best available" }));
  await page.keyboard.press("ArrowRight");
  await expect(own(page)).toBeChecked();
  const seat = page.getByRole("option").first();
  await walkTo(page, seat);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  const before = await focused();
  await page.keyboard.press("ArrowRight");
  const beside = await focused();
  expect(beside).not.toBe(before);
  await page.keyboard.press("ArrowDown");
  expect(await focused()).not.toBe(beside);
  // Whoever came before may have taken some: on to one that is free.
  for (let tries = 0; !(await focused()).endsWith(", available") && tries < 20; tries++) {
    await page.keyboard.press(tries % 2 ? "ArrowDown" : "ArrowLeft");
  }
  await page.keyboard.press("Enter");
  await expect(chosen(page)).toHaveCount(1);
  expect(await focused()).toMatch(/, chosen$/);

  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("radio", { name: "Plan" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await press(
    page
      .getByText(/^Row \w+$/)
      .last()
      .locator("xpath=.."),
  );
  const box = page.getByRole("checkbox", { name: /, available$/ }).first();
  await walkTo(page, box);
  await page.keyboard.press("Space");
  await expect(chosen(page)).toHaveCount(2);
  await expectAccessible(page);
  await press(chosen(page).first());
  await expect(chosen(page)).toHaveCount(1);
  await press(cartButton(page));
  await goToCart(page, press);
  await expect(page.getByText(/^.+, row \w+, seat \w+$/)).toHaveCount(1);
});
