import { expect, type Page, test } from "@playwright/test";
import { cardDialog, cards, checkoutButton, fillDetails, payButton, typeCard } from "../support/buying";
import { decoded, emailsOf, linkIn } from "../support/emails";
import { chooseDelivery, fillCartAtRandom, giveDonation } from "../support/purchase";
import { Random } from "../support/random";

/** The amounts in the order summary by row name, as the page shows them. */
async function figures(page: Page): Promise<Record<string, string>> {
  const total = page.locator("[data-order-total]").last();
  await total.waitFor({ state: "attached" });
  const rows = await total.evaluate((node) =>
    [...(node.closest("section")?.querySelectorAll("dl > div") ?? [])].map((row) => [
      row.querySelector("dt")?.textContent ?? "",
      row.querySelector("dd")?.textContent ?? "",
    ]),
  );
  // The delivery row in the sidebar also names the delivery method, and it is shown even if the price is zero.
  const named = rows.map(([name = "", amount = ""]): [string, string] => [
    name.replace("Order total", "Total").replace(/^Delivery \(.*/, "Delivery"),
    amount,
  ]);
  return Object.fromEntries(named.filter(([name, amount]) => name !== "Delivery" || amount !== "$0.00"));
}

/** Checks the confirmation, its e-mail, and the page to which the e-mail links. */
async function expectOrder(page: Page, shown: Record<string, string>) {
  await expect(page).toHaveURL("/confirmation");
  await expect(page.getByRole("heading", { level: 1, name: "Checkout Successful!" })).toBeVisible();
  expect(await figures(page)).toEqual(shown);
  const { id } = (await (await page.request.get("/api/order/details")).json()) as { id: string };
  const [email = ""] = await emailsOf(id, 1);
  const emailText = decoded(email).replaceAll("=24", "$");
  for (const [name, amount] of Object.entries(shown)) {
    expect(emailText).toMatch(new RegExp(`^ *${name}( \\(.*\\))?: ${amount.replace("$", "\\$")}\r?$`, "m"));
  }
  await page.goto(linkIn(email));
  await expect(page.getByRole("heading", { level: 1, name: "Your order" })).toBeVisible();
  expect(await figures(page)).toEqual(shown);
}

for (const number of [1, 2]) {
  test(`the amounts of random cart ${number} are the same on every page and in the e-mail`, async ({
    page,
    context,
  }) => {
    const random = new Random(20_261_121 + 2 * number);
    await fillCartAtRandom(context, random);
    if (number === 2) await giveDonation(context, random.between(1, 9_999) / 100);
    await chooseDelivery(context, random);

    await page.goto("/cart");
    const shown = await figures(page);
    const named = Object.keys(shown);
    // The demo has one fee per order, which has a row of its own without a heading.
    expect(named.filter((name) => name !== "Delivery" && !name.endsWith(", included"))).toEqual([
      "Subtotal",
      "Tax",
      "Order processing fee",
      "Total",
    ]);
    const cents = (name: string) => Math.round(Number(shown[name]?.replace(/[$,]/g, "")) * 100);
    const sum = named.filter((name) => name !== "Total" && !name.endsWith(", included")).map(cents);
    expect(sum.reduce((total, amount) => total + amount, 0)).toBe(cents("Total"));
    await page.goto("/checkout");
    await expect(checkoutButton(page)).toHaveAccessibleName(`Checkout, ${shown.Total}`);
    expect(await figures(page)).toEqual(shown);
    await fillDetails(page);
    await expect(checkoutButton(page)).toHaveAccessibleName(`Checkout, ${shown.Total}`);
    await checkoutButton(page).click();
    await typeCard(page, cards.works);
    await expect(payButton(page)).toHaveText(`Pay ${shown.Total}`);
    await expect(cardDialog(page)).toContainText(`Amount due${shown.Total}`);
    await payButton(page).click();
    await expectOrder(page, shown);
  });
}
