import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import {
  emailField,
  itemCount,
  password,
  passwordField,
  registered,
  signIn,
  signInAsNew,
  signInButton,
} from "../support/account";
import { expectAccessible } from "../support/axe";
import { buyCart, goToCart, keyboard, pointer, walkTo } from "../support/buying";
import { withCatalogue } from "../support/catalogue";
import { verificationLinkFor } from "../support/emails";
import {
  ada,
  card,
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

const college = "/product/multi/verified/pass/tag/college-pass";

const addPass = (page: Page, of: string): Locator => page.getByRole("button", { name: `Add Pass, ${of}` });
const adult = "Adult (Gold), Merrow Point Season Pass";
const child = "Child (Silver), Merrow Point Season Pass";
const passholder = (page: Page, number: number, count: number): Locator =>
  page.getByRole("group", { name: `Passholder ${number} of ${count}` });
const addToCart = (page: Page): Locator => page.getByRole("button", { name: "Add to Cart" });
const yours = (page: Page): Locator => page.getByRole("region", { name: "Your Passes" });
const alert = (page: Page): Locator => page.getByRole("main").getByRole("alert");
const wrong = (page: Page): Locator =>
  alert(page).filter({ hasText: "Please correct the details for these passholders first" });

async function say(entry: Locator, first: string, last: string, born: string): Promise<void> {
  await field(entry, "First Name").fill(first);
  await field(entry, "Last Name").fill(last);
  await field(entry, "Birth Date").fill(born);
}

/** What the demographics page shows of the passholder whose name and birth date the tag page has asked for. */
const born = (of: Locator, date: string): Locator => of.getByText(`Born ${date}`);

/** The fields of the demographics page that the tag page does not ask for. */
const { "First Name": _, "Last Name": __, "Birth Date": ___, ...elsewhere } = ada;

test("a guest buys first passes for herself and for a ten-year-old child, and signs in during the purchase", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  const email = await registered(context);
  await page.goto("/");
  await page.getByRole("link", { name: passPage.title, exact: true }).click();
  await expect(page).toHaveURL(passPage.path);
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(passPage.title);
  await expect(page.getByRole("tab", { name: "Full Price" })).toHaveAttribute("aria-selected", "true");
  const gold = page
    .getByRole("listitem")
    .filter({ hasText: /^Adult \(Gold\)/ })
    .last();
  for (const words of ["Ages 13 and up", "$197.10", "was $219.00", "First pass"])
    await expect(gold).toContainText(words);

  // Without a passholder, Add to Cart is blocked.
  await expect(addToCart(page)).toHaveAttribute("aria-disabled", "true");
  await expect(addToCart(page)).toHaveAccessibleDescription("Add at least one pass.");
  await addToCart(page).press("Enter");
  await expect(alert(page)).toHaveText(/Add at least one pass\.$/);
  await expect(alert(page)).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);

  await addPass(page, adult).click();
  await expect(field(passholder(page, 1, 1), "First Name")).toBeFocused();
  await expect(alert(page)).toHaveCount(0);
  await addPass(page, child).click();
  const [first, second] = [passholder(page, 1, 2), passholder(page, 2, 2)];
  await expect(field(second, "First Name")).toBeFocused();
  await expect(first.getByText("First name is required")).toHaveCount(0);
  await expect(yours(page).getByRole("listitem")).toHaveCount(2);
  await expect(page.locator("output")).toHaveText("$286.20");

  await addToCart(page).press("Enter");
  await expect(wrong(page)).toBeFocused();
  const messages = [
    "First name is required",
    "Last name is required",
    "A valid birth date is required (mm/dd/yyyy)",
  ];
  await expect(wrong(page).getByRole("listitem")).toHaveText([
    ...messages.map((message) => `Passholder 1: ${message}`),
    ...messages.map((message) => `Passholder 2: ${message}`),
  ]);
  for (const message of messages) await expect(first.getByText(message, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await wrong(page).getByRole("link").last().click();
  await expect(field(second, "Birth Date")).toBeFocused();

  // A name has at most 35 characters, and each pass has an age range.
  await say(first, "x".repeat(36), "Lovelace", "12/10/1990");
  await expect(field(first, "First Name")).toHaveValue("x".repeat(35));
  await field(first, "First Name").fill("Ada");
  await say(second, "Byron", "Lovelace", "12/31/13");
  await field(second, "Birth Date").blur();
  await expect(field(second, "Birth Date")).toHaveValue("12/31/2013");
  await expect(field(second, "Birth Date")).toHaveAccessibleDescription(
    "The passholder's age doesn't qualify for this pass.",
  );
  await second.getByRole("button", { name: "Choose the birth date from a calendar" }).click();
  await expect(second.getByLabel("Year")).toBeFocused();
  await expectAccessible(page);
  await second.getByLabel("Year").selectOption("2016");
  await second.getByLabel("Month", { exact: true }).selectOption("May");
  await second.getByRole("button", { name: /May 12, 2016/ }).click();
  await expect(field(second, "Birth Date")).toBeFocused();
  await expect(field(second, "Birth Date")).toHaveValue("05/12/2016");
  await expect(wrong(page)).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^Error: /);
  await expect(yours(page)).toContainText("Byron Lovelace");

  // Reload and Back restore the typed values.
  await page.reload({ waitUntil: "networkidle" });
  await expect(field(second, "Birth Date")).toHaveValue("05/12/2016");
  await page.getByRole("link", { name: "View All Pass Types" }).click();
  await expect(page.getByRole("heading", { name: "All Pass Types" })).toBeFocused();
  await expect(page).toHaveURL(`${passPage.path}?passes=all`);
  await expect(field(first, "First Name")).toHaveValue("Ada");
  await page.getByRole("link", { name: /^Cart/ }).first().click();
  await expect(page).toHaveURL("/cart");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Friend of the Museum" })).toBeVisible();
  await expect(field(first, "Last Name")).toHaveValue("Lovelace");
  await expect(addToCart(page)).not.toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
  await addToCart(page).dblclick();

  await expect(page).toHaveURL("/authenticate/smart-login?ReturnUrl=%2Fpass%2Fdemographics");
  expect(await itemCount(context)).toBe(2);
  await emailField(page).fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await passwordField(page).fill(password);
  await signInButton(page).click();
  await expect(page).toHaveURL("/pass/demographics");
  await page.waitForLoadState("networkidle");
  const [adas, byrons] = [card(page, "Ada Lovelace"), card(page, "Byron Lovelace")];
  await expect(born(adas, "December 10, 1990")).toBeVisible();
  await expect(field(adas, "First Name")).toHaveCount(0);
  await expectAccessible(page);
  await adas.getByRole("button", { name: "Change the name and birth date for Ada Lovelace" }).click();
  await expect(field(adas, "First Name")).toBeFocused();
  await expect(field(adas, "Birth Date")).toHaveValue("12/10/1990");
  // The address is typed once, so the second pass is closed.
  await expect(heading(byrons)).toHaveAttribute("aria-expanded", "false");
  await byrons.getByRole("button", { name: "Edit Byron Lovelace" }).click();
  await expect(heading(byrons)).toBeFocused();
  await expect(born(byrons, "May 12, 2016")).toBeVisible();
  await expect(field(adas, "Email")).toBeEnabled();
  await expect(field(byrons, "Email")).toBeDisabled();
  await expect(field(byrons, "Email")).toHaveAccessibleDescription("Not needed for ages 13 and under");
  await expect(adas.getByLabel("Use this information for all new passholders")).toBeChecked();
  await fillHolder(adas, elsewhere);
  await expect(progress(page)).toHaveText("2 of 2 complete");
  await page.getByRole("button", { name: "Continue", exact: true }).click();

  await goToCart(page, pointer);
  await expect(page.getByText("For Ada Lovelace")).toBeVisible();
  await expect(page.getByText("For Byron Lovelace")).toBeVisible();
  await expect(page.getByText("First pass").first()).toBeVisible();
  const tickets = await buyCart(page, pointer);
  await expect(tickets).toHaveCount(2);
  await expect(tickets.filter({ hasText: "Byron Lovelace" })).toHaveCount(1);
  expect(errors).toEqual([]);

  // The passes were bought, so the page starts empty.
  await page.goto(passPage.path, { waitUntil: "networkidle" });
  await expect(yours(page)).toContainText("Nothing chosen yet.");
});

