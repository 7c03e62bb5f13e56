import { expect, type Page, test } from "@playwright/test";
import {
  emailField,
  password,
  passwordField,
  registered,
  signInAsNew,
  signInButton,
} from "../support/account";
import { expectAccessible } from "../support/axe";
import { buyCart, checkoutButton, goBackTo, goToCart, keyboard, pointer, walkTo } from "../support/buying";
import {
  ada,
  card,
  describePasses,
  field,
  fillCartWithPasses,
  fillCartWithPassesOfAda,
  fillHolder,
  heading,
  pass,
  passPage,
  progress,
} from "../support/passes";
import { placeOrder } from "../support/purchase";
import { browserErrors } from "../support/shop";

const continueButton = (page: Page) => page.getByRole("button", { name: "Continue", exact: true });
const faults = [
  "First name is required",
  "Last name is required",
  "A valid birth date is required (mm/dd/yyyy)",
  "A 10 digit phone number is required",
  "Address1 is required",
  "A 5 digit US or 6 character Canadian postal code is required",
  "City is required",
  "State is required",
];

test("a guest buys passes for herself and for a ten-year-old child, and signs in during the purchase", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  const email = await registered(context);
  await page.goto(pass.path, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: /^Increase Adult \(Gold\)/ }).click();
  await page.getByRole("button", { name: /^Increase Child/ }).click();
  await page.getByRole("button", { name: "Add to Cart" }).click();

  await expect(page).toHaveURL("/authenticate/smart-login?ReturnUrl=%2Fpass%2Fdemographics");
  await emailField(page).fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await passwordField(page).fill(password);
  await signInButton(page).click();
  await expect(page).toHaveURL("/pass/demographics");
  await page.waitForLoadState("networkidle");

  // Both passholders are new and incomplete: their cards are open. No error is shown before anything is typed or sent.
  await expect(page.getByRole("heading", { level: 2, name: "NEW Passes" })).toBeVisible();
  const cards = page.getByRole("region", { name: "NEW Passes" }).locator("> ul > li");
  const [first, second] = [cards.first(), cards.last()];
  await expect(heading(first)).toHaveAttribute("aria-expanded", "true");
  await expect(heading(second)).toHaveAttribute("aria-expanded", "true");
  await expect(first.getByText("This passholder is the primary contact.")).toBeVisible();
  await expect(second.getByText("This passholder is the primary contact.")).toHaveCount(0);
  await expect(progress(page)).toHaveText("0 of 2 complete");
  await field(first, "City").focus();
  await field(first, "Email").focus();
  await expect(first.getByText(/ is required/)).toHaveCount(0);
  await field(first, "Email").fill("ada");
  await field(first, "Email").blur();
  await expect(
    first.getByText("Email address is invalid (email address is not required)", { exact: true }),
  ).toBeVisible();
  await field(first, "Email").fill("");
  await expectAccessible(page);

  // Pressing Continue shows all errors and moves focus to their summary.
  await continueButton(page).press("Enter");
  const summary = page
    .getByRole("alert")
    .filter({ hasText: "Please complete the details for these passes first" });
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  for (const fault of faults) await expect(first.getByText(fault, { exact: true })).toBeVisible();
  await expect(summary.getByRole("listitem")).toHaveText([
    ...faults.map((fault) => `New Passholder 1: ${fault}`),
    ...faults.map((fault) => `New Passholder 2: ${fault}`),
  ]);
  await summary.getByRole("link").last().click();
  await expect(field(second, "State")).toBeFocused();
  await expectAccessible(page);

  // Pressing Update with empty fields moves focus to the first of them, and the link below the fields leads there too.
  await first.getByRole("button", { name: /^Update/ }).click();
  await expect(field(first, "First Name")).toBeFocused();
  await first.getByRole("link", { name: "Please correct errors above" }).click();
  await expect(field(first, "First Name")).toBeFocused();

  const toggle = first.getByLabel("Use this information for all new passholders");
  await expect(toggle).toHaveAccessibleDescription(/copied to one other new pass/);
  await expect(second.getByLabel("Use this information for all new passholders")).toHaveCount(0);
  await toggle.check();
  await fillHolder(first, { ...ada, Email: "ada@example.org" });
  await field(first, "Phone").blur();
  await expect(field(first, "Phone")).toHaveValue("(518) 555-0123");
  await expect(field(second, "City")).toHaveValue("Albany");
  await expect(field(second, "Email")).toHaveValue("ada@example.org");
  await expect(field(second, "First Name")).toHaveValue("");

  const adas = card(page, "Ada Lovelace");
  await adas.getByRole("button", { name: "Update Ada Lovelace" }).click();
  await expect(adas.getByText("Completed", { exact: true })).toBeVisible();
  await expect(heading(adas)).toHaveAttribute("aria-expanded", "false");
  await expect(heading(second)).toBeFocused();
  await expect(progress(page)).toHaveText("1 of 2 complete");

  // The API refuses this birth date, because the pass is for children.
  await fillHolder(second, { "First Name": "Byron", "Last Name": "Lovelace", "Birth Date": "1/2/90" });
  const byrons = card(page, "Byron Lovelace");
  await continueButton(page).click();
  await expect(summary).toBeFocused();
  await expect(field(byrons, "Birth Date")).toHaveAccessibleDescription(
    /The passholder's age doesn't qualify for this pass\./,
  );
  await expect(field(byrons, "Birth Date")).toHaveValue("01/02/1990");

  // Year and month can be selected directly in the calendar.
  await byrons.getByRole("button", { name: "Choose the birth date from a calendar" }).click();
  await expect(byrons.getByLabel("Year")).toBeFocused();
  await byrons.getByLabel("Year").selectOption("2016");
  await byrons.getByLabel("Month", { exact: true }).selectOption("May");
  await byrons.getByRole("button", { name: /May 12, 2016/ }).click();
  await expect(field(byrons, "Birth Date")).toHaveValue("05/12/2016");
  await expect(field(byrons, "Birth Date")).toBeFocused();
  await expect(field(byrons, "Email")).toBeDisabled();
  await expect(field(byrons, "Email")).toHaveValue("");
  await expect(field(byrons, "Email")).toHaveAccessibleDescription("Not needed for ages 13 and under");
  await expect(progress(page)).toHaveText("2 of 2 complete");
  await expect(page).toHaveTitle(/^Passholder Details \|/);
  await expectAccessible(page);
  await continueButton(page).click();

  // Both passes already have a product, so no product page is shown.
  await goToCart(page, pointer);
  await expect(page.getByText("For Ada Lovelace")).toBeVisible();
  await expect(page.getByText("For Byron Lovelace")).toBeVisible();
  await expect(page.getByText(/isn't ready yet/)).toHaveCount(0);
  const tickets = await buyCart(page, pointer);
  await expect(page.getByRole("rowheader").filter({ hasText: "For Byron Lovelace" })).toHaveCount(1);
  await expect(tickets).toHaveCount(2);
  await expect(tickets.filter({ hasText: "Ada Lovelace" })).toHaveCount(1);
  await expect(tickets.filter({ hasText: "Byron Lovelace" })).toHaveCount(1);
  expect(errors).toEqual([]);
});

