import { expect, type Page, test } from "@playwright/test";
import { alert, emailField, header, openCard, signInAsNew, signInButton, summary } from "../support/account";
import { expectAccessible } from "../support/axe";
import { browserErrors } from "../support/shop";

const forms = [
  "/authenticate/smart-login",
  "/login",
  "/authenticate/register",
  "/forgot-password",
  "/reset-password?token=made-up",
];
const pages = [...forms, "/logout", "/session-timeout", "/authenticate/callback"];

test("account pages are neither cached nor indexed", async ({ request }) => {
  for (const path of [...pages, "/profile"]) {
    const headers = (await request.get(path)).headers();
    expect(headers["x-robots-tag"], path).toBe("noindex");
    expect(headers["cache-control"], path).toContain("no-store");
  }
});

test("the HTML of a public page does not show who is signed in before scripts run", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  const html = await (await context.request.get("/")).text();
  // Leaves out scripts, and the `noscript` content, which is the same for all visitors.
  const shown = html.replaceAll(/<(script|noscript)[\s\S]*?<\/\1>/g, "");
  for (const word of ["Ada", "Logout", "Sign In", "Register"]) expect(shown, word).not.toContain(word);
  await page.goto("/");
  await expect(header(page)).toContainText("Ada's Account");
});

test("the layout does not shift when the header shows who is signed in", { tag: "@both" }, async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/", { waitUntil: "networkidle" });
  await expect(header(page)).toContainText("Ada's Account");
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
});

test("personal fields have autocomplete attributes", async ({ page, context }) => {
  await page.goto("/authenticate/register");
  const tokens = await page
    .locator("main input")
    .evaluateAll((fields) => fields.map((field) => field.getAttribute("autocomplete")));
  expect(tokens).toEqual(["given-name", "family-name", "username", "tel", "new-password"]);
  await page.goto("/login");
  await expect(page.locator("main input").first()).toHaveAttribute("autocomplete", "username");
  await expect(page.locator("main input").last()).toHaveAttribute("autocomplete", "current-password");
  await signInAsNew(context);
  await page.goto("/profile");
  const own = await page
    .locator("main input, main select")
    .evaluateAll((fields) => fields.map((field) => field.getAttribute("autocomplete")));
  expect(own).toEqual([
    "given-name",
    "family-name",
    "tel",
    "country",
    "address-line1",
    "postal-code",
    "address-level2",
    "address-level1",
    "current-password",
    "new-password",
  ]);
});

test("account pages comply with the content security policy", async ({ page }) => {
  const errors = browserErrors(page);
  for (const path of pages) await page.goto(path, { waitUntil: "networkidle" });
  expect(errors).toEqual([]);
});

/**
 * Lists the links and buttons of the header, and the buttons and inputs of the page, that are smaller than 44 pixels.
 */
async function smallTargets(page: Page): Promise<string[]> {
  return page.locator("header a, header button, main button, main input").evaluateAll((elements) =>
    elements
      .filter((element) => element.getClientRects().length > 0)
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width < 44 || height < 44;
      })
      .map((element) => element.outerHTML),
  );
}

test("every link of the header and every button and input is large enough to press", {
  tag: "@both",
}, async ({ page, context }) => {
  await signInAsNew(context);
  for (const path of [...forms, "/profile"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await smallTargets(page), path).toEqual([]);
  }
});

test.describe("on the narrowest phones", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("account pages do not scroll sideways", async ({ page, context }) => {
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    for (const path of [...forms, "/session-timeout"]) {
      await page.goto(path, { waitUntil: "networkidle" });
      expect(await width(), path).toBeLessThanOrEqual(320);
    }
    await signInAsNew(context);
    await page.goto("/", { waitUntil: "networkidle" });
    await expect(header(page)).toContainText("Ada's Account");
    expect(await width()).toBeLessThanOrEqual(320);
    await page.goto("/profile", { waitUntil: "networkidle" });
    expect(await width()).toBeLessThanOrEqual(320);
  });
});

test("the account forms are accessible while empty and with errors", async ({ page }) => {
  for (const path of forms) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expectAccessible(page);
    await page.locator("main form button[type=submit]").click();
    await expect(summary(page)).toBeVisible();
    await expectAccessible(page);
  }
});

test("the sign-in form is accessible while it shows a failed call", async ({ page }) => {
  await page.goto("/login", { waitUntil: "networkidle" });
  await page.route("**/api/account/sign-in", (route) => route.abort());
  await emailField(page).fill("ada@example.org");
  await page.getByLabel("Password", { exact: true }).fill("x");
  await signInButton(page).click();
  await expect(alert(page)).toBeVisible();
  await expectAccessible(page);
});

test("the account page is accessible when opened, with errors, and with a confirmation question", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await page.goto("/profile", { waitUntil: "networkidle" });
  await expectAccessible(page);
  await openCard(page, "Your details");
  await openCard(page, "Password");
  await openCard(page, "Sign out everywhere");
  await expectAccessible(page);
  await page.getByLabel("Last Name").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(summary(page)).toBeVisible();
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(summary(page)).toHaveCount(2);
  await expectAccessible(page);
  await page.getByLabel("Last Name").fill("King");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your details have been saved.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page);
});

test("the header of a signed-in shopper is accessible", async ({ page, context }) => {
  await signInAsNew(context);
  await page.goto("/");
  await expect(header(page)).toContainText("Ada's Account");
  await expectAccessible(page);
});

test("the idle warning and the page shown after the session has ended are accessible", async ({ page }) => {
  await page.clock.install();
  await page.goto("/", { waitUntil: "networkidle" });
  const { sessionTimeout } = (await (await page.request.get("/api/settings")).json()) as {
    sessionTimeout: number;
  };
  await page.clock.fastForward((sessionTimeout - 19) * 1000);
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.clock.runFor(1000);
  await expectAccessible(page);
  await page.clock.fastForward(21_000);
  await expect(page.getByRole("dialog", { name: "Session Ended" })).toBeVisible();
  await page.clock.runFor(1000);
  await expectAccessible(page);
});
