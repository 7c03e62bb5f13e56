import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { buyCart, goBackTo, goToCart, type Hand, keyboard, pointer, walkTo } from "../support/buying";
import { chooseTime, type Placed, productOfType } from "../support/places";
import { post } from "../support/purchase";
import { browserErrors } from "../support/shop";

const cartButton = (page: Page) => page.getByRole("button", { name: "Add to Cart" });
const own = (page: Page) => page.getByRole("radio", { name: "Choose your own" });
const free = (page: Page) => page.getByRole("option", { name: /, available$/ });
const chosen = (page: Page) => page.getByRole("button", { name: /^Remove .*, seat / });
const rowOf = (place: string) => place.replace(/, seat\s.*/, "");
/** The names with plain spaces, for comparison. */
const plain = (names: string[]) => names.map((name) => name.replaceAll("\u00a0", " "));

/** The names of the chosen seats, in the order in which they were chosen. */
const chosenNames = (page: Page) =>
  chosen(page).evaluateAll((buttons) =>
    buttons.map((button) => (button.getAttribute("aria-label") ?? "").replace("Remove ", "")),
  );

/** Expects `count` seats in the cart. Returns their names, with the section where its ticket has the same name. */
async function seatsInCart(page: Page, count: number): Promise<string[]> {
  const lines = page.getByRole("article").first().locator("[data-line]");
  const seats = () =>
    lines.evaluateAll((all) =>
      all.flatMap((line) => {
        const [ticket = "", ...more] = [...line.querySelectorAll("p")].map((text) => text.textContent ?? "");
        return more
          .filter((text) => /^(Row|.+, row)\s\w+, seat\s\w+$/.test(text))
          .map((place) => place.replace(/^Row/, `${ticket}, row`));
      }),
    );
  await expect.poll(async () => (await seats()).length).toBe(count);
  return plain(await seats());
}

/** Expects exactly one ticket for each place. */
async function expectPlaces(tickets: Locator, expected: string[]) {
  await expect(tickets).toHaveCount(expected.length);
  const seats = await tickets.locator(".ticket-place").allTextContents();
  expect(plain(seats).sort()).toEqual(plain(expected).sort());
}

async function seatIdOf(page: Page, name: string): Promise<string> {
  return (await page.locator(`[data-seat][aria-label^="${name},"]`).getAttribute("data-seat")) ?? "";
}

type Seat = {
  seatId: string;
  row: string;
  seat: string;
  showCategoryId: string;
  x: number;
  isAvailable: boolean;
};

/** Adds seats to the cart of another shopper with the calls that the page makes. */
async function takeSeats(rival: BrowserContext, { productId, performanceId }: Placed, seatIds: string[]) {
  const items = [];
  const counts = new Map<string, number>();
  for (const seatId of seatIds) {
    const { value } = await post<{
      value: { productVariants: { extProductVariantId: string; maxQuantity: number }[] };
    }>(rival, "/performance/seat-detail", { productId, performanceId, seatId });
    const variant = value.productVariants.find(
      ({ extProductVariantId, maxQuantity }) => (counts.get(extProductVariantId) ?? 0) < maxQuantity,
    );
    const productVariantId = variant?.extProductVariantId ?? "";
    counts.set(productVariantId, (counts.get(productVariantId) ?? 0) + 1);
    const performances = [{ selectionIndex: 1, performanceId, seatId }];
    items.push({ productId, productVariantId, quantity: 1, performances });
  }
  const taken = await post<{ success: boolean }>(rival, "/cart/add", { saleFlowId: 1, items });
  expect(taken.success).toBe(true);
}

/** Types the number of guests into the first quantity field. */
async function typeQuantity(page: Page, quantity: number, press: Hand) {
  const stepper = page.getByRole("spinbutton").first();
  if (press === pointer) await stepper.click();
  else await walkTo(page, stepper);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(String(quantity));
  await page.keyboard.press("Tab");
}

