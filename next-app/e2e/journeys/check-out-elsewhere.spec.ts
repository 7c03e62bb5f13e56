import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import {
  cardDialog,
  cardForm,
  cards,
  checkoutButton,
  chooseTwoTickets,
  field,
  fillCheckout,
  goToCheckout,
  payButton,
  pointer,
  shopper,
  state,
  typeCard,
} from "../support/buying";
import { fillCart, fillCartWithGoods, readCart } from "../support/purchase";
import { productsOnSale } from "../support/shop";

const billing = (page: Page) => page.getByRole("group", { name: "Billing address" });
const shipping = (page: Page) => page.getByRole("group", { name: "Shipping address" });
const location = (page: Page) => page.getByRole("group", { name: "Location" }).getByRole("checkbox");
const labelled = (group: Locator, label: string) => group.getByLabel(new RegExp(`^${label}( \\(.*\\))?$`));

const words = {
  name: "First name and last name must be between 1 and 35 characters",
  nanp: "Phone number must be a 10 digit numeric value for NANP countries",
  other: "Phone number cannot be longer than 15 numeric digits for other countries",
  country: "Country selection is required",
  street: "Street Address is required",
  city: "City is required",
  state: "State / province is required",
  zip: "5 digit US or 6 character Canadian code required, and it must be 10 characters or less",
} as const;

type Method = { name: string; shippingAddressRequired: boolean };

/** Opens checkout with a separate shipping address for mailed goods. */
async function reachShipping(page: Page) {
  await fillCartWithGoods(page.context());
  await page.goto("/checkout");
  await fillCheckout(page);
  const methods = (await (await page.request.get("/api/cart/delivery-method")).json()) as Method[];
  const post = methods.find((method) => method.shippingAddressRequired);
  await page.getByRole("radio", { name: post?.name }).check();
  await shipping(page).getByLabel("Same as billing").uncheck();
  // The shipping address starts as a copy of the billing address.
  await expect(labelled(shipping(page), "City")).toHaveValue("Albany");
}

async function expectSaid(control: Locator, message: string) {
  await expect(control).toHaveAttribute("aria-invalid", "true");
  await expect(control).toHaveAccessibleDescription(new RegExp(message.replace(/[/.]/g, "\\$&")));
}

test("goods billed in the US are shipped to Canada, and each invalid field shows its own message until corrected", async ({
  page,
}) => {
  await reachShipping(page);
  const there = shipping(page);
  await labelled(there, "Country").selectOption({ label: "Canada" });
  await expect(there.getByText("The country has changed.")).toBeVisible();
  for (const label of ["First Name", "Last Name", "Phone", "Address 1", "City", "Postal code"]) {
    await labelled(there, label).fill("");
  }
  await checkoutButton(page).press("Enter");
  for (const [label, message] of [
    ["First Name", words.name],
    ["Last Name", words.name],
    ["Phone", words.nanp],
    ["Address 1", words.street],
    ["City", words.city],
    ["Province", words.state],
    ["Postal code", words.zip],
  ] as const) {
    await expectSaid(labelled(there, label), message);
  }
  await expect(page.getByRole("alert").filter({ hasText: "Please correct the following:" })).toContainText(
    "Shipping Postal code",
  );
  await expectAccessible(page);

  for (const [label, value] of [
    ["First Name", "Grace"],
    ["Last Name", "Hopper"],
    ["Phone", "613 555 0142"],
    ["Address 1", "111 Wellington Street"],
    ["City", "Ottawa"],
    ["Postal code", "12207"],
  ] as const) {
    await labelled(there, label).fill(value);
  }
  await labelled(there, "Province").selectOption({ label: "Ontario" });
  // A US ZIP code is not a Canadian postal code.
  await expectSaid(labelled(there, "Postal code"), words.zip);
  await labelled(there, "Postal code").fill("k1a 0b1");
  await expect(checkoutButton(page)).not.toHaveAttribute("aria-disabled");
  await checkoutButton(page).click();
  await cardForm(page).getByLabel("Card number").waitFor();
  expect((await readCart(page.context())).deliveryTotal).toBeGreaterThan(0);
  await typeCard(page, cards.works);
  await payButton(page).click();
  await expect(page).toHaveURL("/confirmation");
  const order = page.getByRole("article");
  await expect(order).toContainText(
    "We'll ship The Merrow Point Guide to the address in the order details (By mail).",
  );
  const address = order.locator("dt", { hasText: "Shipping address" }).locator("+ dd");
  await expect(address).toHaveText("Grace Hopper\n111 Wellington Street\nOttawa, ON K1A 0B1\nCanada", {
    useInnerText: true,
  });
});

test("a click that blurs an invalid field still reaches its target @both", async ({ page }) => {
  await fillCart(page.context());
  await page.goto("/checkout");
  await fillCheckout(page);
  const terms = page.getByRole("checkbox", { name: /^I accept the terms of sale/ });
  await terms.uncheck();
  await field(page, "ZIP code").fill("1220");
  // A real click takes longer than the error message needs to appear after the blur.
  await terms.click({ delay: 100 });
  await expectSaid(field(page, "ZIP code"), words.zip);
  await expect(terms).toBeChecked();
});