test("passes of two kinds are chosen and bought with the keyboard alone", async ({ page, context }) => {
  await signInAsNew(context);
  const press = keyboard(page);
  await page.goto(passPage.path, { waitUntil: "networkidle" });
  await press(page.getByRole("link", { name: "View All Pass Types" }));
  await expect(page.getByRole("heading", { name: "All Pass Types" })).toBeFocused();
  await press(addPass(page, "Adult (Twilight), Merrow Point Twilight Pass"));
  await page.keyboard.type("Grace");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Hopper");
  await page.keyboard.press("Tab");
  await page.keyboard.type("12/9/1986");
  await press(addPass(page, "Adult (Friend), Friend of the Museum"));
  await press(addPass(page, "Adult (Friend), Friend of the Museum"));

  // Removing a passholder moves focus to the previous passholder for the same pass. If there is none, focus
  // moves to the button that adds a passholder.
  const remove = (number: number) => page.getByRole("button", { name: `Remove passholder ${number}` });
  await press(remove(3));
  await expect(passholder(page, 2, 2)).toBeFocused();
  await press(remove(2));
  await expect(addPass(page, "Adult (Friend), Friend of the Museum")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field(passholder(page, 2, 2), "First Name")).toBeFocused();
  await page.keyboard.type("Mary");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Anning");
  await page.keyboard.press("Tab");
  await page.keyboard.type("05211999");
  await press(addToCart(page));

  await expect(page).toHaveURL("/pass/demographics");
  const [graces, marys] = [card(page, "Grace Hopper"), card(page, "Mary Anning")];
  await expect(marys).toBeVisible();
  for (const [label, value] of Object.entries(elsewhere)) {
    await walkTo(page, field(graces, label));
    await page.keyboard.type(value);
  }
  await page.keyboard.press("Enter");
  await expect(marys.getByText("Completed", { exact: true })).toBeVisible();
  await expect(progress(page)).toHaveText("2 of 2 complete");
  await expect(page.getByRole("button", { name: "Continue", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await goToCart(page, press);
  const tickets = await buyCart(page, press);
  await expect(tickets).toHaveCount(2);
  await expect(tickets.filter({ hasText: "Mary Anning" })).toHaveCount(1);
});

test("a shopper whose details are known is not asked for them again", async ({ page, context }) => {
  await signInAsNew(context);
  // A pass of another level: the page would stay open to say that Ada has the same pass already.
  await fillCartWithPassesOfAda(context, pass.silver);
  await placeOrder(context);
  await page.goto(passPage.path, { waitUntil: "networkidle" });
  await addPass(page, adult).click();
  await say(passholder(page, 1, 1), "Ada", "Lovelace", "12/10/1990");
  await addToCart(page).click();
  await goToCart(page, pointer);
  await expect(page.getByText("For Ada Lovelace")).toBeVisible();
  await expect(page.getByText(/isn't ready yet/)).toHaveCount(0);

  // The details can be read and changed from the steps of the purchase.
  await page
    .getByRole("navigation", { name: "Steps in your purchase" })
    .getByRole("link", { name: "Passholders" })
    .click();
  await expect(page).toHaveURL("/pass/demographics");
  await expect(card(page, "Ada Lovelace")).toContainText("Born December 10, 1990. ");
  await expect(progress(page)).toHaveText("1 of 1 complete");
});

/** Registers and signs in a student of the college. The e-mail address is not verified yet. */
async function aStudent(context: BrowserContext): Promise<string> {
  const email = await registered(context, `ada-${crypto.randomUUID()}@ellery-college.example`);
  await signIn(context, email);
  return email;
}

test("passes of a verified offer require sign-in and a verified e-mail address, and are sold at the offer's price", async ({
  page,
  context,
}) => {
  await page.goto(college);
  await expect(page).toHaveURL(`/authenticate/smart-login?ReturnUrl=${encodeURIComponent(college)}`);
  const email = await aStudent(context);
  await page.goto(college);
  await expect(page.getByText(/confirmed email address at ellery-college\.example/)).toBeVisible();
  await expect(addToCart(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Confirm your email address" }).click();
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText(/^We've emailed you a link\./)).toBeVisible();
  await page.goto(await verificationLinkFor(email));
  await expect(page.getByRole("heading", { name: "Email address confirmed" })).toBeVisible();
  await page.getByRole("link", { name: "See what you can buy" }).click();
  await page.getByRole("link", { name: "Passes for Ellery College", exact: true }).click();
  await expect(page).toHaveURL(college);
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("link", { name: "View All Pass Types" })).toHaveCount(0);
  await addPass(page, "Adult (Twilight), Merrow Point Twilight Pass").click();
  await say(passholder(page, 1, 1), "Ada", "Lovelace", "12/10/1990");
  await addToCart(page).click();
  await expect(page).toHaveURL("/pass/demographics");
  await expect(born(card(page, "Ada Lovelace"), "December 10, 1990")).toBeVisible();
  await page.goto("/cart");
  await expect(page.getByText("Ellery College passes").first()).toBeVisible();
  await expect(page.getByText("$74.25").first()).toBeVisible();
});

test("the page enforces the purchase limit of passes, and shows the API's message if the cart would exceed the limit", async ({
  page,
  context,
}) => {
  await fillCartWithPasses(context, pass.gold, 8);
  await page.goto(passPage.path, { waitUntil: "networkidle" });
  for (let count = 1; count <= 8; count++) {
    await addPass(page, child).click();
    await expect(passholder(page, count, count)).toBeVisible();
  }
  await expect(addPass(page, child)).toHaveAttribute("aria-disabled", "true");
  await expect(addPass(page, child)).toHaveAccessibleDescription("Maximum quantity is 8");
  await addPass(page, child).press("Enter");
  await expect(passholder(page, 9, 9)).toHaveCount(0);
  for (let count = 8; count >= 1; count--) {
    await page.getByRole("button", { name: `Remove passholder ${count}` }).click();
  }
  await expect(addPass(page, child)).toBeFocused();

  await addPass(page, adult).click();
  await say(passholder(page, 1, 1), "Ada", "Lovelace", "12/10/1990");
  await addToCart(page).click();
  await expect(alert(page)).toHaveText(/Maximum quantity is 8$/);
  await expect(alert(page)).toBeFocused();
  await expect(field(passholder(page, 1, 1), "First Name")).toHaveValue("Ada");
  expect(await itemCount(context)).toBe(8);
});

test("a raised price needs confirmation, and the page shows the new price after the shopper declines", {
  tag: "@alone",
}, async ({ page, context }) => {
  await withCatalogue(async (sell) => {
    await page.goto(passPage.path, { waitUntil: "networkidle" });
    await addPass(page, adult).click();
    await say(passholder(page, 1, 1), "Ada", "Lovelace", "12/10/1990");
    sell("promotions.toml", (now) =>
      now.replace(/(secondary_tag = "all-passes"\n)percent_off = 10/, "$1percent_off = 5"),
    );
    await expect.poll(async () => (await page.request.get(passPage.path)).text()).toContain("$208.05");
    await addToCart(page).click();
    const question = page.getByRole("alertdialog", { name: "The price has changed" });
    await expect(question).toContainText("Adult $208.05 (was $197.10)");
    await expectAccessible(page);
    await question.getByRole("button", { name: "Choose again" }).click();
    await expect(addToCart(page)).toBeFocused();
    await expect(page.locator("output")).toHaveText("$208.05");
    expect(await itemCount(context)).toBe(0);
    await addToCart(page).click();
    await expect(page).toHaveURL(/ReturnUrl=%2Fpass%2Fdemographics$/);
    expect(await itemCount(context)).toBe(1);
  });
});

test("the page of a tag without passes on sale says that nothing is available and links to the home page", async ({
  page,
}) => {
  const path = "/product/multi/pass/tag/passes-of-yesterday";
  await withCatalogue(async (sell) => {
    sell("venues/8-passes.toml", (now) =>
      now.replace(
        'tags = ["museum", "pass", "all-passes", "college-pass"]',
        'tags = ["museum", "passes-of-yesterday", "college-pass"]\non_sale_until = 2026-01-01T10:00:00',
      ),
    );
    await expect.poll(async () => (await page.request.get(path)).status()).toBe(200);
    await page.goto(path);
    await expect(page.getByText("Nothing is available here right now")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "See what you can buy" }).click();
    await expect(page).toHaveURL("/");
  });
});

test("the tag page of passes is accessible when it opens, with an open calendar, and with errors", async ({
  page,
}) => {
  await page.goto(`${passPage.path}?passes=all`, { waitUntil: "networkidle" });
  await expectAccessible(page);
  await addPass(page, adult).click();
  await addPass(page, child).click();
  await page.getByRole("button", { name: "Choose the birth date from a calendar" }).first().click();
  await page.getByRole("grid").waitFor();
  await expectAccessible(page);
  await addToCart(page).press("Enter");
  await expect(wrong(page)).toBeFocused();
  await expectAccessible(page);
});

test("on the narrowest phones, links and buttons are large enough and nothing scrolls sideways", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${passPage.path}?passes=all`, { waitUntil: "networkidle" });
  await addPass(page, adult).click();
  await page.getByRole("button", { name: "Choose the birth date from a calendar" }).click();
  await page.getByRole("grid").waitFor();
  await addToCart(page).press("Enter");
  await expect(wrong(page)).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const small = await page.locator("main button, main a, main select").evaluateAll((targets) =>
    targets
      .map((target) => ({ target, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
      .map(({ target }) => target.outerHTML),
  );
  expect(small).toEqual([]);
  await expect(addToCart(page)).toBeInViewport({ ratio: 1 });
});