for (const [how, handOf] of [
  ["with a pointer", () => pointer],
  ["with the keyboard alone", keyboard],
] as const) {
  test(`a section is chosen, and a ticket for it is bought, ${how}`, async ({ page }) => {
    const errors = browserErrors(page);
    const press = handOf(page);
    await chooseTime(page, await productOfType(page, 2), press);
    await expect(page.getByRole("heading", { name: "Select Section", exact: true })).toBeVisible();
    const sections = page.getByRole("list", { name: "Select Section" }).getByRole("button");
    const [name = "", other = ""] = await sections.locator("[data-section-name]").allTextContents();
    await expectAccessible(page);
    // The other sections are folded away, and the next question is in view.
    const howMany = page.getByRole("heading", { name: "How many?" });
    await press(sections.nth(1));
    await expect(howMany).toBeFocused();
    await expect(howMany).toBeInViewport();
    await expect(sections).toHaveCount(0);
    await expectAccessible(page);
    await press(page.getByRole("button", { name: `Change ${other}` }));
    await expect(page.getByRole("heading", { name: "Select Section" })).toBeFocused();
    if (press === pointer) await page.locator("polygon[data-section]").first().click();
    else await press(sections.first());
    await expect(page.getByRole("button", { name: `Change ${name}` })).toBeVisible();
    await expect(page.getByRole("spinbutton").first()).toHaveValue("1");
    await press(cartButton(page));
    await goToCart(page, press);
    await expect(page.getByRole("article").getByText(name).first()).toBeVisible();
    await expectPlaces(await buyCart(page, press), [name]);
    expect(errors).toEqual([]);
  });

  test(`the shop chooses four seats in one row, and they are bought, ${how}`, async ({ page }) => {
    const press = handOf(page);
    await chooseTime(page, await productOfType(page, 3), press);
    await expect(page.getByRole("heading", { name: "Select Seat", exact: true })).toBeVisible();
    await expect(page.getByRole("radio", { name: "Best available" })).toBeChecked();
    await expectAccessible(page);
    await typeQuantity(page, 4, press);
    await press(cartButton(page));
    await goToCart(page, press);
    const seats = await seatsInCart(page, 4);
    expect(new Set(seats.map(rowOf)).size).toBe(1);
    await expectPlaces(await buyCart(page, press), seats);
  });
}

test("a seat is removed from the cart with its button and kept with Undo, with the keyboard alone", async ({
  page,
}) => {
  const press = keyboard(page);
  await chooseTime(page, await productOfType(page, 3), press);
  await typeQuantity(page, 3, press);
  await press(cartButton(page));
  await goToCart(page, press);
  const seats = await seatsInCart(page, 3);
  await press(page.getByRole("button", { name: /^Edit / }).first());
  const dialog = page.getByRole("dialog", { name: "Update shopping cart items" });
  const remove = dialog.getByRole("button", { name: /^Remove / });
  const undo = dialog.getByRole("button", { name: /^Undo: keep / });
  await expect(remove).toHaveCount(3);
  const last = (await remove.last().getAttribute("aria-label")) ?? "";
  await press(remove.first());
  await press(remove.first());
  await expect(undo).toHaveCount(2);
  await expect(page.locator(":focus")).toHaveAccessibleName(last);
  await expectAccessible(page);
  await press(undo.last());
  await expect(dialog.getByRole("status").filter({ hasText: "stays in your cart" })).toHaveCount(1);
  await press(dialog.getByRole("button", { name: "Update cart" }));
  await press(page.getByRole("alertdialog").getByRole("button", { name: "Remove" }));
  await expect(dialog).toHaveCount(0);
  expect(await seatsInCart(page, 2)).toEqual(seats.slice(1));
});

