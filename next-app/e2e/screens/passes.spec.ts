import { expect, test } from "@playwright/test";
import { registered, signIn } from "../support/account";
import { expectAccessible } from "../support/axe";
import { fillCartWithPasses, pass } from "../support/passes";
import { post } from "../support/purchase";

test.describe.configure({ timeout: 90_000 });

const pages = ["/pass/link", "/pass/demographics", "/pass/products"];

test("these pages are kept by nobody and listed nowhere, and guests sign in first", async ({
  page,
  request,
}) => {
  for (const path of pages) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect(answer.status(), path).toBe(307);
    expect(answer.headers()["x-robots-tag"], path).toBe("noindex");
    expect(answer.headers()["cache-control"], path).toContain("no-store");
    await page.goto(path);
    await expect(page).toHaveURL(`/authenticate/smart-login?ReturnUrl=${encodeURIComponent(path)}`);
  }
});

test("where no product is to be chosen the page is passed over", async ({ page, context }) => {
  await signIn(context, await registered(context));
  await fillCartWithPasses(context, pass.silver);
  const answer = await context.request.get("/pass/products", { maxRedirects: 0 });
  expect(answer.status()).toBe(307);
  await page.goto("/pass/products");
  await expect(page).toHaveURL(/\/(cart|product\/multi\/add-on\/pass)$/);
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("pass pages, open and closed", async ({ page, context }) => {
      await signIn(context, await registered(context));
      await fillCartWithPasses(context, pass.gold, 2);
      await post(context, "/cart/add-new-pass", {});
      for (const path of pages) {
        await page.goto(path, { waitUntil: "networkidle" });
        await expectAccessible(page);
        for (const heading of await page.locator("main :is(h2, h3) button").all()) await heading.click();
        await expectAccessible(page);
      }
      await page.goto("/pass/demographics", { waitUntil: "networkidle" });
      await page.getByRole("button", { name: "Choose the birth date in a calendar" }).first().click();
      await page.getByRole("grid").waitFor();
      await expectAccessible(page);
    });
  });
}

test("targets can be hit, and nothing scrolls sideways on the narrowest phones", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(context, await registered(context));
  await fillCartWithPasses(context, pass.gold, 2);
  await post(context, "/cart/add-new-pass", {});
  for (const path of pages) {
    await page.goto(path, { waitUntil: "networkidle" });
    for (const calendar of await page
      .getByRole("button", { name: "Choose the birth date in a calendar" })
      .all()) {
      await calendar.click();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
    const small = await page.locator("main button, main a, main select").evaluateAll((targets) =>
      targets
        .map((target) => ({ target, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
        .map(({ target }) => target.outerHTML),
    );
    expect(small, path).toEqual([]);
  }
});
