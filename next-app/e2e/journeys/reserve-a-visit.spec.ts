import { expect, type Locator, type Page, test } from "@playwright/test";
import { alert, inMenu, signInAsNew, summary } from "../support/account";
import { expectAccessible } from "../support/axe";
import { goToCheckout, keyboard, pay, pointer } from "../support/buying";
import { importPasses } from "../support/imported";
import { BusyShopper } from "../support/interactions";
import { post } from "../support/purchase";
import {
  begin,
  beginWith,
  boughtMuseumPass,
  boughtPasses,
  boughtTicket,
  chooseNextDay,
  chooseTime,
  confirmed,
  entryDialog,
  goOn,
  guest,
  isFriday,
  laterDay,
  parkOpens,
  sites,
  typeDay,
} from "../support/reserving";
import { pass } from "../support/revising";
import { browserErrors } from "../support/shop";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const status = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });
const toast = (page: Page, words: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(words);

async function describeGuest(page: Page): Promise<void> {
  await page.getByLabel("First Name").fill(guest.firstName);
  await page.getByLabel("Last Name").fill(guest.lastName);
  await page.getByLabel(/^Email/).fill(guest.emailAddress);
  await page.getByLabel(/^Phone/).fill(guest.phoneNumber);
  await page.getByLabel("ZIP code").fill(guest.zip);
}

test("a family with passes, a ticket, a child and a guest reserves a visit and adds a locker", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  await signInAsNew(context);
  const [first = "", second = ""] = await boughtPasses(context, 2);
  const { barcode, date } = await boughtTicket(context, isFriday);

  await page.goto("/reservation/site", { waitUntil: "networkidle" });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Choose Merrow Point Park" }).click();

  // Everything about the guest is known, so only a change opens the form.
  await expect(page).toHaveURL("/reservation/link");
  await expect(page.getByText("Merrow Point Park")).toBeVisible();
  await page.getByRole("link", { name: "Change contact details" }).click();
  await expect(page).toHaveURL("/reservation/begin?then=link");
  await page.waitForLoadState("networkidle");
  // The form is filled from the account and its last order.
  await expect(page.getByLabel("First Name")).toHaveValue("Ada");
  await expect(page.getByLabel(/^Phone/)).not.toHaveValue("");
  for (const label of [/^First Name/, /^Last Name/, /^Email/, /^Phone/, /^ZIP code/])
    await page.getByLabel(label).fill("");
  await goOn(page, pointer);
  await expect(summary(page)).toBeFocused();
  for (const words of [
    "First Name is required",
    "Last Name is required",
    "A valid email address is required",
    "A ten digit phone number is required",
    "A 5 digit US or 6 character Canadian postal code is required",
  ]) {
    await expect(summary(page)).toContainText(words);
  }
  await expectAccessible(page);
  await describeGuest(page);
  await goOn(page, pointer);

  await expect(page).toHaveURL("/reservation/link");
  await page.waitForLoadState("networkidle");
  await goOn(page, pointer);
  await expect(alert(page)).toHaveText(
    "Error: You must add at least one (1) ID or barcode as instructed above before you can continue.",
  );
  await page.getByRole("button", { name: `Add ${guest.firstName} Lovelace, ${first}` }).click();
  await expect(toast(page, "Pass added successfully").first()).toBeVisible();
  await expect(page.locator(":focus")).toHaveAccessibleName(/^Add .+, [0-9A-Z]+$/);
  await page.getByRole("button", { name: "Add another pass or ticket by ID or barcode" }).click();
  await page.getByRole("textbox", { name: /^Season Pass ID/ }).fill(second.toLowerCase());
  await page.getByRole("button", { name: "Add Pass" }).click();
  await expect(summary(page)).toContainText("Zip Code is required");
  await page.getByRole("textbox", { name: /^ZIP code/ }).fill(guest.zip);
  await page.getByRole("button", { name: "Add Pass" }).click();
  await expect(page.getByRole("button", { name: `Remove Ada Lovelace, ${second}` })).toBeVisible();
  await page.getByRole("radio", { name: "Ticket" }).check();
  await page.getByRole("textbox", { name: /^Barcode/ }).fill("NO-SUCH-CODE");
  await page.getByRole("button", { name: "Add Ticket" }).click();
  await expect(alert(page)).toContainText("We couldn't find a ticket with this barcode.");
  await page.getByRole("textbox", { name: /^Barcode/ }).fill(barcode);
  await page.getByRole("button", { name: "Add Ticket" }).click();
  await expect(toast(page, "Ticket added successfully").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your party", exact: true })).toBeFocused();
  await page.getByRole("button", { name: /^Where do I find/ }).click();
  await expect(page.getByRole("dialog", { name: /^Where to find/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Increase Children without tickets" }).click();
  const guests = page.getByRole("spinbutton", { name: "Additional guests" });
  await guests.fill("9");
  await expect(guests).toHaveValue("2");
  await expect(
    status(page, "You can only have a max of 2 additional adult(s) or child(ren) (4+) per reservation"),
  ).toBeVisible();
  await guests.fill("1");
  await page
    .getByRole("checkbox", { name: /Tea and scones/ })
    .first()
    .check();
  await expectAccessible(page);
  await goOn(page, pointer);

  await expect(page).toHaveURL("/reservation/date");
  await page.waitForLoadState("networkidle");
  await expectAccessible(page);
  await parkOpens(page, "Merrow Point");
  await expect(page.getByRole("list", { name: "Legend" }).getByRole("listitem")).toHaveText([
    "Unavailable",
    "Full",
    "Almost Full",
    "Low Capacity",
    "Available",
  ]);
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Next available/ }).click();
  const dialog = entryDialog(page);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("radio").first()).toBeFocused();
  await expect(dialog.getByRole("radio").first()).toHaveAccessibleDescription(
    "You must select an entry time",
  );
  const friends = dialog.getByRole("spinbutton");
  await friends.fill("3");
  await expect(friends).toHaveValue("2");
  await expect(dialog.getByText("The reservation only allows 2 bring a friends")).toBeVisible();
  await dialog.getByRole("radio", { name: /^11:00 AM/ }).check();
  await expectAccessible(page);
  await friends.fill("0");
  await dialog.getByRole("button", { name: "Continue" }).click();

  await expect(page).toHaveURL("/reservation/add-ons");
  await page.waitForLoadState("networkidle");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Increase Locker, Park Locker" }).click();
  await page.getByRole("button", { name: "Add to Cart: Park Locker" }).click();
  await expect(status(page, "Added to your cart: Park Locker")).toBeVisible();
  await expect(page.getByText("In your cart: 1")).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();

  await expect(page).toHaveURL("/reservation/review");
  await page.waitForLoadState("networkidle");
  await expectAccessible(page);
  await expect(page.getByText(/^Your spots are held for \d+ more minutes\.$/)).toBeVisible();
  await page.getByRole("link", { name: "Edit guest" }).click();
  await expect(page).toHaveURL("/reservation/begin?then=review");
  await page.getByLabel("First Name").fill("Augusta");
  await page.getByRole("button", { name: "Save and Return to Review" }).click();
  await expect(page).toHaveURL("/reservation/review");
  await expect(page.getByText("Augusta Lovelace")).toBeVisible();
  await page.getByRole("button", { name: "Continue to Payment" }).click();

  await expect(page).toHaveURL("/cart");
  await goToCheckout(page, pointer);
  await pay(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "View Reservation" }).click();
  await expect(heading(page)).toHaveText("Your visit is reserved");
  await expect(heading(page)).toBeFocused();
  await expect(page.getByRole("img", { name: /^QR code for reservation/ })).toBeVisible();
  await expect(page.locator("[data-kind]")).toHaveCount(7);
  await expectAccessible(page);
  expect(date).not.toBe("");
  expect(errors).toEqual([]);
});

