import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import {
  goBackTo,
  goToCart,
  goToCheckout,
  type Hand,
  keyboard,
  pay,
  payByKeyboard,
  pointer,
  walkTo,
} from "../support/buying";
import { fillCartWithGoods } from "../support/purchase";
import { type Bundle, builderPath, bundleOnSale } from "../support/shop";

/**
 * The tests use the demo's bundle. It has three steps: an exhibition at a chosen time, an included ferry crossing, and
 * a list of extras.
 */

const unavailable = "Bundle not available on the selected date. Please choose a different date.";
const addButton = (page: Page) => page.getByRole("button", { name: "Add to Cart" });
const stepOf = (page: Page, number: number): Locator =>
  page
    .getByRole("list", { name: "Steps" })
    .locator(":scope > li")
    .nth(number - 1);
const stateOf = (page: Page, number: number) => stepOf(page, number).locator("[data-step-state]");
const times = (page: Page) => page.getByRole("button", { name: /^\d+:\d\d [AP]M/, disabled: false });
const more = (page: Page, name: string) => page.getByRole("button", { name: `Increase ${name}` });
/** Finds the chosen time, which is in the document even while its step is closed. */
const chosenTime = (page: Page) =>
  page.getByRole("list", { name: "Steps" }).locator('[aria-label^="Change "]').locator("xpath=..");
const cents = (text: string | null) => Math.round(Number((text ?? "").replace(/[^\d.]/g, "")) * 100);

async function build(page: Page, bundle: Bundle, press: Hand): Promise<string> {
  await page.goto(builderPath(bundle));
  await press(page.getByRole("button", { name: /^Next available/ }));
  await page.getByRole("list", { name: "Steps" }).waitFor();
  // The first step is open, the included ferry needs no choice, and the list of extras is optional.
  await expect(stateOf(page, 1)).toHaveText("Choose");
  await expect(page.getByRole("region", { name: "Included in every bundle" })).toContainText("Harbor Ferry");
  await expect(stateOf(page, 2)).toHaveText("Optional");
  await expect(stepOf(page, 1)).toContainText("Choose 2 to 6 (0 chosen)");
  await expect(addButton(page)).toHaveAttribute("aria-disabled", "true");

  await press(times(page).nth(1));
  await page.getByRole("button", { name: /^Change \d/ }).waitFor();
  const adult = more(page, "Adult, Deep Time: Fossils of the Atlantic Shore");
  await press(adult);
  await expect(stepOf(page, 1)).toContainText("Choose 2 to 6 (1 chosen)");
  await press(adult);
  await expect(stateOf(page, 1)).toHaveText("Done");
  await expect(page.locator("[data-buy-bar]")).toContainText(
    /You save \$\d+\.\d\d\. Bought separately: \$\d+\.\d\d/,
  );
  await expect(addButton(page)).not.toHaveAttribute("aria-disabled", "true");

  await press(stepOf(page, 2).locator("summary"));
  const basket = page.getByRole("checkbox", { name: /^Basket for two/ });
  if (press === pointer) await basket.check();
  else {
    await walkTo(page, basket);
    await page.keyboard.press("Space");
  }
  await expect(stateOf(page, 2)).toHaveText("Done");
  return (await page.locator("output").textContent()) ?? "";
}

test("a shopper builds a bundle, the cart holds it as one item, and the order completes", async ({
  page,
  request,
}) => {
  const bundle = await bundleOnSale(request);
  const before = await build(page, bundle, pointer);
  await addButton(page).click();
  await goToCart(page, pointer);
  const line = page.getByRole("article").filter({ hasText: bundle.displayName });
  await expect(line).toHaveCount(1);
  await expect(line.getByRole("button", { name: /^Remove / })).toHaveCount(1);
  await expect(line.getByRole("link", { name: bundle.displayName, exact: true })).toHaveAttribute(
    "href",
    builderPath(bundle),
  );
  await expectAccessible(page);
  await line.getByRole("button", { name: /^Package Details/ }).click();
  const details = page.getByRole("dialog", { name: "Package Details" });
  for (const part of ["Deep Time", "Harbor Ferry", "Basket for two"])
    await expect(details).toContainText(part);
  await details.getByRole("button", { name: "Close", exact: true }).click();
  // The price of the item is the one that the builder showed.
  const item = (await (await page.request.get("/api/cart")).json()).itemGroups[0].items[0];
  expect(cents(before)).toBe(Math.round(item.displayPrice * 100));

  await goToCheckout(page, pointer);
  await expect(page.getByText(bundle.displayName).last()).toBeAttached();
  await pay(page);
  const items = page.getByRole("table").first();
  await expect(items).toContainText(bundle.displayName);
  await expect(items.getByRole("button", { name: /^Package Details/ })).toBeVisible();
});

