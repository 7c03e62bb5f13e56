import { gzipSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import {
  cardDialog,
  cardForm,
  cards,
  checkoutButton,
  chooseTwoTickets,
  expectOrder,
  field,
  fillCheckout,
  goToCheckout,
  type Hand,
  keyboard,
  payButton,
  payByKeyboard,
  pointer,
  shopper,
  state,
  timedProduct,
  typeCard,
} from "../support/buying";
import { emptyCart, fillCart, fillCartWithGoods } from "../support/purchase";
import { complaints } from "../support/shop";

// A purchase crosses six pages and a processor; the processor's slow card alone takes three seconds.
test.use({ actionTimeout: 10_000 });

/** Violations of the content policy: what the browser reports, and what it would send to the operator. */
async function policyViolations(page: Page): Promise<string[]> {
  const heard: string[] = [];
  await page.exposeFunction("reportViolation", (text: string) => heard.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
      reportViolation(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  page.on("request", (request) => {
    if (request.url().endsWith("/api/csp-report")) heard.push(request.postData() ?? request.url());
  });
  return heard;
}

/** From the product page to the checkout, step by step. */
async function walkToCheckout(page: Page, press: Hand) {
  await chooseTwoTickets(page, await timedProduct(page.request), press);
  await goToCheckout(page, press);
  await expect(checkoutButton(page)).toBeVisible();
}

/** The checkout with tickets in the cart, for tests of what comes after it. */
async function openCheckout(page: Page) {
  await fillCart(page.context());
  await page.goto("/checkout", { waitUntil: "networkidle" });
  await expect(checkoutButton(page)).toBeVisible();
}

async function openCardDialog(page: Page) {
  await fillCheckout(page);
  await checkoutButton(page).click();
  await cardForm(page).getByLabel("Card number").waitFor();
  await expectReady(page);
}

/** The form has told the page that it takes a card. */
async function expectReady(page: Page) {
  await expect(payButton(page)).not.toHaveAttribute("aria-disabled");
}

test("two tickets, from the product page to the tickets, without a complaint of the browser", {
  tag: "@both",
}, async ({ page }) => {
  const violations = await policyViolations(page);
  const heard = complaints(page);
  await walkToCheckout(page, pointer);
  const total = (await checkoutButton(page).getAttribute("aria-label"))?.replace("Checkout, ", "") ?? "";
  expect(total).toMatch(/^\$\d+\.\d\d$/);
  await openCardDialog(page);
  await typeCard(page, cards.works);
  await expect(payButton(page)).toHaveText(`Pay ${total}`);
  await payButton(page).click();
  await expectOrder(page);
  await expect(page.getByText(total).first()).toBeVisible();
  await page.getByText("View Tickets").click();
  await expect(page.locator("article.ticket img").first()).toBeVisible();
  expect(violations).toEqual([]);
  expect(heard).toEqual([]);
});

test("the whole purchase by the keyboard alone", async ({ page }) => {
  await walkToCheckout(page, keyboard(page));
  await payByKeyboard(page);
});

test("a declined card says why inside the dialog, and another card pays", async ({ page }) => {
  await openCheckout(page);
  await openCardDialog(page);
  await typeCard(page, cards.declined);
  const keys: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/process-card")) keys.push(request.postDataJSON().paymentKey);
  });
  await payButton(page).click();
  const alert = cardDialog(page).getByRole("alert");
  await expect(alert).toContainText(/declined/i);
  await expect(alert).toBeFocused();
  await expect(cardForm(page).getByLabel("Card number")).toHaveValue("");
  await typeCard(page, cards.works);
  await payButton(page).click();
  await expectOrder(page);
  expect(new Set(keys).size).toBe(2);
});

test("a form that fails is opened anew with the processor's words", async ({ page }) => {
  await openCheckout(page);
  await openCardDialog(page);
  await typeCard(page, cards.formFails);
  await payButton(page).click();
  await expect(cardDialog(page).getByRole("alert")).toContainText(
    "An error occurred initializing your transaction. Please try again.",
  );
  await typeCard(page, cards.works);
  await payButton(page).click();
  await expectOrder(page);
});

for (const [what, card] of [
  ["an authorisation", cards.authoriseAnswerLost],
  ["a capture", cards.captureAnswerLost],
] as const) {
  test(`the lost answer to ${what} is asked for, and paid once`, async ({ page }) => {
    await openCheckout(page);
    await openCardDialog(page);
    await typeCard(page, card);
    const setups: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/setup")) setups.push(request.url());
    });
    await payButton(page).click();
    await expectOrder(page);
    expect(setups).toEqual([]);
  });
}