test("a shopper's own details are filled in with one press, and Continue saves all passes", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await fillCartWithPassesOfAda(context, pass.gold);
  await placeOrder(context);
  await fillCartWithPasses(context, pass.gold, 2);
  await page.goto("/pass/demographics", { waitUntil: "networkidle" });
  const cards = page.getByRole("region", { name: "NEW Passes" }).locator("> ul > li");
  const [first, second] = [cards.first(), cards.last()];
  // The address of the order is filled into both passes.
  await expect(field(first, "City")).not.toHaveValue("");
  await expect(field(second, "City")).toHaveValue(await field(first, "City").inputValue());
  await first.getByRole("button", { name: /^Use my details/ }).click();
  // Only the birth date is missing.
  await expect(field(first, "Last Name")).toHaveValue("Lovelace");
  await expect(field(first, "Birth Date")).toBeFocused();
  await field(first, "Birth Date").fill("12/10/1990");
  await expect(progress(page)).toHaveText("1 of 2 complete");

  await expect(second.getByRole("button", { name: /^Use my details/ })).toHaveCount(0);
  await fillHolder(second, { "First Name": "Byron", "Last Name": "Lovelace", "Birth Date": "05/12/1991" });
  await expect(progress(page)).toHaveText("2 of 2 complete");
  await expectAccessible(page);

  // Complete details are saved as soon as the focus leaves their card, so the cart knows them before Continue.
  await continueButton(page).focus();
  const openPasses = async () => (await (await page.request.get("/api/cart")).json()).openPasses;
  await expect.poll(openPasses).toBe(0);
  await page.goto("/cart", { waitUntil: "networkidle" });
  await expect(page.getByText(/ready yet/)).toHaveCount(0);

  // What was typed survives Back and a lost connection.
  await page.goBack({ waitUntil: "networkidle" });
  await expect(progress(page)).toHaveText("2 of 2 complete");
  await page.route("**/api/cart/pass/*", (route) => route.abort());
  await cards.last().getByRole("button", { name: /^Edit/ }).click();
  await field(cards.last(), "City").fill("Troy");
  await continueButton(page).click();
  await expect(cards.last().locator("[id^='message.']")).toBeFocused();
  await expect(field(cards.last(), "First Name")).toHaveValue("Byron");
  await page.unroute("**/api/cart/pass/*");
  // Continue is pressed while the details, whose card the focus has left again, are being saved.
  const pressed = Promise.withResolvers<void>();
  await page.route("**/api/cart/pass/*", (route) => pressed.promise.then(() => route.continue()));
  const asked = page.waitForRequest("**/api/cart/pass/*");
  await continueButton(page).focus();
  await asked;
  await continueButton(page).click();
  pressed.resolve();
  await goToCart(page, pointer);
  await expect(page.getByText("For Byron Lovelace")).toBeVisible();
});