test("a bundle is built and bought with the keyboard alone", async ({ page, request }) => {
  const bundle = await bundleOnSale(request);
  const press = keyboard(page);
  await build(page, bundle, press);
  await press(addButton(page));
  await goToCart(page, press);
  await expect(page.getByRole("article").filter({ hasText: bundle.displayName })).toHaveCount(1);
  await goToCheckout(page, press);
  await payByKeyboard(page);
  await expect(page.getByRole("table").first()).toContainText(bundle.displayName);
});

test("the open step stays in the window when it gets the focus and its panel grows @both", async ({
  page,
  request,
}) => {
  await page.goto(builderPath(await bundleOnSale(request)), { waitUntil: "networkidle" });
  await page.getByRole("button", { name: /^Next available/ }).press("Enter");
  await expect(times(page).first()).toBeVisible();
  await expect(page.locator(":focus")).toHaveText(/Step 1/);
  await expect(page.locator(":focus")).toBeInViewport({ ratio: 1 });
});

test("back and reload restore every choice, and a choice that is no longer available is removed and reported", async ({
  page,
  request,
}) => {
  const bundle = await bundleOnSale(request);
  await build(page, bundle, pointer);
  const total = (await page.locator("output").textContent()) ?? "";
  const time = await chosenTime(page).textContent();
  const isAsChosen = async () => {
    await expect(page.locator("output")).toHaveText(total);
    await expect(stateOf(page, 1)).toHaveText("Done");
    await expect(stateOf(page, 2)).toHaveText("Done");
    // The step that was open before is open again.
    await expect(page.getByRole("checkbox", { name: /^Basket for two/ })).toBeChecked();
    await expect(page.getByRole("checkbox", { name: /^Basket for two/ })).toBeVisible();
  };
  await page.reload();
  await isAsChosen();
  await stepOf(page, 1).locator("summary").click();
  await expect(chosenTime(page)).toHaveText(time ?? "");
  await stepOf(page, 2).locator("summary").click();
  await page.getByRole("link", { name: /, home$/ }).click();
  await expect(page).toHaveURL("/");
  await page.goBack();
  await isAsChosen();
  await addButton(page).click();
  await goToCart(page, pointer);
  await goBackTo(page, builderPath(bundle));
  await isAsChosen();

  // Simulates that the last basket was sold.
  await page.route("**/api/bundle/steps/**", async (route) => {
    const answer = await route.fetch();
    const steps = await answer.json();
    const basket = steps[2].products.flatMap(
      (product: { variants: { displayName: string }[] }) => product.variants,
    )[0];
    basket.capacityLevelId = 4;
    await route.fulfill({ response: answer, json: steps });
  });
  await page.reload();
  await expect(page.getByText(/We removed these items because they aren't available on .*:/)).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Basket for two" }).first()).toBeVisible();
  await expect(stateOf(page, 2)).toHaveText("Optional");
  await expect(stateOf(page, 1)).toHaveText("Done");

  // Opening the page again starts with no choices.
  await page.goto("/");
  await page.goto(builderPath(bundle));
  await page.getByRole("grid").waitFor();
  await expect(page.locator("[data-buy-bar]")).toContainText(/from \$\d+\.\d\d · 2 × Youth/);
});

test("declining a changed price keeps the steps and the choices in them", async ({ page, request }) => {
  const bundle = await bundleOnSale(request);
  await build(page, bundle, pointer);
  const total = (await page.locator("output").textContent()) ?? "";
  // Simulates that the page shows an outdated, lower price.
  await page.route("**/api/cart/add", (route) => {
    const body = route.request().postDataJSON() as { bundlePrice: number };
    return route.continue({ postData: JSON.stringify({ ...body, bundlePrice: body.bundlePrice - 1 }) });
  });
  // The page requests the steps again; this response is delayed.
  let release = () => {};
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isRequested = false;
  await page.route("**/api/bundle/steps/**", async (route) => {
    isRequested = true;
    await late;
    await route.continue();
  });
  await addButton(page).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("The price has changed");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Choose again" }).click();
  await expect(question).toBeHidden();
  await expect.poll(() => isRequested).toBe(true);
  const isAsChosen = async () => {
    await expect(addButton(page)).toBeFocused();
    await expect(stateOf(page, 1)).toHaveText("Done");
    await expect(stateOf(page, 2)).toHaveText("Done");
    await expect(page.getByRole("checkbox", { name: /^Basket for two/ })).toBeVisible();
    await expect(page.locator("output")).toHaveText(total);
  };
  await isAsChosen();
  const answered = page.waitForResponse("**/api/bundle/steps/**");
  release();
  await answered;
  await isAsChosen();

  await page.unroute("**/api/cart/add");
  await addButton(page).click();
  await goToCart(page, pointer);
});

test("the builder names the missing choice of an incomplete bundle and refuses an unavailable day", async ({
  page,
  request,
}) => {
  await page.goto(builderPath(await bundleOnSale(request)), { waitUntil: "networkidle" });
  await addButton(page).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Choose a date first." })).toBeFocused();
  const field = page.getByLabel("Or type a date");
  await field.fill("1/1/20");
  await field.press("Enter");
  await expect(page.getByText(unavailable)).toBeVisible();
});

test("changing the day keeps choices that the new day also offers", async ({ page, request }) => {
  const bundle = await bundleOnSale(request);
  await build(page, bundle, pointer);
  const shown = await page.locator("output").textContent();
  const { bundleDates } = await (await request.get(`/api/bundle/builder/${bundle.id}`)).json();
  const [year, month, day] = bundleDates[8].split("-");
  await page.getByRole("button", { name: /^Change \w+day, / }).click();
  const field = page.getByLabel("Or type a date");
  await field.fill(`${Number(month)}/${Number(day)}/${year.slice(2)}`);
  await field.press("Enter");
  await expect(stateOf(page, 2)).toHaveText("Done");
  await expect(stepOf(page, 1)).toContainText("2 chosen");
  await expect(page.locator("output")).toHaveText(shown ?? "");
});

test("a day that became unavailable is reported, and the times can be loaded again after a failure", async ({
  page,
  request,
}) => {
  await page.goto(builderPath(await bundleOnSale(request)));
  const steps = "**/api/bundle/steps/**";
  // Simulates that the bundle is no longer available on that day: the request names a day that the shop does not sell.
  const another = JSON.stringify({ date: "2020-01-01" });
  await page.route(steps, (route) => route.continue({ postData: another }));
  await page.getByRole("button", { name: /^Next available/ }).click();
  await expect(page.getByText(unavailable)).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await page.unroute(steps);

  await page.getByRole("button", { name: /^Change \w+day, / }).click();
  await page.route(steps, (route) => route.abort());
  await page.getByRole("button", { name: /^Next available/ }).click();
  await expect(page.getByText("Unable to load times")).toBeVisible();
  await page.unroute(steps);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("list", { name: "Steps" })).toBeVisible();
});

test("a bundle in the cart is edited in its builder and returns to its place with the focus @both", async ({
  page,
  context,
}) => {
  const bundle = await bundleOnSale(context.request);
  await build(page, bundle, pointer);
  await addButton(page).click();
  await goToCart(page, pointer);
  await fillCartWithGoods(context);
  await page.goto("/cart", { waitUntil: "networkidle" });
  const item = async () => {
    const [group] = (await (await context.request.get("/api/cart")).json()).itemGroups;
    return group.items[0] as { id: string; displayPrice: number; performances: { performanceId: string }[] };
  };
  const before = await item();
  const line = page.locator(`[data-line="${before.id}"]`);
  const update = page.getByRole("button", { name: "Update cart" });
  const edit = page.getByRole("link", { name: `Edit ${bundle.displayName}` });
  const opensAsBuilt = async () => {
    await expect(page).toHaveURL(`${builderPath(bundle)}?line=${before.id}`);
    await expect(stepOf(page, 1)).toContainText("2 chosen");
    await expect(stateOf(page, 2)).toHaveText("Done");
    expect(cents(await page.locator("output").textContent())).toBe(Math.round(before.displayPrice * 100));
  };
  await edit.click();
  await opensAsBuilt();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(line).toBeFocused();

  await edit.click();
  await opensAsBuilt();
  await page.getByRole("button", { name: /^Change \d/ }).click();
  await times(page).first().click();
  await more(page, "Adult, Deep Time: Fossils of the Atlantic Shore").click();
  await expect(stepOf(page, 1)).toContainText("3 chosen");
  const total = (await page.locator("output").textContent()) ?? "";
  await page.reload();
  await expect(stepOf(page, 1)).toContainText("3 chosen");
  await expect(page.locator("output")).toHaveText(total);
  await update.click();
  await expect(page).toHaveURL(`/cart#${before.id}`);
  await expect(line).toBeFocused();
  await expect(line).toContainText(total);
  const card = page.getByRole("article").filter({ has: line });
  await expect(card.getByText("Cart updated")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /^Cart updated\. Order total: \$/ })).toHaveCount(
    1,
  );
  const after = await item();
  expect(after.id).toBe(before.id);
  expect(after.performances[0]?.performanceId).not.toBe(before.performances[0]?.performanceId);

  await page.goBack();
  await expect(page.locator("output")).toHaveText(total);
  await update.click();
  await expect(line).toBeFocused();
});

test("the address of a line that is not in the cart opens an empty builder and says so", async ({
  page,
  context,
}) => {
  const bundle = await bundleOnSale(context.request);
  await page.goto(`${builderPath(bundle)}?line=nosuch`);
  await expect(
    page.getByText("This bundle is no longer in your cart. You can build it again here."),
  ).toBeVisible();
  await expect(page).toHaveURL(builderPath(bundle));
  await expect(addButton(page)).toBeVisible();
  await expectAccessible(page);
});