test("a chosen seat that another shopper takes is reported, and the other chosen seat stays chosen", async ({
  page,
  browser,
}) => {
  const hall = await productOfType(page, 3);
  await chooseTime(page, hall);
  // One failed request does not stop the polling.
  let lost = 0;
  await page.route("**/performance/seat-availability", (route) =>
    ++lost === 2 ? route.abort() : route.continue(),
  );
  await own(page).check({ force: true });
  await expectAccessible(page);
  await expect(cartButton(page)).toHaveAttribute("aria-disabled", "true");
  for (const nth of [0, 1]) {
    await free(page).first().click();
    await expect(chosen(page)).toHaveCount(nth + 1);
  }
  const names = await chosenNames(page);
  await expect(page.getByRole("option", { name: `${names[0]}, chosen` })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expect.poll(() => lost).toBeGreaterThan(1);

  const rival = await browser.newContext({ baseURL: test.info().project.use.baseURL });
  await takeSeats(rival, hall, [await seatIdOf(page, names[0] ?? "")]);

  // The page reads the availability again and reports the taken seat. The other seat stays chosen.
  await expect(page.getByText(`${names[0]} was just taken.`)).toBeVisible();
  await expect(chosen(page)).toHaveCount(1);
  await expect(page.getByRole("option", { name: `${names[0]}, taken` })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await free(page).first().click();
  await expect(chosen(page)).toHaveCount(2);
  const mine = await chosenNames(page);
  expect(mine[0]).toBe(names[1]);
  await cartButton(page).click();
  await goToCart(page, pointer);
  expect((await seatsInCart(page, 2)).sort()).toEqual(plain(mine).sort());
  await expectPlaces(await buyCart(page, pointer), mine);
  await post(rival, "/cart/clear", { force: true });
  await rival.close();
});

test("seats are chosen on the plan and in the list and bought with the keyboard alone", async ({ page }) => {
  const press = keyboard(page);
  await chooseTime(page, await productOfType(page, 3), press);
  await walkTo(page, page.getByRole("radio", { name: "Best available" }));
  await page.keyboard.press("ArrowRight");
  await expect(own(page)).toBeChecked();
  await expect(own(page)).toBeInViewport();
  const seat = page.getByRole("option").first();
  await walkTo(page, seat);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  const before = await focused();
  // The plan sticks with its end in the window, so that the first row is partly above it.
  await page.keyboard.press("ArrowDown");
  await page.evaluate(() => scrollBy(0, 800));
  await expect(seat).not.toBeInViewport({ ratio: 0.99 });
  await page.keyboard.press("ArrowUp");
  // The ratio of a circle is not exact.
  await expect(seat).toBeInViewport({ ratio: 0.99 });
  await page.keyboard.press("ArrowRight");
  const beside = await focused();
  expect(beside).not.toBe(before);
  await page.keyboard.press("ArrowDown");
  expect(await focused()).not.toBe(beside);
  // Earlier tests may have taken seats, so the focus moves on to a free seat.
  for (let tries = 0; !(await focused()).endsWith(", available") && tries < 20; tries++) {
    await page.keyboard.press(tries % 2 ? "ArrowDown" : "ArrowLeft");
  }
  await page.keyboard.press("Enter");
  await expect(chosen(page)).toHaveCount(1);
  expect(await focused()).toMatch(/, chosen$/);

  // Back over the three buttons that zoom, and the wish for accessible seats.
  for (let stop = 0; stop < 5; stop++) await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("radio", { name: "Seating chart" })).toBeFocused();
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
  await walkTo(page, box);
  await page.keyboard.press("Space");
  await expect(chosen(page)).toHaveCount(2);
  const mine = await chosenNames(page);
  // The button is enabled after the price of each seat has loaded.
  await expect(cartButton(page)).toBeEnabled();
  await press(cartButton(page));
  await goToCart(page, press);
  expect((await seatsInCart(page, 2)).sort()).toEqual(plain(mine).sort());
  await expectPlaces(await buyCart(page, press), mine);
});

test("the plan's buttons zoom in to a maximum and back out to the whole hall", { tag: "@both" }, async ({
  page,
}) => {
  const press = keyboard(page);
  await chooseTime(page, await productOfType(page, 3));
  await own(page).check({ force: true });
  const plan = page.getByRole("listbox");
  const view = () => plan.getAttribute("viewBox");
  const zoom = (name: string) => page.getByRole("button", { name, exact: true });
  const whole = await view();
  await expect(zoom("Zoom out")).toHaveAttribute("aria-disabled", "true");
  await expect(zoom("Show all seats")).toHaveAttribute("aria-disabled", "true");
  await press(zoom("Zoom in"));
  const near = await view();
  expect(near).not.toBe(whole);
  await press(zoom("Zoom in"));
  await page.keyboard.press("Shift+Tab");
  await expect(zoom("Zoom out")).toBeFocused();
  await page.keyboard.press("Enter");
  expect(await view()).toBe(near);
  for (let times = 0; (await zoom("Zoom in").getAttribute("aria-disabled")) !== "true" && times < 12; times++)
    await zoom("Zoom in").click();
  const closest = await view();
  await zoom("Zoom in").click({ force: true });
  expect(await view()).toBe(closest);
  await expect(page.locator("[data-row-name]").first()).toBeVisible();
  await expectAccessible(page);
  await press(zoom("Show all seats"));
  expect(await view()).toBe(whole);
  await expect(zoom("Show all seats")).toBeFocused();
});

test("a zoomed plan shows the seat that the keyboard reaches, and its buttons zoom around that seat", {
  tag: "@both",
}, async ({ page }) => {
  const press = keyboard(page);
  await chooseTime(page, await productOfType(page, 3));
  await own(page).check({ force: true });
  const plan = page.getByRole("listbox");
  const seats = page.getByRole("option");
  const zoom = (name: string) => page.getByRole("button", { name, exact: true });
  /** Expects that the middle of a seat is in the visible part of the plan. */
  const expectShown = (seat: Locator) =>
    expect(async () => {
      const [mark, box] = [await seat.boundingBox(), await plan.boundingBox()];
      if (!mark || !box) throw new Error("there is no plan");
      const at = { x: mark.x + mark.width / 2 - box.x, y: mark.y + mark.height / 2 - box.y };
      expect(at.x > 0 && at.x < box.width && at.y > 0 && at.y < box.height).toBe(true);
    }).toPass();

  // Zoomed in before a seat was reached, so that the first seat is outside of the visible part.
  await press(zoom("Zoom in"));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(zoom("Show all seats")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(seats.first()).toBeFocused();
  await expectShown(seats.first());
  await expect(seats.first()).toBeInViewport();

  // A seat far from the middle of the hall, with the whole hall visible.
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  for (let rows = 0; rows < 8; rows++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const name = (await plan.locator(":focus").getAttribute("aria-label")) ?? "";
  const seat = page.getByRole("option", { name, exact: true });
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(zoom("Zoom in")).toBeFocused();
  for (let times = 0; times < 2; times++) {
    await page.keyboard.press("Enter");
    await expectShown(seat);
  }
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(seat).toBeFocused();
  await expectShown(seat);
  await expect(seat).toBeInViewport();
});

test.describe("by touch", () => {
  test.use({ hasTouch: true });

  test("dragging scrolls the page while the whole hall is visible, and moves the plan while it is zoomed in", {
    tag: "@both",
  }, async ({ page }) => {
    await chooseTime(page, await productOfType(page, 3));
    await own(page).check({ force: true });
    const plan = page.getByRole("listbox");
    const state = async () => ({
      view: await plan.getAttribute("viewBox"),
      scrolled: await page.evaluate(() => window.scrollY),
    });
    const session = await page.context().newCDPSession(page);
    /** Drags upwards along the middle of the plan. */
    const drag = async () => {
      await plan.evaluate((svg) => svg.scrollIntoView({ block: "center" }));
      const before = await state();
      const box = await plan.boundingBox();
      if (!box) throw new Error("there is no plan");
      const x = box.x + box.width / 2;
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x, y }] });
      const y = box.y + box.height * 0.7;
      await touch("touchStart", y);
      for (let moved = 10; moved <= 120; moved += 10) await touch("touchMove", y - moved);
      await touch("touchEnd");
      return before;
    };
    /** Waits until the page no longer rolls on after a drag: ten frames at the same place. */
    const scrollingEnds = () =>
      page.evaluate(
        () =>
          new Promise<void>((ended) => {
            let last = window.scrollY;
            let still = 0;
            const frame = () => {
              still = window.scrollY === last ? still + 1 : 0;
              last = window.scrollY;
              if (still === 10) ended();
              else requestAnimationFrame(frame);
            };
            frame();
          }),
      );
    const whole = await drag();
    await expect.poll(async () => (await state()).scrolled).toBeGreaterThan(whole.scrolled);
    expect((await state()).view).toBe(whole.view);
    await scrollingEnds();
    await page.getByRole("button", { name: "Zoom in", exact: true }).click();
    await page.getByRole("button", { name: "Zoom in", exact: true }).click();
    const near = await drag();
    expect(near.view).not.toBe(whole.view);
    await expect.poll(async () => (await state()).view).not.toBe(near.view);
    expect((await state()).scrolled).toBe(near.scrolled);
  });

  test("a tap on a plan with seats too small for a finger zooms in, which the page says before", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await chooseTime(page, await productOfType(page, 3));
    await own(page).check({ force: true });
    const plan = page.getByRole("listbox");
    const seat = free(page).first();
    const hint = page.getByText("Tap the chart to zoom in.");
    await plan.evaluate((svg) => svg.scrollIntoView({ block: "center" }));
    await expect(hint).toBeVisible();
    expect((await seat.boundingBox())?.width).toBeLessThan(24);
    const box = await plan.boundingBox();
    if (!box) throw new Error("there is no plan");
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await expect(hint).toBeHidden();
    expect((await seat.boundingBox())?.width).toBeGreaterThanOrEqual(24);
    await expect(chosen(page)).toHaveCount(0);
  });
});

