import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { buyCart, goToCart, type Hand, increaseTo, keyboard, pointer, walkTo } from "../support/buying";
import { post } from "../support/purchase";
import { browserErrors, type Product, productPath, productsOnSale } from "../support/shop";

/**
 * The tests choose four performances in a row, with time to walk between them. Performances that start too early
 * to be reached in time are not offered.
 */

type Performance = {
  performanceId: string;
  performanceTime: string;
  performanceDateTime: string;
  timeLabel?: string;
  showName: string;
  showId: string;
  selectionIndex: number;
  capacityLevelId: number;
  delayTypeId?: number;
  delaySelectionDateTime?: string;
  uiPrompt?: string;
};
type Chain = { product: Product; date: string; all: Performance[] };

const at = (all: Performance[], index: number) => all.filter((one) => one.selectionIndex === index);
const shows = (all: Performance[]) => new Set(at(all, 1).map(({ showId }) => showId));

/** Finds a product with four selections, and a day on which no performance is sold out and `isMeant` is true. */
async function chainWhere(page: Page, isMeant: (all: Performance[]) => boolean): Promise<Chain> {
  const context = page.context();
  for (const product of await productsOnSale(context.request)) {
    if (!product.hasPerformances) continue;
    const dates = await post<{ date: string }[]>(context, "/performance/product-date", {
      productIds: [product.id],
    });
    // Skips the first days, because some of today's performances may be over.
    for (const { date } of dates.slice(2, 12)) {
      const { value: all = [] } = await post<{ value?: Performance[] }>(
        context,
        "/performance/product-date-performance",
        { productId: product.id, date },
      );
      if (at(all, 4).length === 0) break;
      if (all.every(({ capacityLevelId }) => capacityLevelId <= 3) && isMeant(all))
        return { product, date, all };
    }
  }
  throw new Error("the shop sells no four performances one after the other");
}

/** Formats `14:45` as the page does. */
function clock(time: string): string {
  const [hours = 0, minutes] = time.split(":").map(Number);
  return `${hours % 12 || 12}:${String(minutes).padStart(2, "0")} ${hours < 12 ? "AM" : "PM"}`;
}

/** The time of an offered performance, and what the page says about it. */
const partsOf = (one: Performance): [string, string] => [
  clock(one.performanceTime),
  [one.timeLabel, one.selectionIndex > 1 ? one.showName : undefined].filter(Boolean).join(", "),
];
/** The name of a chosen performance. The first show has a step of its own; later ones are named before their time. */
const nameOf = ({ performanceTime, timeLabel, selectionIndex, showName }: Performance) =>
  [selectionIndex > 1 && showName, clock(performanceTime), timeLabel].filter(Boolean).join(", ");

/** Returns the performances that may follow the earlier choices, according to the delays in the catalogue. */
function following({ all }: Chain, chosen: Performance[]): Performance[] {
  return at(all, chosen.length + 1).filter(({ delayTypeId, delaySelectionDateTime }) => {
    const before = delayTypeId === 2 ? chosen[0] : delayTypeId === 3 ? chosen.at(-1) : undefined;
    if (!before || !delaySelectionDateTime) return true;
    return Date.parse(before.performanceDateTime) <= Date.parse(delaySelectionDateTime);
  });
}

const promptOf = ({ all }: Chain, index: number) => at(all, index)[0]?.uiPrompt ?? "Choose a Time";
const step = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
/** The button that changes a choice whose text starts with `choice`. */
const changeOf = (page: Page, choice: string) =>
  page.getByRole("button", { name: new RegExp(`^Change ${choice}`) });
const quantities = (page: Page) => page.getByRole("region", { name: "How many?" });

/** Expects the step to offer exactly the given performances. */
async function expectOffered(page: Page, name: string, offered: Performance[]) {
  const options = step(page, name).getByRole("button");
  await expect(options.first()).toBeVisible();
  const shown = (await options.allTextContents()).map((text) =>
    text.replace(/(Available|Low Capacity|Almost Full)$/, "").replaceAll("\u00a0", " "),
  );
  expect(shown.sort()).toEqual(offered.map((one) => partsOf(one).join("")).sort());
}