test("a failed capture closes the dialog with its message, and nothing is lost", async ({ page }) => {
  await openCheckout(page);
  await openCardDialog(page);
  await typeCard(page, cards.captureFails);
  await payButton(page).click();
  await expect(cardDialog(page)).toHaveCount(0);
  const alert = page.getByRole("alert").filter({ hasText: "Nothing was charged" });
  await expect(alert).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(field(page, "Email")).toHaveValue(shopper.Email);
});

test("closing and opening again, and pressing twice, are one payment", async ({ page }) => {
  await openCheckout(page);
  const keys: string[] = [];
  page.on("response", async (response) => {
    if (response.url().endsWith("/setup")) keys.push((await response.json()).paymentKey);
  });
  await openCardDialog(page);
  await page.keyboard.press("Escape");
  await expect(cardDialog(page)).toHaveCount(0);
  await expect(checkoutButton(page)).toBeFocused();
  await checkoutButton(page).dblclick();
  await cardForm(page).getByLabel("Card number").waitFor();
  await page.reload();
  await checkoutButton(page).click();
  await typeCard(page, cards.slow);
  const submits: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/order/submit")) submits.push(request.url());
  });
  await payButton(page).dblclick();
  await expect(page.getByText("Your payment is being made")).toBeVisible();
  // On its way nothing closes it.
  await page.keyboard.press("Escape");
  await expect(cardDialog(page)).toBeVisible();
  await expect(cardDialog(page).getByRole("button", { name: "Close" })).toHaveCount(0);
  await expectOrder(page);
  expect(new Set(keys).size).toBe(1);
  expect(submits).toHaveLength(1);
});

test("a reload while paying goes on with the same payment", async ({ page }) => {
  await openCheckout(page);
  await openCardDialog(page);
  await typeCard(page, cards.slow);
  const asked = page.waitForRequest((request) => request.url().endsWith("/process-card"));
  await payButton(page).click();
  await asked;
  const setups: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/setup")) setups.push(request.url());
  });
  await page.reload();
  await expectOrder(page);
  expect(setups).toEqual([]);
});

test("messages of anybody but the processor's form are ignored", async ({ page }) => {
  await openCheckout(page);
  const setup = page.waitForResponse((response) => response.url().endsWith("/setup"));
  await openCardDialog(page);
  const { sessionKey } = (await (await setup).json()) as { sessionKey: string };
  const paid: string[] = [];
  page.on("request", (request) => {
    if (/process-card|order\/submit/.test(request.url())) paid.push(request.url());
  });
  // From the page itself: right in every word, from the wrong origin and the wrong window.
  await page.evaluate((key) => {
    window.postMessage({ source: "midway-sandbox", type: "cardAccepted", sessionKey: key }, "*");
  }, sessionKey);
  // From the right window and origin, but of another session or of no known kind.
  const frame = page.frames().find((candidate) => candidate.url().includes("button=shop"));
  await frame?.evaluate((key) => {
    window.parent.postMessage({ source: "midway-sandbox", type: "cardAccepted", sessionKey: `${key}x` }, "*");
    window.parent.postMessage({ source: "midway-sandbox", type: "paid", sessionKey: key }, "*");
    window.parent.postMessage("cardAccepted", "*");
    // The last one is heard, so that those before it have been.
    window.parent.postMessage(
      { source: "midway-sandbox", type: "resize", height: 555, sessionKey: key },
      "*",
    );
  }, sessionKey);
  await expect(page.locator('iframe[title="Card details"]')).toHaveCSS("height", "555px");
  await expect(payButton(page)).toBeVisible();
  expect(paid).toEqual([]);
});

test.describe("with a frame of another origin, which the content policy would not let in", () => {
  test.use({ bypassCSP: true });

  test("its word that the card was accepted is not heard", async ({ page }) => {
    const elsewhere = "https://elsewhere.example";
    await page.route(`${elsewhere}/**`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<p>x</p>" }),
    );
    await openCheckout(page);
    const setup = page.waitForResponse((response) => response.url().endsWith("/setup"));
    await openCardDialog(page);
    const { sessionKey, iFrame } = (await (await setup).json()) as { sessionKey: string; iFrame: string };
    const paid: string[] = [];
    page.on("request", (request) => {
      if (/process-card|order\/submit/.test(request.url())) paid.push(request.url());
    });
    // The card is on its way to the processor: the one moment in which the page waits for that word.
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route(new URL(iFrame).href.split("?")[0] ?? "", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && iFrame.startsWith(request.url()),
    );
    await typeCard(page, cards.works);
    await payButton(page).click();
    await sent;

    await page.evaluate((src) => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      window.addEventListener("message", ({ origin }) => heard.push(origin));
      document.body.append(Object.assign(document.createElement("iframe"), { src }));
    }, `${elsewhere}/`);
    const frame = () => page.frames().find((candidate) => candidate.url().startsWith(elsewhere));
    await expect.poll(() => frame()?.url()).toBe(`${elsewhere}/`);
    await frame()?.evaluate((key) => {
      const say = (type: string) =>
        window.parent.postMessage(
          { source: "midway-sandbox", type, reason: "form", message: "Not the processor", sessionKey: key },
          "*",
        );
      say("cardAccepted");
      say("cardError");
    }, sessionKey);
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard))
      .toEqual([elsewhere, elsewhere]);
    expect(paid).toEqual([]);
    await expect(page.getByText("Not the processor")).toHaveCount(0);
    goOn();
    await expectOrder(page);
    expect(paid).toHaveLength(2);
  });
});

