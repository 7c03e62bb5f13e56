import { expect, type Page, test } from "@playwright/test";
import { emailField, header, newEmail, password, passwordField, signInButton } from "../support/account";
import { expectOrder, goToCart, goToCheckout, pay, pointer } from "../support/buying";
import { importPasses } from "../support/imported";
import {
  ada,
  card,
  drawnPhoto,
  field,
  fillHolder,
  heading,
  linkedPasses,
  pass,
  progress,
} from "../support/passes";
import { browserErrors } from "../support/shop";

const rows = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader").filter({ hasText: name }) });
const continueButton = (page: Page) => page.getByRole("button", { name: "Continue", exact: true });
const confirm = (page: Page, name: string) =>
  page.getByRole("button", { name: `Confirm your choice for ${name}` });

test("a new shopper links two imported passes, renews both and sees them in the account", async ({
  page,
  context,
}) => {
  const errors = browserErrors(page);
  const known = { last_name: "Lovelace", zip: ada["ZIP code"] };
  const [adas = "", byrons = ""] = await importPasses(context, [
    {
      ...known,
      variant: pass.gold,
      first_name: "Ada",
      birth_date: "1990-12-10",
      address1: ada["Address 1"],
      city: ada.City,
      state: "NY",
      phone_number: ada.Phone,
    },
    // Only Byron's name, birth date and postal code are known.
    { ...known, variant: pass.child, first_name: "Byron", birth_date: "2016-05-12" },
  ]);

  // Creates an account and signs in again with its password.
  const email = newEmail();
  await page.goto("/authenticate/register", { waitUntil: "networkidle" });
  await page.getByLabel("First Name").fill("Ada");
  await page.getByLabel("Last Name").fill("Lovelace");
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(header(page)).toContainText("Ada's Account");
  await header(page).getByRole("link", { name: "Logout" }).click();
  await expect(header(page).getByRole("link", { name: "Sign In" })).toBeVisible();
  await page.goto("/pass/link", { waitUntil: "networkidle" });
  await expect(page).toHaveURL("/authenticate/smart-login?ReturnUrl=%2Fpass%2Flink");
  await emailField(page).fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await passwordField(page).fill(password);
  await signInButton(page).click();
  await expect(page).toHaveURL("/pass/link");
  await page.waitForLoadState("networkidle");

  // Links both passes, one after the other.
  await expect(page.getByText("No passes are linked to your account yet.")).toBeVisible();
  const form = page.locator("form");
  for (const [number, name] of [
    [adas, "Ada Lovelace"],
    [byrons, "Byron Lovelace"],
  ] as const) {
    const id = form.getByLabel("Season Pass ID");
    if (!(await id.isVisible())) {
      await page.getByRole("heading", { level: 2, name: "Add Pass" }).getByRole("button").click();
    }
    await id.fill(number);
    await form.getByLabel("ZIP code").fill(ada["ZIP code"]);
    await form.getByRole("button", { name: "Add Pass" }).click();
    await expect(rows(page, number)).toContainText(name);
    await page.getByRole("checkbox", { name: `Renew ${name}'s pass, ${number}` }).check();
  }
  const renew = page.getByRole("button", { name: /^Upgrade Selected Passes/ });
  await expect(renew).toHaveText("Upgrade Selected Passes (2)");
  await renew.click();

  // The details of neither passholder were confirmed in this shop, and the child's address is missing.
  await expect(page).toHaveURL("/pass/demographics");
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("heading", { level: 2, name: "Renewable Passes" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "NEW Passes" })).toHaveCount(0);
  await expect(progress(page)).toHaveText("0 of 2 complete");
  const [hers, his] = [card(page, `Ada Lovelace (${adas})`), card(page, `Byron Lovelace (${byrons})`)];
  await expect(hers.locator("[data-status]")).toHaveText("Not Confirmed in 12+ Months");
  await expect(his.locator("[data-status]")).toHaveText("Not Completed");
  await expect(heading(his)).toHaveAttribute("aria-expanded", "true");
  await expect(field(his, "First Name")).toBeDisabled();
  await expect(field(his, "Email")).toBeDisabled();
  const { "Address 1": address, City, State, Phone } = ada;
  await fillHolder(his, { "Address 1": address, City, State, Phone });
  await his.getByRole("button", { name: "Update Byron Lovelace" }).click();
  await expect(his.locator("[data-status]")).toHaveText("Completed");
  await expect(progress(page)).toHaveText("1 of 2 complete");

  await expect(heading(hers)).toHaveAttribute("aria-expanded", "true");
  await field(hers, "Address 1").fill("9 New Street");
  await hers.getByRole("button", { name: "Upload Picture for Ada Lovelace" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload Picture for Ada Lovelace" });
  const photo = { name: "ada.png", mimeType: "image/png", buffer: await drawnPhoto(page) };
  await dialog.locator("input[type=file]").setInputFiles(photo);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(hers.getByRole("img", { name: "Ada Lovelace" })).toBeVisible();
  await hers.getByRole("button", { name: "Update Ada Lovelace" }).click();
  await expect(progress(page)).toHaveText("2 of 2 complete");
  await continueButton(page).click();

  // Chooses a product for each pass. Only products for the passholder's age are offered.
  await expect(page).toHaveURL("/pass/products");
  await page.waitForLoadState("networkidle");
  const of = (name: string) => page.getByRole("listitem").filter({ has: confirm(page, name) });
  await of("Ada Lovelace")
    .getByRole("radio", { name: /Platinum/ })
    .check();
  await confirm(page, "Ada Lovelace").click();
  await expect(of("Byron Lovelace").getByRole("radio")).toHaveCount(1);
  await of("Byron Lovelace").getByRole("radio", { name: /Child/ }).check();
  await confirm(page, "Byron Lovelace").click();
  await expect(page.locator("[data-running-total]")).toHaveText("$363.80");
  await continueButton(page).click();

  await goToCart(page, pointer);
  await expect(page.getByText("For Ada Lovelace")).toBeVisible();
  await expect(page.getByText("For Byron Lovelace")).toBeVisible();
  await expect(page.getByText("Renewal price")).toHaveCount(2);
  await goToCheckout(page, pointer);
  await pay(page);
  await expectOrder(page);
  for (const name of ["Ada Lovelace", "Byron Lovelace"]) {
    await expect(page.getByRole("rowheader").filter({ hasText: `For ${name}` })).toHaveCount(1);
  }
  const number = (await page.locator("[data-confirmation-number]").textContent()) ?? "";
  await page.getByRole("button", { name: "View Passes" }).click();
  await expect(page.locator("article.ticket")).toHaveCount(2);

  // The account shows the order, the old passes and their renewals.
  await page.goto("/profile", { waitUntil: "networkidle" });
  await expect(page.getByRole("link", { name: `Order ${number}` })).toBeVisible();
  const linked = await linkedPasses(context);
  expect(linked.map(({ availableForUpgrade }) => availableForUpgrade)).toEqual([false, false, false, false]);
  const renewed = linked.map((it) => it.platformAccountId).filter((it) => it !== adas && it !== byrons);
  const passes = page.getByRole("region", { name: "Passes", exact: true }).getByRole("listitem");
  await expect(passes.filter({ hasText: "For Ada Lovelace" })).toHaveCount(2);
  await expect(passes.filter({ hasText: "For Byron Lovelace" })).toHaveCount(2);
  await page.goto("/pass/link", { waitUntil: "networkidle" });
  for (const name of ["Ada Lovelace", "Byron Lovelace"]) await expect(rows(page, name)).toHaveCount(2);
  await expect(rows(page, "Ada Lovelace").last()).toContainText("Platinum");
  for (const code of renewed) await expect(rows(page, code)).toHaveCount(1);
  expect(errors).toEqual([]);
});
