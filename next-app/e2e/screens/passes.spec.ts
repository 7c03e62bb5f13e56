import { expect, test } from "@playwright/test";
import { inPhoneMenu, signInAsNew } from "../support/account";
import { expectAccessible } from "../support/axe";
import {
  ada,
  card,
  drawnPhoto,
  field,
  fillCartWithPasses,
  fillCartWithPassesOfAda,
  pass,
  progress,
} from "../support/passes";
import { post } from "../support/purchase";

const pages = ["/pass/link", "/pass/demographics", "/pass/products"];

test("pass pages are neither cached nor indexed, and guests must sign in first", async ({
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

test("the page of pass products is skipped if every pass has a product", async ({ page, context }) => {
  await signInAsNew(context);
  await fillCartWithPasses(context, pass.silver);
  const answer = await context.request.get("/pass/products", { maxRedirects: 0 });
  expect(answer.status()).toBe(307);
  await page.goto("/pass/products");
  await expect(page).toHaveURL(/\/(cart|product\/multi\/add-on\/pass)$/);
});

test("pass pages are accessible, with cards open and closed", async ({ page, context }) => {
  await signInAsNew(context);
  await fillCartWithPasses(context, pass.gold, 2);
  await post(context, "/cart/add-new-pass", {});
  for (const path of pages) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expectAccessible(page);
    for (const heading of await page.locator("main :is(h2, h3) button").all()) await heading.click();
    await expectAccessible(page);
  }
  await page.goto("/pass/demographics", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Choose the birth date from a calendar" }).first().click();
  await page.getByRole("grid").waitFor();
  await expectAccessible(page);
});

test("a photo is previewed, uploaded and still shown after a reload, and a file that is not a picture is refused", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await fillCartWithPasses(context, pass.gold);
  await page.goto("/pass/demographics", { waitUntil: "networkidle" });
  const upload = page.getByRole("button", { name: /^Upload Picture for/ });
  await upload.click();
  const dialog = page.getByRole("dialog", { name: /^Upload Picture for/ });
  await dialog.waitFor();
  await expectAccessible(page);
  const files = dialog.locator("input[type=file]");
  await files.setInputFiles({ name: "me.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await expect(dialog.getByRole("alert")).toHaveText(/Only PNG and JPEG pictures can be uploaded\.$/);
  await files.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    /Please choose a PNG or JPEG file that isn't damaged\.$/,
  );
  await page.route("**/api/cart/pass/*/image", (route) => route.abort());
  const drawn = await drawnPhoto(page);
  await files.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: drawn });
  await expect(dialog.getByRole("img", { name: "me.png" })).toBeVisible();
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText(/Unexcepted error encountered$/);
  await page.unroute("**/api/cart/pass/*/image");
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const kept = page.getByRole("img", { name: /New Passholder/ });
  await expect(kept).toBeVisible();
  expect(await kept.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page);
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByRole("img", { name: /New Passholder/ })).toBeVisible();
});

test("on the narrowest phones, links and buttons are large enough and nothing scrolls sideways", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signInAsNew(context);
  await fillCartWithPasses(context, pass.gold, 2);
  await post(context, "/cart/add-new-pass", {});
  for (const path of pages) {
    await page.goto(path, { waitUntil: "networkidle" });
    for (const calendar of await page
      .getByRole("button", { name: "Choose the birth date from a calendar" })
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

test("unsaved values survive a reload of the tab until they are saved or the shopper signs out", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await fillCartWithPassesOfAda(context, pass.gold, 2);
  await page.goto("/pass/demographics", { waitUntil: "networkidle" });
  const kept = () => page.evaluate(() => sessionStorage.getItem("midway.passholders"));
  const first = card(page, /^Ada Lovelace/).first();
  await expect(progress(page)).toHaveText("2 of 2 complete");
  expect(await kept()).toBeNull();

  await first.getByRole("heading", { level: 3 }).getByRole("button").click();
  await field(first, "City").fill("Troy");
  await field(first, "Phone").fill("518 55");
  await expect.poll(kept).not.toBeNull();
  await page.reload({ waitUntil: "networkidle" });
  await expect(field(first, "City")).toHaveValue("Troy");
  await expect(field(first, "Phone")).toHaveValue("518 55");
  await expect(field(first, "ZIP code")).toHaveValue(ada["ZIP code"]);
  await expect(progress(page)).toHaveText("1 of 2 complete");
  await expect(first.getByText(/ is required/)).toHaveCount(0);

  await field(first, "Phone").fill(ada.Phone);
  await first.getByRole("button", { name: /^Update/ }).click();
  await expect(progress(page)).toHaveText("2 of 2 complete");
  await expect.poll(kept).toBeNull();

  // Each tab stores its unsaved values separately.
  await first.getByRole("heading", { level: 3 }).getByRole("button").click();
  await field(first, "City").fill("Utica");
  await expect.poll(kept).not.toBeNull();
  const other = await context.newPage();
  await other.goto("/pass/demographics", { waitUntil: "networkidle" });
  await expect(progress(other)).toHaveText("2 of 2 complete");
  await other.close();
  await (await inPhoneMenu(page, "Logout")).click();
  await expect(page.getByRole("link", { name: "Sign In" })).toBeVisible();
  expect(await kept()).toBeNull();
});
