import { expect, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { pointer } from "../support/buying";
import { withCatalogue } from "../support/catalogue";
import { passPage } from "../support/passes";
import { fillCart } from "../support/purchase";
import { beginWith, boughtMuseumPass, chooseNextDay, confirmed, sites } from "../support/reserving";
import { builderPath, bundleOnSale, datedProduct, productPath } from "../support/shop";

test.use({ viewport: { width: 320, height: 640 } });

test("nothing scrolls sideways on the narrowest phones", async ({ page, request }) => {
  const product = productPath(await datedProduct(request));
  const builder = builderPath(await bundleOnSale(request));
  const multi = ["/product/multi/tag/winter", "/product/multi/promo", passPage.path];
  const reservation = ["/reservation/site", "/reservation/begin?error=1", "/reservation/my"];
  for (const path of [
    "/",
    "/find?words=park&price=50",
    product,
    builder,
    ...multi,
    ...reservation,
    "/donate",
    "/no-such-page",
  ]) {
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
});

test("a wide logo becomes narrower and leaves room for the links beside it", async ({ page }) => {
  await page.route("**/api/picture/**", (route) =>
    route.fulfill({
      contentType: "image/svg+xml",
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="160"><rect width="1200" height="160"/></svg>',
    }),
  );
  await page.goto("/cart", { waitUntil: "networkidle" });
  const logo = await page.locator("header img.logo").boundingBox();
  const links = await page.locator("header button, header a").all();
  expect(logo?.width).toBeGreaterThan(100);
  for (const link of links.slice(1)) {
    const box = await link.boundingBox();
    if (box && logo) expect(box.x, "beside the logo").toBeGreaterThanOrEqual(logo.x + logo.width);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test("the field for the day has room beside or above its button on the narrowest phones", async ({
  page,
}) => {
  for (const path of ["/", "/find?words=park"]) {
    await page.goto(path);
    const button = page.getByRole("button", { name: "Show results" });
    await expect(button).toBeVisible();
    // The middle of the right end of the field, where its calendar opens.
    const day = page.locator("main input[type=date]");
    await day.scrollIntoViewIfNeeded();
    const isCovered = await day.evaluate((field) => {
      const { right, top, height } = field.getBoundingClientRect();
      return document.elementFromPoint(right - 4, top + height / 2) !== field;
    });
    expect(isCovered, path).toBe(false);
  }
});

test("names of two hundred letters without a space wrap on every page up to checkout", async ({ page }) => {
  const name = "Donaudampfschifffahrtsgesellschaft".repeat(6).slice(0, 200);
  const expectNarrow = async (where: string) => {
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(390);
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await withCatalogue(async (sell) => {
    sell("venues/1-park.toml", (park) => park + ofLongNames(name));
    await expect.poll(async () => (await page.request.get("/product/single/long")).status()).toBe(200);
    await page.goto("/");
    await expectNarrow("home");
    await page.goto("/product/single/long");
    await page.getByRole("button", { name: /^Next available/ }).click();
    await page.getByRole("button", { name: /^11:00 PM/ }).click();
    await expectNarrow("times and sections");
    await page.getByRole("list", { name: "Select Section" }).getByRole("button").first().click();
    await page.getByRole("spinbutton").first().fill("1");
    await expectNarrow("quantities");
    await page.getByRole("button", { name: "Add to Cart" }).click();
    await page.waitForURL(/\/(cart|product\/multi|donate)/);
    await page.goto("/cart");
    await expectNarrow("cart");
    await page.goto("/checkout");
    await page.getByLabel("First name").fill(name);
    await page.getByLabel("Address 1").fill(name);
    await expectNarrow("checkout");
  });
});

/**
 * A product for tonight with a show and a hall. All names and texts are `name`, except the name of one
 * section.
 */
function ofLongNames(name: string): string {
  return `
[[hall]]
id = "long"
size = [400, 300]
section = [{ id = "a", name = "${name}", capacity = 10 }, { id = "b", name = "B", capacity = 10 }]

[[show]]
id = "long"
site = "merrow-park"
name = "${name}"
type = 2
hall = "long"

[[schedule]]
id = "long"
show = "long"
slot = [{ time = "22:30", label = "${name}" }, { time = "23:00" }]

[[product]]
id = "long"
site = "merrow-park"
name = "${name}"
short_description = "${name}"
long_description = "<p>${name}</p><ul><li>${name}</li></ul>"
disclaimer = "${name}"
category = "${name.slice(0, 100)}"

[[product.selection]]
shows = ["long"]

[[product.variant]]
id = "long"
name = "${name}"
age_restriction_text = "${name}"
price = "20.00"
`;
}

test("the Add to Cart button of a product page is visible without scrolling", async ({ page, request }) => {
  await page.goto(productPath(await datedProduct(request)));
  await expect(page.getByRole("button", { name: "Add to Cart" })).toBeInViewport({ ratio: 1 });
});

test("every choice on the donation page is visible without scrolling", async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await fillCart(context);
  await page.goto("/donate");
  for (const answer of [
    page.getByRole("button", { name: /^Donate/ }).first(),
    page.getByRole("button", { name: /^Donate/ }).last(),
    page.getByRole("link", { name: "No thanks, continue" }),
  ]) {
    await expect(answer).toBeInViewport({ ratio: 1 });
  }
});

test("no step of a reservation scrolls sideways on the narrowest phones", async ({ page, context }) => {
  await signInAsNew(context);
  await beginWith(context, sites.museum, { passes: await boughtMuseumPass(context) });
  const expectNarrow = async () => {
    await page.waitForLoadState("networkidle");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, page.url()).toBeLessThanOrEqual(320);
  };
  for (const step of ["begin", "link", "date"]) {
    await page.goto(`/reservation/${step}`);
    await expectNarrow();
  }
  await chooseNextDay(page, pointer);
  await page.waitForURL("/reservation/review");
  await expectNarrow();
  await confirmed(page, pointer);
  await expectNarrow();
});