test("Continue pressed while a pass is being saved goes on as soon as it is saved", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await fillCartWithPasses(context, pass.silver);
  await page.goto("/pass/demographics", { waitUntil: "networkidle" });
  const only = page.getByRole("region", { name: "NEW Passes" }).locator("> ul > li");
  await fillHolder(only, ada);
  const update = only.getByRole("button", { name: "Update Ada Lovelace" });
  let pressed = Promise.withResolvers<void>();
  await page.route("**/api/cart/mini-cart", (route) => pressed.promise.then(() => route.continue()));
  /** Presses Update, and Continue while the page waits for the cart that Update has changed. */
  async function pressBoth() {
    pressed = Promise.withResolvers<void>();
    const asked = page.waitForRequest("**/api/cart/mini-cart");
    await update.click();
    await asked;
    await continueButton(page).click();
    await expect(continueButton(page)).toHaveAttribute("aria-busy", "true");
    pressed.resolve();
  }
  // The page stays with the message if the pass could not be saved.
  await page.route("**/api/cart/pass/*", (route) => route.abort());
  await pressBoth();
  await expect(only.locator("[id^='message.']")).toBeFocused();
  await expect(continueButton(page)).not.toHaveAttribute("aria-busy");
  await expect(page).toHaveURL("/pass/demographics");
  await page.unroute("**/api/cart/pass/*");
  await pressBoth();
  await goToCart(page, pointer);
});

test("the way from the cart to checkout leads through the details of an incomplete pass", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await fillCartWithPasses(context, pass.silver);
  // The checkout does not let the shopper fill in its form first.
  await page.goto("/checkout", { waitUntil: "networkidle" });
  const notice = page.getByText("One pass in your cart isn't ready yet.");
  await expect(notice).toBeVisible();
  await expect(checkoutButton(page)).toHaveCount(0);
  const complete = page.getByRole("link", { name: "Check passholder details" });
  await expect(complete).toHaveCount(2);
  await expectAccessible(page);
  await complete.last().click();
  await expect(page).toHaveURL("/pass/demographics?from=cart");

  const steps = page.getByRole("navigation", { name: "Steps in your purchase" });
  const listed = steps.getByRole("listitem");
  const current = steps.locator("[aria-current=step]");
  await page.goto("/cart", { waitUntil: "networkidle" });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  const all = ["Passholders", "Cart", "Checkout", "Confirmation"];
  await expect(listed).toHaveText(all);
  await page.getByRole("link", { name: "Checkout", exact: true }).last().click();
  await expect(page).toHaveURL("/pass/demographics?from=cart");
  await page.waitForLoadState("networkidle");
  await expect(current).toHaveText("Passholders");
  await expect(listed).toHaveText(all);
  await expectAccessible(page);
  const only = page.getByRole("region", { name: "NEW Passes" }).locator("> ul > li");
  await fillHolder(only, ada);
  await continueButton(page).click();

  // The shopper goes on to checkout, and every step keeps its number. The plan and the donation belong to checkout.
  await expect(page).toHaveURL("/installment-billing/select");
  await page.waitForLoadState("networkidle");
  await expect(current).toHaveText("Checkout");
  await expect(listed).toHaveText(all);
  await page.getByRole("button", { name: "Continue with full price" }).click();
  await expect(page).toHaveURL("/donate");
  await expect(current).toHaveText("Checkout");
  await expect(listed).toHaveText(all);
  await page.getByRole("link", { name: "No thanks, continue" }).click();
  await expect(page).toHaveURL("/checkout");
  await page.waitForLoadState("networkidle");
  await expect(current).toHaveText("Checkout");
  await expect(listed).toHaveText(all);
});