test("choosing a different country applies its rules for phone, state and postal code, and the page reports the change", async ({
  page,
}) => {
  await fillCart(page.context());
  await page.goto("/checkout");
  await fillCheckout(page);
  const country = labelled(billing(page), "Country");
  await country.selectOption({ label: "Germany" });
  await expect(
    page.getByText("The country has changed. Please choose the state or province again."),
  ).toBeVisible();
  await expect(field(page, "Phone")).toHaveValue("2125550123");
  await expect(state(page)).toHaveRole("textbox");
  await field(page, "ZIP code").fill("12345678901");
  await field(page, "Phone").fill("1234567890123456");
  await checkoutButton(page).press("Enter");
  await expectSaid(field(page, "ZIP code"), words.zip);
  await expectSaid(field(page, "Phone"), words.other);
  await country.selectOption({ label: "Choose a country" });
  await checkoutButton(page).press("Enter");
  await expectSaid(country, words.country);
  await country.selectOption({ label: "Canada" });
  await field(page, "Phone").fill("6135550142");
  await field(page, "Phone").press("Tab");
  await expect(field(page, "Phone")).toHaveValue("(613) 555-0142");
  await checkoutButton(page).press("Enter");
  await expectSaid(state(page), words.state);
});

test("for certain states, checkout requires the location to be acknowledged, and keeps the acknowledgement", async ({
  page,
}) => {
  const states = (await (await page.request.get("/api/address/state-province")).json()) as {
    name: string;
    countryId: number;
    requireLocationAcknowledgement: boolean;
  }[];
  const strict = states.find((one) => one.countryId === 80 && one.requireLocationAcknowledgement);
  await fillCart(page.context());
  await page.goto("/checkout");
  await fillCheckout(page);
  await expect(location(page)).toHaveCount(0);
  await state(page).selectOption({ label: strict?.name });
  await expect(location(page)).not.toBeChecked();
  await expect(page.getByText("Still needed: Location")).toBeVisible();
  await checkoutButton(page).press("Enter");
  const summary = page.getByRole("alert").filter({ hasText: "Please correct the following:" });
  await summary.getByRole("link", { name: "Please confirm the location." }).click();
  await expect(location(page)).toBeFocused();
  await expectAccessible(page);

  const saved = page.waitForRequest(
    (request) =>
      request.url().endsWith("/cart/settings") && request.postDataJSON().acknowledgeLocation === true,
  );
  await location(page).check();
  await page.keyboard.press("Tab");
  expect((await (await saved).response())?.ok()).toBe(true);
  await page.reload();
  await expect(location(page)).toBeChecked();
  await page.goto("/cart");
  await page.goBack();
  await expect(location(page)).toBeChecked();
  // Another tab has no typed values: it reads the acknowledgement from the cart.
  const other = await page.context().newPage();
  await other.goto("/checkout");
  await expect(location(other)).toBeChecked();
  await other.close();

  await checkoutButton(page).click();
  await cardForm(page).getByLabel("Card number").waitFor();
});

test("an error that the API returns for the location acknowledgement is shown at its checkbox", async ({
  page,
}) => {
  await fillCart(page.context());
  await page.goto("/checkout");
  await fillCheckout(page);
  await state(page).selectOption({ label: "California" });
  await location(page).check();
  await page.route("**/cart/settings", (route) => {
    if (route.request().postDataJSON().ignoreValidationErrors) return route.continue();
    return route.fulfill({
      json: {
        success: false,
        message: "Please correct the following:",
        errors: [{ field: "acknowledgeLocation", message: "Please confirm the location." }],
      },
    });
  });
  await checkoutButton(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "Please correct the following:" })).toBeFocused();
  await expectSaid(location(page), "Please confirm the location.");
});

test("an order that costs nothing needs no card", async ({ page, request }) => {
  const free = (await productsOnSale(request)).find(
    (product) => product.hasPerformances && product.variants.every((variant) => variant.displayPrice === 0),
  );
  if (!free) throw new Error("the shop has no free product");
  const cardCalls: string[] = [];
  page.on("request", (call) => {
    if (call.url().includes("/api/payment/")) cardCalls.push(call.url());
  });
  await chooseTwoTickets(page, free, pointer);
  await goToCheckout(page, pointer);
  // Without a payment the form asks for neither a method nor a billing address.
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const contact = page.getByRole("group", { name: "Contact information" });
  for (const name of ["Payment method", "Billing address"])
    await expect(page.getByRole("heading", { name })).toHaveCount(0);
  await page.getByRole("radio").first().check();
  for (const label of ["Email", "First Name", "Last Name", "Phone"] as const)
    await labelled(contact, label).fill(shopper[label]);
  await page.getByRole("checkbox", { name: /^I accept the terms of sale/ }).check();
  await expectAccessible(page);
  await expect(checkoutButton(page)).toHaveAccessibleName("Checkout");
  await checkoutButton(page).click();
  await expect(page).toHaveURL("/confirmation");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("button", { name: "View Tickets" })).toBeVisible();
  await expect(cardDialog(page)).toHaveCount(0);
  expect(cardCalls).toEqual([]);
});
