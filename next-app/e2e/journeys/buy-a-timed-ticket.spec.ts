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
import { browserErrors } from "../support/shop";

/**
 * Collects violations of the content security policy: those that the browser reports to the page, and those that it
 * reports to the shop's API.
 */
async function policyViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction("reportViolation", (text: string) => violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
      reportViolation(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  page.on("request", (request) => {
    if (request.url().endsWith("/api/csp-report")) violations.push(request.postData() ?? request.url());
  });
  return violations;
}

/** Goes from the product page to the checkout, step by step. */
async function walkToCheckout(page: Page, press: Hand) {
  await chooseTwoTickets(page, await timedProduct(page.request), press);
  await goToCheckout(page, press);
  await expect(checkoutButton(page)).toBeVisible();
}

/** Fills the cart and opens the checkout, for tests that begin there. */
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

/** Waits until the card form has told the page that it accepts a card. */
async function expectReady(page: Page) {
  await expect(payButton(page)).not.toHaveAttribute("aria-disabled");
}

test("two tickets are bought, from the product page to the tickets, without a browser error", {
  tag: "@both",
}, async ({ page }) => {
  const violations = await policyViolations(page);
  const errors = browserErrors(page);
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
  await expect(page.getByRole("img", { name: /^QR code: ./ }).first()).toBeVisible();
  expect(violations).toEqual([]);
  expect(errors).toEqual([]);
});

test("the whole purchase works with the keyboard alone", async ({ page }) => {
  await walkToCheckout(page, keyboard(page));
  await payByKeyboard(page);
});

test("after a declined card, the dialog shows the reason, and the order is paid with a different card", async ({
  page,
}) => {
  await openCheckout(page);
  await openCardDialog(page);
  await expect(cardForm(page).getByLabel("Card number")).toBeFocused();
  await typeCard(page, cards.declined);
  const keys: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/process-card")) keys.push(request.postDataJSON().paymentKey);
  });
  await payButton(page).click();
  const alert = cardDialog(page).getByRole("alert");
  await expect(alert).toContainText(/declined/i);
  await expect(alert).toBeFocused();
  // The form keeps the expiration date, and the page keeps the name.
  await expect(cardForm(page).getByLabel(/^Expiration date/)).toHaveValue("12 / 39");
  await expect(cardForm(page).getByLabel("Card number")).toHaveValue("");
  await expect(page.getByLabel("Name on card")).not.toHaveValue("");
  await typeCard(page, cards.works);
  await payButton(page).click();
  await expectOrder(page);
  expect(new Set(keys).size).toBe(2);
});

test("a card whose bank asks for a confirmation pays only after the shopper has confirmed", async ({
  page,
}) => {
  await openCheckout(page);
  await openCardDialog(page);
  let tries = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/process-card")) tries += 1;
  });
  const challenge = cardForm(page).getByRole("heading", { name: "Confirm with your bank" });
  for (const [answer, result] of [
    [
      "Fail the confirmation",
      "Your bank did not confirm the payment. Nothing was charged. Use another card.",
    ],
    ["Go back without confirming", ""],
  ] as const) {
    await typeCard(page, cards.confirmed);
    await payButton(page).click();
    await expect(challenge).toBeVisible();
    await expect(payButton(page)).toHaveAttribute("aria-disabled", "true");
    await expectAccessible(page);
    await cardForm(page).getByRole("button", { name: answer }).click();
    await expect(cardForm(page).getByRole("status")).toHaveText(result);
    await expectReady(page);
  }
  expect(tries).toBe(0);
  await typeCard(page, cards.confirmed);
  await payButton(page).click();
  await cardForm(page).getByRole("button", { name: "Confirm the payment" }).click();
  await expectOrder(page);
  expect(tries).toBe(1);
});