test("reload and Back keep every field", async ({ page }) => {
  await openCheckout(page);
  await fillCheckout(page);
  // Wrong on purpose: what the server refuses is kept as well.
  await field(page, "Zip").fill("122");
  const shown = { ...shopper, Phone: "(212) 555-0123", Zip: "122" };
  const expectKept = async () => {
    for (const [label, value] of Object.entries(shown)) {
      await expect(field(page, label as keyof typeof shopper)).toHaveValue(value);
    }
    await expect(state(page).locator("option:checked")).toHaveText("New York");
    await expect(page.getByRole("radio").first()).toBeChecked();
    await expect(page.getByRole("checkbox", { name: /^I accept the/ })).toBeChecked();
  };
  await page.reload();
  await expectKept();
  await page.goto("/cart");
  await page.goBack();
  await expectKept();
});

test("what is pressed and typed before the page listens is not undone", async ({ page }) => {
  await openCheckout(page);
  // The document is there, its scripts are not.
  let listen = () => {};
  const late = new Promise<void>((resolve) => {
    listen = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await late;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  const last = page.getByRole("radio").last();
  const terms = page.getByRole("checkbox", { name: /^I accept the/ });
  await last.check();
  await terms.check();
  await field(page, "Email").fill(shopper.Email);
  await page.getByLabel("Country").first().selectOption({ label: "Germany" });
  const loaded = page.waitForLoadState("networkidle");
  listen();
  await loaded;
  await expect(page.getByText(/^Still needed: /)).toBeVisible();
  // Everything is drawn anew with what is typed now.
  await field(page, "City").fill("Berlin");
  await expect(last).toBeChecked();
  await expect(terms).toBeChecked();
  await expect(field(page, "Email")).toHaveValue(shopper.Email);
  await expect(page.getByLabel("Country").first().locator("option:checked")).toHaveText("Germany");
  await page.reload();
  await expect(last).toBeChecked();
  await expect(field(page, "Email")).toHaveValue(shopper.Email);
});

test("what is wrong is told in one list, in the fields' own words, and each entry leads to its field", async ({
  page,
}) => {
  await openCheckout(page);
  await checkoutButton(page).press("Enter");
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  for (const [label, message] of [
    ["Email", "A valid email address is required"],
    ["First Name", "First name and last name must be between 1 and 35 characters"],
    ["Phone", "Phone number must be a 10 digit numeric value for NANP countries"],
    ["Address 1", "Street Address is required"],
    ["City", "City is required"],
    ["Zip", "5 digit US or 6 character Canadian code required, and it must be 10 characters or less"],
  ] as const) {
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(message));
    await summary.getByRole("link", { name: message }).first().click();
    await expect(field(page, label)).toBeFocused();
  }
  await expect(summary).toContainText("Delivery method is required");
  await expect(summary).toContainText("State / province is required");
  // A message goes as soon as what it says is no longer so, and not before.
  await field(page, "Zip").pressSequentially("1220");
  await expect(field(page, "Zip")).toHaveAttribute("aria-invalid", "true");
  await field(page, "Zip").pressSequentially("7");
  await expect(field(page, "Zip")).not.toHaveAttribute("aria-invalid");
});

test("another country takes its state with it, says so, and brings its rules", async ({ page }) => {
  await openCheckout(page);
  await fillCheckout(page);
  const billing = page.getByRole("group", { name: "Billing address" });
  await billing.getByLabel("Country").selectOption({ label: "Germany" });
  await expect(page.getByText("The country has changed. Please choose the state again.")).toBeVisible();
  await expect(field(page, "Phone")).toHaveValue("2125550123");
  await field(page, "Zip").fill("10115");
  await field(page, "Phone").fill("+49 30 1234567");
  await expect(checkoutButton(page)).not.toHaveAttribute("aria-disabled");
});

test("goods need a shipping address, the same as billing until told otherwise", async ({ page }) => {
  // Without a date: what is mailed may arrive too late for a day.
  await fillCartWithGoods(page.context());
  await page.goto("/checkout", { waitUntil: "networkidle" });
  await fillCheckout(page);
  const methods = (await (await page.request.get("/api/cart/delivery-method")).json()) as {
    name: string;
    shippingAddressRequired: boolean;
  }[];
  const shipped = methods.find((method) => method.shippingAddressRequired);
  test.skip(!shipped, "the shop ships nothing");
  await page.getByRole("radio", { name: shipped?.name }).check();
  const shipping = page.getByRole("group", { name: "Shipping address" });
  await expect(shipping.getByLabel("First Name")).toHaveValue("Ada");
  await expect(shipping.getByLabel("First Name")).toBeDisabled();
  await shipping.getByLabel("Same as billing").uncheck();
  await expect(shipping.getByLabel("First Name")).toHaveValue("Ada");
  await expect(shipping.getByLabel("First Name")).toBeEnabled();
  await expect(shipping.getByLabel("First Name")).toHaveAttribute("autocomplete", "shipping given-name");
  await shipping.getByLabel("First Name").fill("");
  await expect(checkoutButton(page)).toHaveAttribute("aria-disabled", "true");
});

test("the terms open over the form without accepting them", async ({ page }) => {
  await openCheckout(page);
  // Until the scripts are there, the link leads to the page that is asserted last.
  await page.waitForLoadState("networkidle");
  const link = page.getByRole("link", { name: "terms of sale and use", exact: true });
  await link.click();
  const dialog = page.getByRole("dialog", { name: "Terms of sale and use" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(page.getByRole("checkbox", { name: /^I accept the/ })).not.toBeChecked();
  await page.goto("/checkout/terms");
  await expect(page.getByRole("heading", { level: 1, name: "Terms of sale and use" })).toBeVisible();
});

test("an emptied cart leads away and says why", async ({ page }) => {
  await openCheckout(page);
  const token = (await page.context().cookies()).find(({ name }) => name === "XSRF-TOKEN")?.value ?? "";
  const cleared = await page.request.post("/api/cart/clear", {
    data: { force: true },
    headers: { "X-XSRF-TOKEN": decodeURIComponent(token) },
  });
  expect(cleared.ok()).toBe(true);
  await page.reload();
  await expect(page).not.toHaveURL("/checkout");
  await expect(page.getByText(/cart is empty/)).toBeVisible();
});

test("a cart that pressing Checkout finds empty leads away too", async ({ page, context }) => {
  await openCheckout(page);
  await fillCheckout(page);
  // Another device empties the cart while the form is on its way.
  await page.route("**/api/cart/settings", async (route) => {
    if (!route.request().postDataJSON().ignoreValidationErrors) await emptyCart(context);
    await route.continue();
  });
  await checkoutButton(page).click();
  await expect(page).not.toHaveURL("/checkout");
  await expect(page.getByText(/cart (is|was) empty/).first()).toBeVisible();
});

test("checkout is accessible, empty, wrong, filled and paying", async ({ page }) => {
  await openCheckout(page);
  await expectAccessible(page);
  await checkoutButton(page).press("Enter");
  await page.getByRole("heading", { name: /There is a problem/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "terms of sale and use", exact: true }).click();
  await page.getByRole("dialog").getByText(/\w{4}/).first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await openCardDialog(page);
  await expect(page.locator('iframe[title="Card details"]')).toHaveAttribute("src", /theme=light/);
  await expectAccessible(page);
  await typeCard(page, cards.declined);
  await payButton(page).click();
  await cardDialog(page).getByRole("alert").waitFor();
  await expectReady(page);
  await expectAccessible(page);
});

test("the card form is as dark as the page around it", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await openCheckout(page);
  await openCardDialog(page);
  await expect(page.locator('iframe[title="Card details"]')).toHaveAttribute("src", /theme=dark/);
});

test("checkout carries its form and leaves its dialogs for later", async ({ page }) => {
  await openCheckout(page);
  const bodies: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    bodies.push(
      response.body().then(
        (body) => gzipSync(body, { level: 9 }).length,
        () => 0,
      ),
    );
  });
  await page.goto("/checkout", { waitUntil: "networkidle" });
  const weight = (await Promise.all(bodies)).reduce((sum, bytes) => sum + bytes, 0);
  expect(weight).toBeGreaterThan(0);
  expect(weight).toBeLessThanOrEqual(230_000);
});