test("a second pass for the same person is marked in the cart, and can be removed or bought", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  await signInAsNew(context);
  await fillCartWithPassesOfAda(context, pass.gold);
  const { orderId } = await placeOrder(context);
  await page.goto(`/order-lookup/my/${orderId}`);
  await expect(page.getByRole("button", { name: "View Passes" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Passes (PDF)" })).toBeVisible();
  await expect(page.getByText(/Tickets \(PDF\)|View Tickets/)).toHaveCount(0);

  await fillCartWithPasses(context, pass.gold);
  await page.goto("/cart", { waitUntil: "networkidle" });
  const already = page.getByText(
    /^Warning: Ada Lovelace already has this pass, valid through \w+\s\d+,\s20\d\d\.$/,
  );
  await expect(page.getByRole("listitem").filter({ hasText: "Adult" }).first()).toBeVisible();
  await expect(already, "no passholder is entered yet").toHaveCount(0);
  await describePasses(context);
  await page.reload({ waitUntil: "networkidle" });
  await expect(already).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "Checkout" }).first()).toBeVisible();

  // The page of passholders says the same, until the pass is for somebody else.
  await page.getByRole("link", { name: /^Change passholder for Adult/ }).click();
  await expect(page).toHaveURL("/pass/demographics");
  await expect(already).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Edit Ada Lovelace" }).click();
  const firstName = page.getByRole("textbox", { name: "First Name" });
  await firstName.fill("Mary");
  await expect(already).toHaveCount(0);
  await firstName.fill("ada");
  await page.getByRole("button", { name: "Update ada Lovelace" }).click();
  await expect(page.getByText(/^Warning: ada Lovelace already has this pass, valid through /)).toBeVisible();
  await page.goto("/cart", { waitUntil: "networkidle" });
  await expect(page.getByText(/^Warning: ada Lovelace already has this pass, valid through /)).toBeVisible();
  await page.getByRole("button", { name: /^Remove Adult/ }).click();
  await expect(page.getByText(/already has this pass/)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Your shopping cart is empty" })).toBeVisible();
  expect(errors).toEqual([]);
});

test("with the keyboard alone, a pass is added to the cart, its details are entered and its product is chosen", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await page.goto("/pass/demographics", { waitUntil: "networkidle" });
  await expect(page.getByText("There are no passes in your cart.")).toBeVisible();
  await expectAccessible(page);
  const press = keyboard(page);
  await press(page.getByRole("button", { name: "Add Another Pass" }));
  const blank = card(page, /^New Passholder/);
  await expect(heading(blank)).toBeFocused();
  await expect(blank.getByText("First name is required")).toHaveCount(0);
  for (const [label, value] of Object.entries(ada)) {
    const name = card(page, label === "First Name" ? /^New Passholder/ : /^Ada/);
    await walkTo(page, field(name, label));
    await page.keyboard.type(value);
  }
  await page.keyboard.press("Enter");
  await expect(continueButton(page)).toBeFocused();

  // The cart, opened in a second tab, links to the next step.
  const other = await context.newPage();
  await other.goto("/cart");
  await expect(other.getByRole("heading", { name: "There's nothing to pay for yet" })).toBeVisible();
  await expect(other.getByRole("link", { name: "Choose a pass for each person" })).toHaveAttribute(
    "href",
    "/pass/products",
  );
  await other.close();

  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/pass/products");
  await expect(page.getByRole("heading", { level: 1, name: "Your Renewal Options" })).toBeFocused();
  await expect(page.getByRole("radio", { name: /Child/ })).toHaveCount(0);
  await press(page.getByRole("button", { name: "Confirm your choice for Ada Lovelace" }));
  await expect(page.getByText("Selection is required")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("radio").first()).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByText("Selection is required")).toHaveCount(0);
  await page.keyboard.press("Enter");
  const total = page.locator("[data-running-total]");
  await expect(total).not.toHaveText("$0.00");
  await press(page.getByRole("button", { name: "Confirm your choice for Ada Lovelace" }));
  await expect(continueButton(page)).toBeFocused();
  await expect(page.getByRole("button", { name: "Change the choice for Ada Lovelace" })).toBeVisible();
  await page.keyboard.press("Enter");
  await goToCart(page, press);
  await expect(page.getByText("For Ada Lovelace")).toBeVisible();
});