test("after the card form fails, the dialog opens it again with an error message", async ({ page }) => {
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
  test(`after the response to ${what} is lost, the order completes without opening a second payment`, async ({
    page,
  }) => {
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

test("after a failed capture, the dialog closes, a message takes the focus, and the form keeps its values", async ({
  page,
}) => {
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

test("only one payment is made if the dialog is closed and reopened or the Pay button is pressed twice", async ({
  page,
}) => {
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
  await expect(page.getByText("Your payment is being processed")).toBeVisible();
  // The dialog cannot be closed while a payment is being processed.
  await page.keyboard.press("Escape");
  await expect(cardDialog(page)).toBeVisible();
  await expect(cardDialog(page).getByRole("button", { name: "Close", exact: true })).toHaveCount(0);
  await expectOrder(page);
  expect(new Set(keys).size).toBe(1);
  expect(submits).toHaveLength(1);
});

test("after a reload during a payment, the same payment continues", async ({ page }) => {
  await openCheckout(page);
  await openCardDialog(page);
  await typeCard(page, cards.slow);
  const submitted = page.waitForRequest((request) => request.url().endsWith("/process-card"));
  await payButton(page).click();
  await submitted;
  const setups: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/setup")) setups.push(request.url());
  });
  await page.reload();
  await expectOrder(page);
  expect(setups).toEqual([]);
});

test("Back closes the card dialog, and the checkout page keeps its values", { tag: "@both" }, async ({
  page,
}) => {
  await walkToCheckout(page, pointer);
  await openCardDialog(page);
  await page.goBack();
  await expect(cardDialog(page)).toHaveCount(0);
  await expect(page).toHaveURL("/checkout");
  await expect(checkoutButton(page)).toBeFocused();
  await expect(field(page, "City")).toHaveValue(shopper.City);

  // Closing the dialog with its button, or reloading the page while the dialog is open, leaves no history entry behind.
  await checkoutButton(page).click();
  await cardDialog(page).getByRole("button", { name: "Close", exact: true }).click();
  await expect(cardDialog(page)).toHaveCount(0);
  await checkoutButton(page).click();
  await expect(cardDialog(page)).toBeVisible();
  await page.reload();
  await expect(checkoutButton(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => "midwayDialog" in history.state)).toBe(false);
  await page.goBack();
  await expect(page).toHaveURL("/donate");
});

test("Back does nothing during a payment, and after the order it does not reopen the card dialog", async ({
  page,
}) => {
  await walkToCheckout(page, pointer);
  await openCardDialog(page);
  await typeCard(page, cards.slow);
  const submitted = page.waitForRequest((request) => request.url().endsWith("/process-card"));
  await payButton(page).click();
  await submitted;
  await page.goBack();
  await expect(cardDialog(page)).toBeVisible();
  await expect(page).toHaveURL("/checkout");
  await expectOrder(page);
  await page.goBack();
  await expect(page).toHaveURL("/cart");
  await page.goBack();
  await expect(page).toHaveURL("/donate");
});

test("the page ignores messages that come from a wrong window, name a different session, or have an unknown type", async ({
  page,
}) => {
  await openCheckout(page);
  const setup = page.waitForResponse((response) => response.url().endsWith("/setup"));
  await openCardDialog(page);
  const { sessionKey } = (await (await setup).json()) as { sessionKey: string };
  const paid: string[] = [];
  page.on("request", (request) => {
    if (/process-card|order\/submit/.test(request.url())) paid.push(request.url());
  });
  // The page itself sends this message: its content is correct, but its origin and its window are wrong.
  await page.evaluate((key) => {
    window.postMessage({ source: "midway-sandbox", type: "cardAccepted", sessionKey: key }, "*");
  }, sessionKey);
  // The right window and origin send these messages, but they name a different session or an unknown type, or are plain
  // text.
  const frame = page.frames().find((candidate) => candidate.url().includes("button=shop"));
  await frame?.evaluate((key) => {
    window.parent.postMessage({ source: "midway-sandbox", type: "cardAccepted", sessionKey: `${key}x` }, "*");
    window.parent.postMessage({ source: "midway-sandbox", type: "paid", sessionKey: key }, "*");
    window.parent.postMessage("cardAccepted", "*");
    // The page handles messages in order. When it has handled this last message, it has handled all earlier ones.
    window.parent.postMessage(
      { source: "midway-sandbox", type: "resize", height: 555, sessionKey: key },
      "*",
    );
  }, sessionKey);
  await expect(page.locator('iframe[title="Card details"]')).toHaveCSS("height", "555px");
  await expect(payButton(page)).toBeVisible();
  expect(paid).toEqual([]);
});

test.describe("when the page contains a frame of a different origin, with the content security policy bypassed", () => {
  test.use({ bypassCSP: true });

  test("a message that claims the card was accepted is ignored", async ({ page }) => {
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
    // The page accepts this message only while the card is being sent to the processor, so the test delays the request
    // that sends it.
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
      const origins: string[] = [];
      Object.assign(window, { origins });
      window.addEventListener("message", ({ origin }) => origins.push(origin));
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
      .poll(() => page.evaluate(() => (window as unknown as { origins: string[] }).origins))
      .toEqual([elsewhere, elsewhere]);
    expect(paid).toEqual([]);
    await expect(page.getByText("Not the processor")).toHaveCount(0);
    goOn();
    await expectOrder(page);
    expect(paid).toHaveLength(2);
  });
});

test("reload and back keep the values of every field", async ({ page }) => {
  await openCheckout(page);
  await fillCheckout(page);
  // The ZIP code is invalid on purpose, because the page also restores values that the server refuses.
  await field(page, "ZIP code").fill("122");
  const shown = { ...shopper, Phone: "(212) 555-0123", "ZIP code": "122" };
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

test("choices made and text typed before hydration are kept", async ({ page }) => {
  await openCheckout(page);
  // The document has loaded, but its scripts have not loaded yet.
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
  // This change renders the whole form again, with the current values.
  await field(page, "City").fill("Berlin");
  await expect(last).toBeChecked();
  await expect(terms).toBeChecked();
  await expect(field(page, "Email")).toHaveValue(shopper.Email);
  await expect(page.getByLabel("Country").first().locator("option:checked")).toHaveText("Germany");
  await page.reload();
  await expect(last).toBeChecked();
  await expect(field(page, "Email")).toHaveValue(shopper.Email);
});

test("invalid fields show their messages, and one summary lists all of them with a link to each field", async ({
  page,
}) => {
  await openCheckout(page);
  await checkoutButton(page).press("Enter");
  const summary = page.getByRole("alert").filter({ hasText: "Please correct the following:" });
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  for (const [label, message] of [
    ["Email", "A valid email address is required"],
    ["First Name", "First name and last name must be between 1 and 35 characters"],
    ["Phone", "Phone number must be a 10 digit numeric value for NANP countries"],
    ["Address 1", "Street Address is required"],
    ["ZIP code", "5 digit US or 6 character Canadian code required, and it must be 10 characters or less"],
    ["City", "City is required"],
  ] as const) {
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(message));
    await summary.getByRole("link", { name: message }).first().click();
    await expect(field(page, label)).toBeFocused();
  }
  await expect(summary).toContainText("State / province is required");
  // A message disappears as soon as its field is valid, not earlier.
  await field(page, "ZIP code").pressSequentially("1220");
  await expect(field(page, "ZIP code")).toHaveAttribute("aria-invalid", "true");
  await field(page, "ZIP code").pressSequentially("7");
  await expect(field(page, "ZIP code")).not.toHaveAttribute("aria-invalid");
  // The ZIP code has set the state.
  await expect(state(page)).not.toHaveAttribute("aria-invalid");
  await expect(page.getByText("State set to New York based on the ZIP code.")).toBeVisible();
});

test("after the country changes, the page clears the state, reports it, and applies the new country's rules", async ({
  page,
}) => {
  await openCheckout(page);
  await fillCheckout(page);
  const billing = page.getByRole("group", { name: "Billing address" });
  await billing.getByLabel("Country").selectOption({ label: "Germany" });
  await expect(
    page.getByText("The country has changed. Please choose the state or province again."),
  ).toBeVisible();
  await expect(field(page, "Phone")).toHaveValue("2125550123");
  await field(page, "ZIP code").fill("10115");
  await field(page, "Phone").fill("+49 30 1234567");
  await expect(checkoutButton(page)).not.toHaveAttribute("aria-disabled");
});

test("mailed goods need a shipping address, which is the billing address by default", async ({ page }) => {
  // The goods have no date, because mailed goods may arrive too late for a visit on a fixed day.
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

test("the terms open over the form, and opening them does not accept them", async ({ page }) => {
  await openCheckout(page);
  // Until the scripts have loaded, the link opens the terms page. The end of this test checks that page.
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

test("after the cart is emptied, the shopper is redirected from checkout and sees the reason", async ({
  page,
}) => {
  await openCheckout(page);
  const token = (await page.context().cookies()).find(({ name }) => name === "XSRF-TOKEN")?.value ?? "";
  const cleared = await page.request.post("/api/cart/clear", {
    data: { force: true },
    headers: { "X-XSRF-TOKEN": decodeURIComponent(token) },
  });
  expect(cleared.ok()).toBe(true);
  await page.reload();
  await expect(page).not.toHaveURL("/checkout");
  await expect(page.getByText("We brought you here because your cart is empty.")).toBeVisible();
});

test("pressing Checkout after the cart was emptied on another device redirects the shopper from checkout", async ({
  page,
  context,
}) => {
  await openCheckout(page);
  await fillCheckout(page);
  // Another device empties the cart while the form is being submitted.
  await page.route("**/api/cart/settings", async (route) => {
    if (!route.request().postDataJSON().ignoreValidationErrors) await emptyCart(context);
    await route.continue();
  });
  await checkoutButton(page).click();
  await expect(page).not.toHaveURL("/checkout");
  await expect(page.getByText(/cart (is|was) empty/).first()).toBeVisible();
});

test("checkout is accessible with an empty form, with errors, with its terms open, and in the card dialog", async ({
  page,
}) => {
  await openCheckout(page);
  await expectAccessible(page);
  await checkoutButton(page).press("Enter");
  await page.getByRole("heading", { name: /Please correct the following:/ }).waitFor();
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

test("the card form follows the page's dark colour scheme", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await openCheckout(page);
  await openCardDialog(page);
  await expect(page.locator('iframe[title="Card details"]')).toHaveAttribute("src", /theme=dark/);
});

test("the compressed scripts of checkout are at most 231 kB while no dialog is open", async ({ page }) => {
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
  expect(weight).toBeLessThanOrEqual(231_000);
});