/** The most presses from the page of reservations to the reserved visit. */
const mostPresses = 6;

test("a shopper with one pass reserves a visit with few presses and is asked only for what is open", {
  tag: "@both",
}, async ({ page, context }) => {
  await signInAsNew(context);
  await boughtPasses(context, 1);
  const shopper = new BusyShopper(page);
  const press = (what: string) => (element: Locator) => shopper.press(what, element);
  await page.goto("/");
  await page.goto("/reservation/begin");
  // The pass admits to one of the sites, and the account knows its owner.
  await expect(page).toHaveURL("/reservation/link");
  await expect(toast(page, "Pass added successfully").first()).toBeVisible();
  await expectAccessible(page);
  await goOn(page, press("party"));
  await expect(page).toHaveURL("/reservation/date");
  await page.waitForLoadState("networkidle");
  await parkOpens(page, "Merrow Point");
  await chooseNextDay(page, press("day and time"));
  await confirmed(page, press("add-ons and review"));
  expect(shopper.interactions.length, shopper.interactions.join(", ")).toBeLessThanOrEqual(mostPresses);
});

test("a step that was skipped is not in the history", async ({ page, context }) => {
  await signInAsNew(context);
  await boughtMuseumPass(context);
  await page.goto("/profile");
  await page.goto("/reservation/begin");
  await expect(page).toHaveURL("/reservation/link");
  await expect(toast(page, "Pass added successfully").first()).toBeVisible();
  // A pass that the visitor removed stays away.
  await page.getByRole("button", { name: /^Remove Ada Lovelace/ }).click();
  await expect(page.getByRole("button", { name: /^Add Ada Lovelace/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/profile");
});

test("Reservations in the menu goes on at the missing step, and Back shows the guest's details again", async ({
  page,
  context,
}) => {
  const openReservations = async () => (await inMenu(page, "Reservations")).click();
  await page.goto("/");
  await context.request.get("/api/session");
  await post(context, `/config/web-site/${sites.parks}`, {});
  await page.goto("/reservation/begin", { waitUntil: "networkidle" });
  await describeGuest(page);
  await goOn(page, pointer);
  await expect(page).toHaveURL("/reservation/link");
  await page.goBack();
  await expect(page.getByLabel("First Name")).toHaveValue(guest.firstName);
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByLabel("First Name")).toHaveValue(guest.firstName);
  await openReservations();
  await expect(page).toHaveURL("/reservation/link");

  await signInAsNew(context);
  await beginWith(context, sites.parks, { passes: await boughtPasses(context, 1) });
  await page.goto("/", { waitUntil: "networkidle" });
  await openReservations();
  await expect(page).toHaveURL("/reservation/date");
  await parkOpens(page, "Merrow Point");
  // Another park is kept after a reload.
  await page.getByRole("radio", { name: "Gull Island Gardens" }).check();
  await parkOpens(page, "Gull Island Gardens");
  await page.reload({ waitUntil: "networkidle" });
  await parkOpens(page, "Gull Island Gardens");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Guest Info" }).click();
  await expect(page.getByLabel("First Name")).toHaveValue(guest.firstName);
});

test("at a site with one park, a visit is reserved with the keyboard alone", async ({ page, context }) => {
  const press = keyboard(page);
  const errors = browserErrors(page);
  await signInAsNew(context);
  await boughtMuseumPass(context);
  await page.goto("/reservation/site", { waitUntil: "networkidle" });
  await press(page.getByRole("button", { name: "Choose Ellery Museum of Natural History" }));
  await expect(page).toHaveURL("/reservation/link");
  await expect(heading(page)).toBeFocused();
  // The only pass comes along.
  await expect(toast(page, "Pass added successfully").first()).toBeVisible();
  await press(page.getByRole("link", { name: "Change contact details" }));
  await expect(page).toHaveURL("/reservation/begin?then=link");
  await expect(heading(page)).toBeFocused();
  for (const [label, words] of [
    [/^First Name/, guest.firstName],
    [/^Last Name/, guest.lastName],
    [/^Email/, guest.emailAddress],
    [/^Phone/, guest.phoneNumber],
    [/^ZIP code/, guest.zip],
  ] as const) {
    const field = page.getByLabel(label);
    await field.focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(words);
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/reservation/link");
  await expect(heading(page)).toBeFocused();
  await goOn(page, press);
  await expect(page).toHaveURL("/reservation/date");
  await expect(heading(page)).toBeFocused();
  await expect(page.getByRole("img", { name: /long-necked skeleton/ })).toBeVisible();
  await chooseNextDay(page, press);
  await expect(page).toHaveURL("/reservation/review");
  await expect(heading(page)).toBeFocused();
  await confirmed(page, press);
  await expect(heading(page)).toBeFocused();
  expect(errors).toEqual([]);
  await page.goBack();
  await expect(page).not.toHaveURL(/\/reservation\/(my|review)/);
});

for (const [where, site, variant, said] of [
  // All parks that admit the party are tried, and the visitor is told once.
  [
    "any of these places",
    sites.parks,
    "season-pass-gold",
    "There are no dates available for your party at any of these places.",
  ],
  ["its only park", sites.museum, "museum-pass-adult", "There are no dates available for your party."],
] as const) {
  test(`a party that finds no dates at ${where} goes back to its tickets`, async ({ page, context }) => {
    const inAnotherYear = [400, 700] as const;
    const holder = { first_name: "Ada", last_name: "Lovelace", birth_date: "1990-12-10", zip: guest.zip };
    const [barcode] = await importPasses(context, [{ variant, ...holder }], inAnotherYear);
    await context.request.get("/api/session");
    await begin(context, site);
    await page.goto("/reservation/link", { waitUntil: "networkidle" });
    await page.getByLabel(/^Season Pass ID/).fill(barcode ?? "");
    await page.getByLabel(/^ZIP code/).fill(guest.zip);
    await page.getByRole("button", { name: "Add Pass" }).click();
    await expect(toast(page, "Pass added successfully").first()).toBeVisible();
    await goOn(page, pointer);
    await expect(page).toHaveURL("/reservation/date");
    const dialog = page.getByRole("alertdialog", { name: "No Available Dates" });
    await expect(dialog).toContainText(said);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Back to your tickets" }).click();
    await expect(page).toHaveURL("/reservation/link");
  });
}

test("a visit is moved, looked up in another browser, shown as booked, and cancelled", async ({
  page,
  context,
  browser,
}) => {
  const errors = browserErrors(page);
  await signInAsNew(context);
  const passes = await boughtPasses(context, 1);
  await beginWith(context, sites.parks, { passes });
  await page.goto("/reservation/date", { waitUntil: "networkidle" });
  await parkOpens(page, "Merrow Point");
  const day = await laterDay(context);
  await typeDay(page, day);
  await chooseTime(page, pointer);
  const code = await confirmed(page, pointer);
  await page.waitForLoadState("networkidle");

  await page.getByRole("button", { name: "Move to another time" }).click();
  await typeDay(page, day);
  const dialog = entryDialog(page);
  await expect(dialog.getByRole("radio", { checked: true })).toHaveCount(1);
  await dialog.getByRole("radio").last().check();
  const move = dialog.getByRole("term");
  await expect(move).toHaveText(["Your current visit", "Your new visit"]);
  const [now, later] = await dialog.getByRole("definition").allTextContents();
  expect(later).not.toBe(now);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Move Visit" }).click();
  const when = String.raw`\w{3},\s\w{3}\s\d+,\s\d+:00\s[AP]M`;
  await expect(page.getByText(new RegExp(`^Done: Moved from ${when} to ${when}\\.$`))).toBeVisible();
  await expect(heading(page)).toHaveText("Your visit has been changed");
  await expect(page.getByText(/^We've emailed the new details to /)).toBeVisible();
  await expect(page.getByRole("region", { name: "Plan your visit" })).toBeVisible();
  await expectAccessible(page);
  const place = page.url();

  const file = page.getByRole("link", { name: "Add to calendar" });
  const entry = await context.request.get((await file.getAttribute("href")) ?? "");
  expect(entry.headers()["content-type"]).toContain("text/calendar");
  expect(await entry.text()).toContain(code);

  // The reservation is found only with its code and the phone number together.
  const elsewhere = await browser.newContext({
    baseURL: new URL(place).origin,
    viewport: page.viewportSize(),
  });
  const stranger = await elsewhere.newPage();
  await stranger.goto(place);
  await expect(stranger).toHaveURL("/reservation/begin?error=8");
  await expect(alert(stranger)).toHaveText("Error: Unable to locate reservation");
  await stranger.goto("/reservation/my", { waitUntil: "networkidle" });
  await expect(stranger.getByText("You don't have any reservations yet.")).toBeVisible();
  await expectAccessible(stranger);
  // The link in the e-mail has the code, so that only the phone number is missing.
  await stranger.goto(`${place}?code=${code}`, { waitUntil: "networkidle" });
  await expect(stranger).toHaveURL(`/reservation/my?code=${code}`);
  await expect(stranger.getByLabel("Reservation code")).toHaveValue(code);
  await expectAccessible(stranger);
  await stranger.getByLabel("Phone").fill("5185550199");
  await stranger.getByRole("button", { name: "Find" }).click();
  await expect(alert(stranger)).toContainText("We couldn't find a reservation");
  await stranger.getByLabel("Phone").fill("(518) 555-0123");
  await stranger.getByRole("button", { name: "Find" }).click();
  await expect(stranger).toHaveURL(place);
  await elsewhere.close();

  await page.goto("/profile");
  const next = page.getByRole("region", { name: "Your next visit" });
  await next.getByRole("link", { name: `View reservation ${code}` }).click();
  await expect(page).toHaveURL(place);

  // Tries to reserve with the same pass on the same day again.
  await beginWith(context, sites.parks, { passes });
  await page.goto("/reservation/date", { waitUntil: "networkidle" });
  await parkOpens(page, "Merrow Point");
  await page.getByLabel("Or type a date").fill(day);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^That date isn't available: .* Please choose another date\.$/)).toBeVisible();
  await expect(
    page.getByText(/^Not available because one of your party's tickets or passes already has a reservation:/),
  ).toBeVisible();
  await expect(
    page.getByRole("button", { name: /Unavailable, ticket or pass already reserved$/ }),
  ).toHaveCount(1);

  await page.goto(place, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Cancel the reservation" }).click();
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(question).toContainText(code);
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel the reservation" }).click();
  await expect(heading(page)).toHaveText("This reservation has been canceled");
  await expect(page.getByRole("button", { name: "Move to another time" })).toHaveCount(0);
  await expectAccessible(page);
  expect(errors).toEqual([]);
});

test("parking that a Gold pass includes is added for free, as often as the pass gives it", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await beginWith(context, sites.parks, { passes: await boughtPasses(context, 1) });
  await page.goto("/reservation/date", { waitUntil: "networkidle" });
  await parkOpens(page, "Merrow Point");
  await chooseNextDay(page, pointer);
  await expect(page).toHaveURL("/reservation/add-ons");
  await page.waitForLoadState("networkidle");
  const parking = page
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: "Park Parking" }) });
  const benefit = parking.getByRole("listitem").filter({ hasText: "Parking for passholders" });
  await expect(benefit).toContainText("Included with Ada Lovelace's pass");
  await expect(benefit).toContainText("10 left");
  await benefit.getByRole("button", { name: /^Increase/ }).click();
  // Continue adds what was chosen, or says what is missing.
  const next = page.getByRole("main").getByRole("link", { name: "Continue" });
  await next.press("Enter");
  await expect(parking.getByRole("alert")).toContainText("Choose one of the options");
  await expect(page).toHaveURL("/reservation/add-ons");
  await parking.getByRole("radio", { name: /Harbor Gate lot/ }).check();
  await expectAccessible(page);
  await next.click();
  await expect(page).toHaveURL("/reservation/review");
  await expect(page.getByRole("listitem").filter({ hasText: "Park Parking" })).toContainText("$0.00");
  await page.getByRole("button", { name: "Continue to Checkout" }).click();
  await expect(page).toHaveURL("/cart");
});

test("a visitor who skips a step is redirected to it, and a message is shown for every error code", async ({
  page,
  context,
}) => {
  for (const step of ["link", "date", "add-ons", "review"]) {
    await page.goto(`/reservation/${step}`);
    await expect(page).toHaveURL("/reservation/begin?error=2");
    await expect(alert(page)).toHaveText("Error: Reservation has an incorrect status. Let's begin again.");
    await expect(alert(page)).toBeFocused();
  }
  await expectAccessible(page);
  await signInAsNew(context);
  const passes = await boughtPasses(context, 1);
  await begin(context, sites.parks);
  await page.goto("/reservation/date");
  await expect(page).toHaveURL("/reservation/link?error=4");
  await expect(alert(page)).toHaveText("Error: Tickets were not added successfully. Let's try again.");
  await beginWith(context, sites.parks, { passes });
  await page.goto("/reservation/review");
  await expect(page).toHaveURL("/reservation/date?error=6");
  await expect(alert(page)).toHaveText(
    "Error: The date of visit was not added successfully. Let's try again.",
  );
  for (const [code, words] of [
    ["1", "Your session has timed out due to inactivity"],
    ["3", "Unexpected error occurred in reservation"],
    ["5", "Unexpected error occurred adding tickets"],
    ["7", "Access to the reservation no longer allowed"],
    ["8", "Unable to locate reservation"],
    ["9", "Unable to create reservation"],
    ["10", "Unable to create reservation"],
    ["11", "An unexpected error has occurred"],
  ]) {
    await page.goto(`/reservation/begin?error=${code}`);
    await expect(alert(page)).toHaveText(`Error: ${words}`);
    await expect(alert(page)).toBeFocused();
  }
});

test("an unexpected failure is shown on the page where it happened", async ({ page, context }) => {
  await signInAsNew(context);
  const passes = await boughtPasses(context, 1);
  const fails = (path: string) =>
    page.route(`**/api/reservation/${path}`, (route) => route.fulfill({ status: 500, body: "{}" }));
  await fails("begin");
  await page.goto("/reservation/site", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Choose Merrow Point Park" }).click();
  // The details are known and are sent at once. After a failure they can be changed and sent again.
  await expect(page).toHaveURL("/reservation/begin");
  await expect(alert(page)).toHaveText("Error: Unable to create reservation");
  await describeGuest(page);
  await goOn(page, pointer);
  await expect(alert(page)).toHaveText("Error: Unable to create reservation");

  await beginWith(context, sites.parks, { passes });
  await fails("ticket-finalize");
  await page.goto("/reservation/link", { waitUntil: "networkidle" });
  await goOn(page, pointer);
  await expect(alert(page)).toHaveText("Error: Unexpected error occurred adding tickets");

  await page.goto("/reservation/date", { waitUntil: "networkidle" });
  await parkOpens(page, "Merrow Point");
  await page.getByRole("radio", { name: "Gull Island Gardens" }).check();
  await parkOpens(page, "Gull Island Gardens");
  await chooseNextDay(page, pointer);
  await fails("submit");
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL("/reservation/review");
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Confirm Reservation" }).click();
  await expect(alert(page)).toHaveText("Error: Unable to create reservation");
});

test("a reservation confirmed in one tab can no longer be changed in another", async ({ page, context }) => {
  await signInAsNew(context);
  await beginWith(context, sites.museum, { passes: await boughtMuseumPass(context) });
  await page.goto("/reservation/link", { waitUntil: "networkidle" });
  const other = await context.newPage();
  await other.goto("/reservation/date", { waitUntil: "networkidle" });
  await chooseNextDay(other, pointer);
  await confirmed(other, pointer);
  await goOn(page, pointer);
  await expect(page).toHaveURL("/reservation/begin?error=7");
  await expect(alert(page)).toHaveText("Error: Access to the reservation no longer allowed");
  await expect(alert(page)).toBeFocused();
});

/**
 * Minutes after which a session has certainly expired: it lasts twenty minutes, and a browser can restore it for two
 * more.
 */
const longerThanASession = 25;

test("a reservation whose session expired must be started again", async ({ page, context }) => {
  await signInAsNew(context);
  const passes = await boughtPasses(context, 1);
  const timedOut = "Error: Your session has timed out due to inactivity";

  await beginWith(context, sites.parks, { passes });
  await page.goto("/reservation/link", { waitUntil: "networkidle" });
  pass(longerThanASession);
  await goOn(page, pointer);
  await expect(page).toHaveURL("/reservation/begin?error=1");
  await expect(alert(page)).toHaveText(timedOut);
  await expect(alert(page)).toBeFocused();

  await signInAsNew(context);
  await begin(context, sites.museum);
  const [museum = ""] = await boughtMuseumPass(context);
  await beginWith(context, sites.museum, { passes: [museum] });
  await page.goto("/reservation/date", { waitUntil: "networkidle" });
  pass(longerThanASession);
  await chooseNextDay(page, pointer);
  await expect(page).toHaveURL("/reservation/site?error=1");
  await expect(alert(page)).toHaveText(timedOut);
});
