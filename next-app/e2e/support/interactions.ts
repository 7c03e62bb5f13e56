import { expect, type Locator, type Page } from "@playwright/test";
import {
  cardForm,
  cards,
  checkoutButton,
  expectOrder,
  field,
  openTimes,
  payButton,
  shopper,
  state,
} from "./buying";
import { type Product, productPath } from "./shop";

/**
 * A shopper who buys with as few interactions as possible. Each press and each field filled by hand is one interaction,
 * and only fields that are empty are filled.
 */
export class BusyShopper {
  /** What the shopper did, in order. */
  readonly interactions: string[] = [];

  constructor(private readonly page: Page) {}

  async press(what: string, element: Locator): Promise<void> {
    await element.click();
    this.interactions.push(what);
  }

  async fill(what: string, input: Locator, value: string): Promise<void> {
    await expect(input).toBeEditable();
    if ((await input.inputValue()) !== "") return;
    await input.fill(value);
    this.interactions.push(what);
  }

  /** Opens a product with several times and takes one standard ticket for the earliest time to checkout. */
  async takeEarliestTime(product: Product): Promise<void> {
    await this.page.goto(productPath(product));
    await this.press("earliest time", this.page.getByRole("button", { name: /^Earliest time: / }));
    await this.checkOut();
  }

  /** The same as a shopper who chooses the day and the time one after the other. */
  async takeNextDay(product: Product): Promise<void> {
    await this.page.goto(productPath(product));
    await this.press("day", this.page.getByRole("button", { name: /^Next available/ }));
    await this.press("time", openTimes(this.page).first());
    await this.checkOut();
  }

  private async checkOut(): Promise<void> {
    await expect(this.page.getByRole("spinbutton").first()).toHaveValue("1");
    await this.press("check out now", this.page.getByRole("button", { name: "Check Out Now" }));
    await expect(this.page).toHaveURL("/checkout");
    await this.page.waitForLoadState("networkidle");
  }

  /** Completes checkout and pays. */
  async pay(): Promise<void> {
    const { page } = this;
    for (const label of Object.keys(shopper) as (keyof typeof shopper)[]) {
      await this.fill(label, field(page, label), shopper[label]);
    }
    if ((await state(page).inputValue()) === "") {
      await state(page).selectOption({ label: "New York" });
      this.interactions.push("state");
    }
    await this.press("terms", page.getByRole("checkbox", { name: /^I accept the terms of sale/ }));
    await this.press("checkout", checkoutButton(page));
    const savedCode = page.getByLabel("Security code");
    await savedCode.or(page.getByLabel("Name on card")).first().waitFor();
    if (await savedCode.isVisible()) await this.fill("security code", savedCode, "123");
    else {
      await this.fill("name on card", page.getByLabel("Name on card"), "Ada Lovelace");
      await this.fill("card number", cardForm(page).getByLabel("Card number"), cards.works);
      await this.fill("expiry", cardForm(page).getByLabel(/^Expiration date/), "12 / 39");
      await this.fill("security code", cardForm(page).getByLabel("Security code"), "123");
    }
    await this.press("pay", payButton(page));
    await expectOrder(page);
  }
}