async function choose(page: Page, chain: Chain, performance: Performance, press: Hand) {
  const name = promptOf(chain, performance.selectionIndex);
  const option: Locator = step(page, name).getByRole("button", {
    name: new RegExp(`^${partsOf(performance).join(" ").trim()}`),
  });
  await press(option);
  await expect(option).toHaveCount(0);
}

async function open(page: Page, { product, date }: Chain, press: Hand) {
  await page.goto(productPath(product));
  const field = page.getByLabel("Or type a date");
  const [year, month, day] = date.split("-").map(Number);
  if (press === pointer) await field.click();
  else await walkTo(page, field);
  await page.keyboard.type(`${month}/${day}/${year}`);
  await page.keyboard.press("Enter");
  await changeOf(page, "\\w+day, ").waitFor();
}

/** Chooses the show. The page chooses the only one. */
async function chooseShow(page: Page, { all }: Chain, press: Hand): Promise<Performance[]> {
  const [first] = at(all, 1);
  if (shows(all).size === 1) {
    await expect(page.getByText(first?.showName ?? "", { exact: true })).toBeVisible();
    await expect(changeOf(page, first?.showName ?? "")).toHaveCount(0);
    return at(all, 1);
  }
  const options = step(page, "Select Show").getByRole("button");
  await expect(options).toHaveCount(shows(all).size);
  await press(options.filter({ hasText: first?.showName ?? "" }));
  await expect(options).toHaveCount(0);
  return at(all, 1).filter(({ showId }) => showId === first?.showId);
}

const last = <T>(list: T[]): T => {
  const found = list.at(-1);
  if (found === undefined) throw new Error("nothing is offered");
  return found;
};

/**
 * Chooses a performance for each remaining selection: the latest that is offered. If only one is offered, the
 * page chooses it automatically.
 */
async function chooseTheRest(
  page: Page,
  chain: Chain,
  before: Performance[],
  press: Hand,
): Promise<Performance[]> {
  const chosen = [...before];
  while (chosen.length < 4) {
    const offered = following(chain, chosen);
    const [only, ...others] = offered;
    if (only && others.length === 0) {
      await expect(page.getByText(nameOf(only), { exact: true })).toBeVisible();
      chosen.push(only);
      continue;
    }
    await expectOffered(page, promptOf(chain, chosen.length + 1), offered);
    const next = last(offered);
    await choose(page, chain, next, press);
    chosen.push(next);
  }
  return chosen;
}

async function addTwo(page: Page, press: Hand) {
  await increaseTo(2, quantities(page), press);
  await press(page.getByRole("button", { name: "Add to Cart" }));
  await goToCart(page, press);
}

/** Expects a ticket for each performance and each of two guests. */
async function expectTickets(tickets: Locator, chosen: Performance[]) {
  await expect(tickets).toHaveCount(2 * chosen.length);
  for (const { showName, performanceTime } of chosen) {
    const ofShow = tickets.filter({ hasText: showName }).filter({ hasText: clock(performanceTime) });
    await expect(ofShow).toHaveCount(2);
  }
}

const severalShows = (all: Performance[]) => shows(all).size > 1;
const oneShow = (all: Performance[]) => shows(all).size === 1;