test("if no four adjacent seats are left, the shopper is asked whether separate seats are acceptable", async ({
  page,
  browser,
}) => {
  // Uses a separate day, because other tests need adjacent seats.
  const hall = await productOfType(page, 3, 6);
  const { productId, performanceId } = hall;
  const { value: detail } = await post<{ value: { seats: Seat[] } }>(
    page.context(),
    "/performance/performance-detail",
    { productId, performanceIds: [performanceId] },
  );
  // Every fourth seat of each row is taken, so at most three are left together.
  const rows = new Map<string, Seat[]>();
  for (const seat of detail.seats) {
    const row = `${seat.showCategoryId} ${seat.row}`;
    rows.set(row, [...(rows.get(row) ?? []), seat]);
  }
  const fourth = [...rows.values()].flatMap((row) =>
    row
      .sort((one, other) => one.x - other.x)
      .filter(({ isAvailable }, nth) => isAvailable && nth % 4 === 3)
      .map(({ seatId }) => seatId),
  );
  const rivals: BrowserContext[] = [];
  while (fourth.length > 0) {
    const rival = await browser.newContext({ baseURL: test.info().project.use.baseURL });
    rivals.push(rival);
    await takeSeats(rival, hall, fourth.splice(0, 8));
  }

  await chooseTime(page, hall);
  await typeQuantity(page, 4, pointer);
  const dialog = page.getByRole("alertdialog", { name: "Seat your party separately?" });
  await cartButton(page).click();
  await expect(dialog).toContainText(
    "We don't have 4 seats together. We can split your party up like this: ",
  );
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Choose again" }).click();
  await expect(dialog).toBeHidden();
  await expect(cartButton(page)).toBeFocused();
  await expect(page).toHaveURL(hall.path);
  await expect(page.getByRole("link", { name: "Cart", exact: true })).toBeVisible();

  await cartButton(page).press("Enter");
  const groups = ((await dialog.textContent()) ?? "")
    .match(/like this: ([\d + ]+)\./)?.[1]
    ?.split(" + ")
    .map(Number);
  expect(groups?.reduce((sum, size) => sum + size)).toBe(4);
  expect(groups?.length).toBeGreaterThan(1);
  await dialog.getByRole("button", { name: "Take these seats" }).click();
  await goToCart(page, pointer);
  const seats = await seatsInCart(page, 4);
  await expectPlaces(await buyCart(page, pointer), seats);
  for (const rival of rivals) {
    await post(rival, "/cart/clear", { force: true });
    await rival.close();
  }
});

