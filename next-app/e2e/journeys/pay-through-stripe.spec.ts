import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import {
  cardDialog,
  cards,
  checkoutButton,
  expectOrder,
  fillDetails,
  keyboard,
  payButton,
  walkTo,
} from "../support/buying";
import { decoded } from "../support/emails";
import type { OwnShop } from "../support/own-shop";
import { post } from "../support/purchase";
import { browserErrors } from "../support/shop";
import { bank, dialogAlert, openStripeShop, stripeForm, typeStripeCard } from "../support/stripe/shop";

const admission = `
[[product]]
id = "garden"
site = "park"
name = "Garden"
short_description = "Open all day."
variant = [{ id = "garden", name = "Admission", price = "12.00" }]

[[plan]]
id = "two"
name = "Two monthly payments"
down_payment = "20.00"
payments = 2

[[product]]
id = "season"
site = "park"
name = "Season pass"
short_description = "A year in the park."
variant = [{ id = "gold", name = "Gold", price = "60.00", pass = 1, valid = { days = 365 }, plan = "two" }]
`;

let shop: OwnShop;

test.beforeAll(async () => {
  shop = await openStripeShop(admission);
});
test.afterAll(async () => {
  await shop.stop();
});

/** A shopper in the Stripe shop, in a browser of their own. */
async function visit(browser: Browser, work: (page: Page) => Promise<void>): Promise<void> {
  const { viewport, hasTouch } = test.info().project.use;
  const context = await browser.newContext({ baseURL: shop.url, viewport, hasTouch });
  const page = await context.newPage();
  const errors = browserErrors(page);
  try {
    await work(page);
    expect(errors).toEqual([]);
  } finally {
    await context.close();
  }
}

/** Goes from a new cart to Stripe's form. */
async function goToForm(page: Page): Promise<void> {
  await goToPayment(page);
  await checkoutButton(page).click();
  await expect(stripeForm(page).getByLabel("Card number")).toBeVisible();
}

async function goToPayment(page: Page): Promise<void> {
  const items = [{ productId: "garden", productVariantId: "garden", quantity: 1 }];
  await post(page.context(), "/cart/add", { saleFlowId: 1, items });
  await page.goto("/checkout", { waitUntil: "networkidle" });
  await fillDetails(page);
}

/** The files below a folder that contain the text. */
function filesWith(folder: string, text: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  return paths.filter((path) => statSync(path).isFile() && readFileSync(path).includes(text));
}

test("a card is typed into Stripe's form, which is accessible, and reaches no page and no file of the shop @both", async ({
  browser,
}) => {
  await visit(browser, async (page) => {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().startsWith(shop.url)) sent.push(`${request.url()} ${request.postData() ?? ""}`);
    });
    await goToForm(page);
    await expect(cardDialog(page).getByRole("group", { name: "Card details" })).toBeVisible();
    await expect(stripeForm(page).getByLabel("Card number")).toBeFocused();
    await expectAccessible(page);
    await typeStripeCard(page, cards.works);
    await payButton(page).click();
    await expectOrder(page);
    await expect(page.getByRole("main")).toContainText("Visa •••• 4242");
    expect(sent.some((request) => request.includes("process-card"))).toBe(true);
    expect(sent.filter((request) => /4242 ?4242/.test(request))).toEqual([]);
    expect(await page.content()).not.toMatch(/4242 ?4242/);
    expect(
      filesWith(shop.folder, "process-card").length + filesWith(shop.folder, "4242").length,
    ).toBeGreaterThan(0);
    for (const digits of ["42424242", "4242 4242"]) expect(filesWith(shop.folder, digits)).toEqual([]);
  });
});

test("a card is paid with by keyboard alone, after its incomplete details were marked @both", async ({
  browser,
}) => {
  await visit(browser, async (page) => {
    const press = keyboard(page);
    await goToPayment(page);
    await press(checkoutButton(page));
    const number = stripeForm(page).getByLabel("Card number");
    await expect(number).toBeFocused();
    await page.keyboard.type("4242");
    await press(payButton(page));
    await expect(number).toHaveAttribute("aria-invalid", "true");
    await expect(number).toBeFocused();
    await expect(stripeForm(page).getByRole("alert")).toContainText("incomplete");
    await page.keyboard.type("424242424242");
    for (const text of ["1239", "123"]) {
      await page.keyboard.press("Tab");
      await page.keyboard.type(text);
    }
    await press(payButton(page));
    await expectOrder(page);
  });
});

