import { expect, type Page, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { fillCartWithPasses, pass } from "../support/passes";
import { fillCart } from "../support/purchase";
import { begin, sites } from "../support/reserving";

// A page whose scripts have not loaded yet behaves like a page without scripts.
test.use({ javaScriptEnabled: false });

const typed = "Typed-too-early-1";

/** The pages whose forms also work without scripts. */
const withoutScripts = [
  "/login",
  "/authenticate/smart-login",
  "/forgot-password",
  "/reset-password",
  "/order-lookup",
  "/notify-me/storm-glass",
];

/** Types into every field, submits each form of the page, and expects no typed value in the URL. */
async function expectNothingInTheAddress(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const forms = page.locator("main form");
  const count = await forms.count();
  expect(count, path).toBeGreaterThan(0);
  for (let nth = 0; nth < count; nth++) {
    await page.goto(path);
    const form = forms.nth(nth);
    for (const button of await form.locator("button[type=submit]").all()) {
      if (withoutScripts.includes(path.split("?")[0] ?? "")) await expect(button, path).toBeEnabled();
      else await expect(button, path).toBeDisabled();
    }
    const answer = page.waitForResponse((response) => response.request().isNavigationRequest());
    await form.evaluate((element, text) => {
      const fields = element.querySelectorAll<HTMLInputElement>("input:not([type=checkbox], [type=radio])");
      for (const field of fields) field.value = text;
      (element as HTMLFormElement).submit();
    }, typed);
    const posted = (await answer).request();
    expect(posted.method(), path).toBe("POST");
    expect(posted.url(), path).not.toContain(typed);
    await page.waitForLoadState();
    expect(page.url(), path).not.toContain(typed);
    await expect(forms.nth(nth), path).toBeAttached();
  }
}

test("a guest's form submitted before its script runs keeps typed values out of the URL", async ({
  page,
  context,
}) => {
  for (const path of [
    "/login?ReturnUrl=%2Fcart",
    "/authenticate/smart-login",
    "/authenticate/register",
    "/forgot-password",
    "/reset-password?token=made-up",
    "/order-lookup",
    "/notify-me/storm-glass",
    "/upgrade/select",
    "/reservation/my",
  ]) {
    await expectNothingInTheAddress(page, path);
  }
  await begin(context, sites.museum);
  for (const step of ["begin", "link"]) await expectNothingInTheAddress(page, `/reservation/${step}`);
  await fillCart(context);
  for (const path of ["/donate", "/checkout"]) await expectNothingInTheAddress(page, path);
});

test("an account form that is submitted before its script runs keeps typed values out of the URL", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await fillCartWithPasses(context, pass.gold);
  for (const path of ["/profile", "/pass/link", "/pass/demographics"]) {
    await expectNothingInTheAddress(page, path);
  }
});