test("back and reload restore the chosen seats with their tickets, and seats that others have taken are reported", async ({
  page,
  browser,
}) => {
  const hall = await productOfType(page, 3);
  await chooseTime(page, hall);
  await own(page).check({ force: true });
  for (const nth of [0, 1, 2]) {
    await free(page).nth(nth).click();
    await expect(chosen(page)).toHaveCount(nth + 1);
  }
  // Each seat shows its ticket. The total includes a seat after its price has loaded.
  const ticket = page.getByRole("combobox", { name: /^Ticket for / });
  await expect(ticket).toHaveCount(3);
  await ticket.last().selectOption({ index: 1 });
  const tickets = await ticket.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value));
  expect(new Set(tickets).size).toBe(2);
  const names = await chosenNames(page);
  const total = await page.locator("output").textContent();

  await page.reload();
  await expect(chosen(page)).toHaveCount(3);
  await expect(page.locator("output")).toHaveText(total ?? "");
  expect(await chosenNames(page)).toEqual(names);
  await expect
    .poll(() => ticket.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value)))
    .toEqual(tickets);

  // The shopper leaves and returns; two of the seats are taken in between.
  const taken = names.slice(0, 2);
  const seatIds = [];
  for (const name of taken) seatIds.push(await seatIdOf(page, name));
  await page.getByRole("link", { name: /, home$/ }).click();
  await expect(page).toHaveURL("/");
  const rival = await browser.newContext({ baseURL: test.info().project.use.baseURL });
  await takeSeats(rival, hall, seatIds);
  await page.goBack();
  for (const name of taken) await expect(page.getByText(`${name} was just taken.`)).toBeVisible();
  expect(await chosenNames(page)).toEqual(names.slice(2));
  await expectAccessible(page);

  // Seats in the shopper's own cart are not chosen again when Back returns to the page.
  await cartButton(page).click();
  await goToCart(page, pointer);
  expect(await seatsInCart(page, 1)).toEqual(plain(names.slice(2)));
  await goBackTo(page, hall.path);
  await expect(own(page)).toBeChecked();
  await expect(page.getByRole("option", { name: `${names[2]}, taken` })).toBeVisible();
  await expect(chosen(page)).toHaveCount(0);
  await expect(page.getByText(/was just taken/)).toHaveCount(0);
  await post(rival, "/cart/clear", { force: true });
  await rival.close();
});

test("a reload restores the quantity and the section chosen for the best available seats", async ({
  page,
}) => {
  await chooseTime(page, await productOfType(page, 3));
  const where = page.getByRole("combobox", { name: "Where?" });
  await where.selectOption({ index: 2 });
  await typeQuantity(page, 2, pointer);
  const area = await where.inputValue();
  await page.reload();
  await expect(page.getByRole("spinbutton").first()).toHaveValue("2");
  await expect(where).toHaveValue(area);
});