test("one product is chosen for several passes in a single step, and removing a pass needs confirmation", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await page.goto("/pass/demographics", { waitUntil: "networkidle" });
  const add = page.getByRole("button", { name: "Add Another Pass" });
  for (const name of ["Ada", "Grace", "Mary"]) {
    await add.click();
    const blank = card(page, /^New Passholder/);
    await expect(heading(blank)).toBeFocused();
    await fillHolder(blank, { ...ada, "First Name": "", "Last Name": "" });
    await field(blank, "First Name").fill(name);
    const named = card(page, name);
    await field(named, "Last Name").fill("Lovelace");
    await named.getByRole("button", { name: `Update ${name} Lovelace` }).click();
    await expect(named.getByText("Completed", { exact: true })).toBeVisible();
  }

  const question = page.getByRole("alertdialog", { name: "Remove this pass?" });
  const remove = page.getByRole("button", { name: "Remove Pass for Grace Lovelace" });
  await remove.click();
  await expect(question.getByRole("button", { name: "Keep it" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(remove).toBeFocused();
  await remove.click();
  await question.getByRole("button", { name: "Remove Pass" }).click();
  await expect(remove).toHaveCount(0);
  await expect(heading(card(page, "Mary Lovelace"))).toBeFocused();
  await expect(progress(page)).toHaveText("2 of 2 complete");
  await continueButton(page).click();

  await expect(page).toHaveURL("/pass/products");
  await page.waitForLoadState("networkidle");
  await continueButton(page).press("Enter");
  await expect(page.getByText("Selection is required")).toBeVisible();
  await page.getByRole("radio", { name: /Platinum/ }).check();
  const price = await page.locator("label:has(:checked) .font-bold").textContent();
  await page.getByRole("button", { name: "Choose the same pass for all (2)" }).click();
  await expect(continueButton(page)).toBeFocused();
  await expect(page.getByRole("button", { name: /^Change the choice for/ })).toHaveCount(2);
  const cents = (text: string | null) => Number(text?.replace(/[^0-9]/g, ""));
  expect(cents(await page.locator("[data-running-total]").textContent())).toBe(2 * cents(price));
  await continueButton(page).click();
  await goToCart(page, pointer);
  await expect(page.getByText("For Mary Lovelace")).toBeVisible();

  // Back shows the chosen products.
  await goBackTo(page, "/pass/products");
  await expect(page.getByRole("button", { name: /^Change the choice for/ })).toHaveCount(2);
  expect(cents(await page.locator("[data-running-total]").textContent())).toBe(2 * cents(price));
  await continueButton(page).click();
  await goToCart(page, pointer);
  await expect(page.getByText("For Mary Lovelace")).toBeVisible();
});

test("a pass at full price names the sale that sells it for less, as do cart and checkout, and one press uses it for the same passholder", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await page.goto(pass.path, { waitUntil: "networkidle" });
  const sale = page.getByRole("link", { name: new RegExp(`^${passPage.title}: from \\$\\d`) });
  await expect(sale).toHaveAttribute("href", passPage.path);

  await fillCartWithPassesOfAda(context, pass.gold);
  const offer = page.getByRole("button", { name: `Use this offer: ${passPage.title}` });
  await page.goto("/checkout");
  await expect(offer).toBeVisible();
  await page.goto("/cart", { waitUntil: "networkidle" });
  const line = page.locator("[data-line]");
  const full = await line.textContent();
  await offer.click();
  await expect(page.getByText(`“${passPage.title}” has been applied.`)).toBeVisible();
  await expect(line).toContainText("Ada Lovelace");
  await expect(line).toContainText("First pass");
  expect(await line.textContent()).not.toBe(full);
  await expect(page.getByRole("button", { name: /^Use this offer/ })).toHaveCount(0);
  await expectAccessible(page);
});

test("Back shows the passholders as they were saved", async ({ page, context }) => {
  await signInAsNew(context);
  await fillCartWithPassesOfAda(context, pass.gold);
  await page.goto("/pass/demographics", { waitUntil: "networkidle" });
  await expect(progress(page)).toHaveText("1 of 1 complete");
  await page.getByRole("button", { name: "Add Another Pass" }).click();
  await fillHolder(card(page, /^New Passholder/), { ...ada, "First Name": "", "Last Name": "" });
  await field(card(page, /^New Passholder/), "First Name").fill("Grace");
  const graces = card(page, "Grace");
  await field(graces, "Last Name").fill("Lovelace");
  await graces.getByRole("button", { name: "Update Grace Lovelace" }).click();
  await expect(progress(page)).toHaveText("2 of 2 complete");
  await continueButton(page).click();
  await expect(page).toHaveURL("/pass/products");

  await page.goBack();
  await expect(page).toHaveURL("/pass/demographics");
  await expect(progress(page)).toHaveText("2 of 2 complete");
  await expect(heading(card(page, "Grace Lovelace"))).toBeVisible();
  await page.getByRole("button", { name: "Remove Pass for Grace Lovelace" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove Pass" }).click();
  await expect(progress(page)).toHaveText("1 of 1 complete");
});