test("a declined card is reported in words, and a corrected card pays in the same form @both", async ({
  browser,
}) => {
  await visit(browser, async (page) => {
    await goToForm(page);
    await typeStripeCard(page, cards.declined);
    await payButton(page).click();
    await expect(dialogAlert(page)).toBeFocused();
    await expect(dialogAlert(page)).toContainText("Your card was declined.");
    await expect(dialogAlert(page)).toContainText("Nothing was charged.");
    await expectAccessible(page);
    await expect(stripeForm(page).getByLabel("Card number")).toHaveValue(cards.declined);
    await typeStripeCard(page, cards.works);
    await payButton(page).click();
    await expectOrder(page);
  });
});

test("a payment is confirmed at the card's bank, by keyboard above the dialog @both", async ({ browser }) => {
  await visit(browser, async (page) => {
    await goToForm(page);
    await typeStripeCard(page, cards.confirmed);
    await payButton(page).click();
    await expect(bank(page).getByRole("button", { name: "Complete authentication" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expectOrder(page);
  });
});

test("a payment that the shopper does not confirm at the bank charges nothing, and another card pays @both", async ({
  browser,
}) => {
  await visit(browser, async (page) => {
    await goToForm(page);
    await typeStripeCard(page, cards.confirmed);
    await payButton(page).click();
    await bank(page).getByRole("button", { name: "Fail authentication" }).click();
    await expect(dialogAlert(page)).toContainText("We are unable to authenticate your payment method.");
    await expect(dialogAlert(page)).toContainText("Nothing was charged.");
    await typeStripeCard(page, cards.works);
    await payButton(page).click();
    await expectOrder(page);
  });
});

test("a shopper who reloads on the bank's page, or goes back from the form, can pay afterwards", async ({
  browser,
}) => {
  await visit(browser, async (page) => {
    await goToForm(page);
    await typeStripeCard(page, cards.confirmed);
    await payButton(page).click();
    await expect(bank(page).getByRole("button", { name: "Complete authentication" })).toBeVisible();
    await page.reload({ waitUntil: "networkidle" });
    await expect(cardDialog(page)).toHaveCount(0);
    await fillDetails(page);
    await checkoutButton(page).click();
    await expect(stripeForm(page).getByLabel("Card number")).toBeVisible();
    await page.goBack();
    await expect(cardDialog(page)).toHaveCount(0);
    await expect(page).toHaveURL("/checkout");
    await checkoutButton(page).click();
    await typeStripeCard(page, cards.works);
    await payButton(page).dblclick();
    await expectOrder(page);
    const orders = await page.context().request.get("/api/cart/mini-cart");
    expect(((await orders.json()) as { itemCount: number }).itemCount).toBe(0);
  });
});

test("Escape in Stripe's form closes the dialog and returns the focus @both", async ({ browser }) => {
  await visit(browser, async (page) => {
    await goToForm(page);
    await stripeForm(page).getByLabel("Card number").focus();
    await page.keyboard.press("Escape");
    await expect(cardDialog(page)).toHaveCount(0);
    await expect(checkoutButton(page)).toBeFocused();
  });
});

test("a card is saved on request, and pays the next order without its number or code @both", async ({
  browser,
}) => {
  await visit(browser, async (page) => {
    await signInAsNew(page.context());
    await goToForm(page);
    await typeStripeCard(page, cards.works);
    await cardDialog(page).getByLabel("Save this card to my account for next time").check();
    await payButton(page).click();
    await expectOrder(page);

    await goToPayment(page);
    await checkoutButton(page).click();
    await expect(cardDialog(page)).toContainText("Visa •••• 4242");
    await expect(cardDialog(page).getByLabel("Security code")).toHaveCount(0);
    await walkTo(page, payButton(page));
    await page.keyboard.press("Enter");
    await expectOrder(page);
  });
});

test("a saved card that the bank wants confirmed pays after the confirmation, and not without it", async ({
  browser,
}) => {
  await visit(browser, async (page) => {
    await signInAsNew(page.context());
    await goToForm(page);
    await typeStripeCard(page, cards.confirmed);
    await cardDialog(page).getByLabel("Save this card to my account for next time").check();
    await payButton(page).click();
    await bank(page).getByRole("button", { name: "Complete authentication" }).click();
    await expectOrder(page);

    await goToPayment(page);
    await checkoutButton(page).click();
    await payButton(page).click();
    await bank(page).getByRole("button", { name: "Fail authentication" }).click();
    await expect(dialogAlert(page)).toContainText("Nothing was charged.");
    await cardDialog(page).getByRole("button", { name: "Use a different card" }).click();
    await typeStripeCard(page, cards.works);
    await payButton(page).click();
    await expectOrder(page);

    await goToPayment(page);
    await checkoutButton(page).click();
    await payButton(page).click();
    await bank(page).getByRole("button", { name: "Complete authentication" }).click();
    await expectOrder(page);
  });
});

test("only pages that collect a card may load Stripe's script, its frames and its server", async ({
  request,
}) => {
  const policy = async (path: string) =>
    (await request.get(`${shop.url}${path}`)).headers()["content-security-policy"];
  const origin = /http:\/\/localhost:\d+/;
  expect((await policy("/checkout"))?.match(new RegExp(origin, "g"))).toHaveLength(3);
  for (const path of ["/", "/cart"]) expect(await policy(path)).not.toMatch(origin);
});

/** Buys a pass on a plan, with a card that the plan's later payments are charged to. */
async function buyOnPlan(page: Page, number: string): Promise<void> {
  const context = page.context();
  await signInAsNew(context);
  const items = [{ productId: "season", productVariantId: "gold", quantity: 1 }];
  await post(context, "/cart/add", { saleFlowId: 1, items });
  const answer = await context.request.get("/api/cart/pass");
  const { passes } = (await answer.json()) as { passes: { extCartTicketId: string }[] };
  for (const { extCartTicketId } of passes) {
    await post(context, `/cart/pass/${extCartTicketId}`, {
      firstName: "Ada",
      lastName: "Lovelace",
      emailAddress: "ada@example.org",
      birthDate: "1990-12-10",
      address1: "12 Quay Street",
      city: "Albany",
      state: "NY",
      zip: "12207",
      phoneNumber: "(518) 555-0123",
    });
  }
  await post(context, "/cart/set-installment-billing", {});
  await page.goto("/checkout", { waitUntil: "networkidle" });
  await fillDetails(page);
  await page.getByLabel("I accept the payment plan terms").check();
  await checkoutButton(page).click();
  await typeStripeCard(page, number);
  await payButton(page).click();
  if (number === cards.confirmed) {
    await bank(page).getByRole("button", { name: "Complete authentication" }).click();
  }
  await expectOrder(page);
  // A job opens the agreement after the order.
  const plans = async () => {
    const listed = await context.request.get("/api/account/installment-billing");
    return ((await listed.json()) as unknown[]).length;
  };
  await expect.poll(plans).toBe(1);
}

/** The e-mails of a kind that the shop has sent. */
function emails(kind: string): string[] {
  const folder = join(shop.folder, "mail");
  const all = existsSync(folder) ? readdirSync(folder) : [];
  const names = all.filter((name) => name.startsWith(kind) && name.endsWith(".eml"));
  return names.map((name) => decoded(readFileSync(join(folder, name), "utf8")));
}

/** Longer than the longest month, and past nine in the morning of its last day. */
const aMonth = 33 * 24 * 60;

test("the second payment of a plan is charged while the shopper is away", async ({ browser }) => {
  await visit(browser, async (page) => {
    await buyOnPlan(page, cards.works);
    shop.passes(aMonth);
    await expect.poll(() => emails("payment-charged").length, { timeout: 60_000 }).toBe(1);
    expect(emails("payment-charged")[0]).toContain("$20.00");
  });
});

test("a due payment that the bank wants confirmed is made with the link of an email, without signing in @both", async ({
  browser,
}) => {
  const before = emails("to-confirm").length;
  await visit(browser, async (page) => {
    await buyOnPlan(page, cards.confirmed);
    shop.passes(aMonth);
    await expect.poll(() => emails("to-confirm").length, { timeout: 60_000 }).toBe(before + 1);
  });
  const link = emails("to-confirm")
    .map((mail) => /\/installment-billing\/payment#[\w.-]+/.exec(mail)?.[0])
    .at(-1);
  await visit(browser, async (page) => {
    // In a browser that knows the shop already. Otherwise its first call is repeated with a token.
    await page.request.get("/api/session");
    await page.goto(link ?? "");
    await expect(page.getByText(/^Order \w+: payment 2 of 3, \$20\.00$/)).toBeVisible();
    await expect(stripeForm(page).getByLabel("Card number")).toBeVisible();
    await expectAccessible(page);
    await typeStripeCard(page, cards.declined);
    await payButton(page).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Your card was declined.");
    await typeStripeCard(page, cards.confirmed);
    await payButton(page).click();
    await bank(page).getByRole("button", { name: "Complete authentication" }).click();
    const paid = page.getByText("Thank you. $20.00 has been paid.");
    await expect(paid).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText("This payment has been made. Thank you.")).toBeVisible();
    await page.goto("/installment-billing/payment#forged.link");
    await page.reload();
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  });
});

test("the card of a plan is changed with Stripe's form", async ({ browser }) => {
  await visit(browser, async (page) => {
    await buyOnPlan(page, cards.works);
    await page.goto("/profile", { waitUntil: "networkidle" });
    await page.getByRole("link", { name: /^Change card/ }).click();
    await typeStripeCard(page, "5555 5555 5555 4444");
    await page.getByRole("button", { name: "Use this card" }).click();
    await expect(page.getByText(/Your card has been changed to .*4444\./)).toBeVisible();
  });
});