test("four performances with walking time between them are bought, and every guest gets a ticket for each", async ({
  page,
}) => {
  const errors = browserErrors(page);
  const chain = await chainWhere(page, severalShows);
  await open(page, chain, pointer);
  const firsts = await chooseShow(page, chain, pointer);
  await expectOffered(page, promptOf(chain, 1), firsts);
  await expectAccessible(page);

  // After a late first performance, some performances of the second selection start too early.
  const late = last(firsts);
  expect(following(chain, [late]).length).toBeLessThan(at(chain.all, 2).length);
  await choose(page, chain, late, pointer);
  const before = await chooseTheRest(page, chain, [late], pointer);
  expect(following(chain, before.slice(0, 2)).length).toBeLessThan(at(chain.all, 3).length);
  await increaseTo(2, quantities(page), pointer);
  await expectAccessible(page);

  // After a different first performance is chosen, all following choices are made again, and more may be possible.
  await changeOf(page, nameOf(late)).click();
  const notice = page.getByRole("status").filter({ hasText: "Please make these choices again" });
  await expect(notice).toContainText(promptOf(chain, 2));
  await expect(quantities(page)).toHaveCount(0);
  // The later ones were the only options.
  for (const index of [2, 3, 4])
    await expect(page.getByText(promptOf(chain, index))).toHaveCount(index === 2 ? 1 : 0);
  await expectOffered(page, promptOf(chain, 1), firsts);
  const early = firsts[0] ?? late;
  expect(following(chain, [early]).length).toBeGreaterThan(following(chain, [late]).length);
  await choose(page, chain, early, pointer);
  await expect(notice).toHaveCount(0);
  const added = await chooseTheRest(page, chain, [early], pointer);
  await expect(page.getByRole("spinbutton").first()).toHaveValue("1");

  await addTwo(page, pointer);
  const line = page.getByRole("article").first();
  for (const { showName } of added) await expect(line).toContainText(showName);
  await expectAccessible(page);

  // Changes the second performance from the cart: each step is found by its prompt, and the following choices are made
  // again.
  await line
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Update shopping cart items" });
  // Only a step with something else to choose can be changed.
  for (const index of [1, 2, 3, 4]) {
    const offered = index === 1 ? firsts : at(chain.all, index);
    const chosen = added[index - 1];
    if (!chosen) throw new Error("fewer than four performances were added");
    await expect(dialog.getByText(nameOf(chosen), { exact: true })).toBeVisible();
    await expect(changeOf(page, nameOf(chosen))).toHaveCount(offered.length > 1 ? 1 : 0);
  }
  const [other] = following(chain, [early]);
  const [, second] = added;
  if (!other || !second) throw new Error("no performance follows");
  await changeOf(page, nameOf(second)).click();
  expect(other).not.toEqual(added[1]);
  await expectOffered(page, promptOf(chain, 2), following(chain, [early]));
  await choose(page, chain, other, pointer);
  const chosen = await chooseTheRest(page, chain, [early, other], pointer);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Update cart" }).click();
  await expect(dialog).toBeHidden();
  for (const { performanceTime } of chosen) await expect(line).toContainText(clock(performanceTime));
  await expectTickets(await buyCart(page, pointer), chosen);
  expect(errors).toEqual([]);
});

test("four performances are chosen with the keyboard alone on a day with one show", async ({ page }) => {
  const press = keyboard(page);
  const chain = await chainWhere(page, oneShow);
  await open(page, chain, press);
  const firsts = await chooseShow(page, chain, press);
  const first = last(firsts);
  await choose(page, chain, first, press);
  // Focus moves to the next step.
  await expect(step(page, promptOf(chain, 2)).getByRole("heading")).toBeFocused();
  const chosen = await chooseTheRest(page, chain, [first], press);
  await addTwo(page, press);
  await expectTickets(await buyCart(page, press), chosen);
});

test("the only remaining time is chosen automatically, and its step has nothing to press", async ({
  page,
}) => {
  const chain = await chainWhere(page, severalShows);
  await open(page, chain, pointer);
  const firsts = await chooseShow(page, chain, pointer);
  const first = last(firsts);
  await choose(page, chain, first, pointer);
  const second = last(following(chain, [first]));
  await choose(page, chain, second, pointer);

  const [third, ...none] = following(chain, [first, second]);
  if (!third) throw new Error("no performance follows");
  const [fourth, ...others] = following(chain, [first, second, third]);
  if (!fourth) throw new Error("no performance follows");
  expect([none.length, others.length]).toEqual([0, 0]);
  await expect(page.getByText("Only option")).toHaveCount(2);
  for (const only of [third, fourth]) {
    await expect(page.getByText(nameOf(only), { exact: true })).toBeVisible();
    await expect(changeOf(page, nameOf(only))).toHaveCount(0);
  }
  await quantities(page).waitFor();
});
