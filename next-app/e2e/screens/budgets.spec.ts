import { expect, type Page, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { pointer } from "../support/buying";
import { fillCartWithPasses, pass, passPage } from "../support/passes";
import { fillCart, placeOrder, post } from "../support/purchase";
import { beginWith, boughtMuseumPass, chooseNextDay, confirmed, sites } from "../support/reserving";
import {
  builderPath,
  bundleOnSale,
  datedProduct,
  productPath,
  productsOnSale,
  weekPath,
  weekProduct,
} from "../support/shop";

const kilobyte = 1000;

/** The budgets of scripts, in kilobytes, compressed as the door sends them. */
const scriptBudget = { page: 161, cart: 167, week: 168, calendar: 169, form: 205 };

type Weight = { scripts: number; styles: number; fonts: number; fontFiles: number; foreign: string[] };

/** Measures what a first visit downloads before any interaction. */
async function weigh(page: Page, path: string): Promise<Weight> {
  const own = new URL(test.info().project.use.baseURL ?? "").origin;
  const weight: Weight = { scripts: 0, styles: 0, fonts: 0, fontFiles: 0, foreign: [] };
  const pending: Promise<void>[] = [];
  page.on("response", (response) => {
    const url = new URL(response.url());
    if (url.protocol.startsWith("http") && url.origin !== own) weight.foreign.push(response.url());
    const kind = response.request().resourceType();
    const add = (size: number) => {
      if (kind === "script") weight.scripts += size;
      if (kind === "stylesheet") weight.styles += size;
      if (kind === "font") {
        weight.fonts += size;
        weight.fontFiles += 1;
      }
    };
    pending.push(response.headerValue("content-length").then((size) => add(Number(size))));
  });
  await page.goto(path, { waitUntil: "networkidle" });
  await Promise.all(pending);
  return weight;
}

function expectLight(weight: Weight, scripts: number) {
  expect(weight.scripts).toBeGreaterThan(0);
  expect(weight.scripts).toBeLessThanOrEqual(scripts * kilobyte);
  expect(weight.styles).toBeLessThanOrEqual(20 * kilobyte);
  expect(weight.fonts).toBeLessThanOrEqual(25 * kilobyte);
  expect(weight.fontFiles).toBeLessThanOrEqual(1);
  expect(weight.foreign).toEqual([]);
}

for (const path of ["/", "/find"]) {
  test(`the page ${path} stays within its size budget`, async ({ page }) => {
    expectLight(await weigh(page, path), scriptBudget.page);
  });
}

test("a page with a calendar stays within its size budget", async ({ page, request }) => {
  expectLight(await weigh(page, productPath(await datedProduct(request))), scriptBudget.calendar);
});

test("the bundle builder stays within the size budget of a calendar", async ({ page, request }) => {
  expectLight(await weigh(page, builderPath(await bundleOnSale(request))), scriptBudget.calendar);
});

test("a product page with the week picker stays within its size budget", async ({ page, request }) => {
  expectLight(await weigh(page, weekPath(await weekProduct(request))), scriptBudget.week);
});

test("the page of a product without dates stays within the size budget of a page without a calendar", async ({
  page,
  request,
}) => {
  const undated = (await productsOnSale(request)).find((product) => !product.hasPerformances);
  test.skip(undated === undefined, "the shop sells nothing without dates");
  expectLight(await weigh(page, productPath(undated ?? { id: "" })), scriptBudget.page);
});

test("product lists stay within their size budgets while no product is selected", async ({
  page,
  context,
}) => {
  expectLight(await weigh(page, "/product/multi/tag/winter"), scriptBudget.page);
  expectLight(await weigh(page, "/product/multi/promo"), scriptBudget.form);
  await fillCart(context);
  expectLight(await weigh(page, "/product/multi/add-on/non-pass"), scriptBudget.page);
});

test("the cart stays within its size budget while no dialog is open", async ({ page, context }) => {
  await fillCart(context);
  expectLight(await weigh(page, "/cart"), scriptBudget.cart);
});

test("the pages of a purchase start without the browser's language data, whose loading blocks a phone", async ({
  page,
  context,
  request,
}) => {
  await fillCart(context);
  await page.addInitScript(() => {
    const used: string[] = [];
    const language = new Proxy(Intl, {
      get: (target, name, receiver) => {
        used.push(String(name));
        return Reflect.get(target, name, receiver);
      },
    });
    Object.assign(window, { Intl: language, used });
  });
  for (const path of ["/", productPath(await datedProduct(request)), "/cart", "/checkout"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await page.evaluate("used"), path).toEqual([]);
  }
});

test("the donation page stays within its size budget", async ({ page, context }) => {
  await fillCart(context);
  expectLight(await weigh(page, "/donate"), scriptBudget.form);
});

test("the confirmation stays within its size budget, and with the form of a guest in that of a form", async ({
  page,
  context,
}) => {
  await fillCart(context);
  await placeOrder(context);
  expectLight(await weigh(page, "/confirmation"), scriptBudget.form);
  await signInAsNew(context);
  expectLight(await weigh(page, "/confirmation"), scriptBudget.page);
});

test("account pages, upgrades and checkout stay within the size budget of a form", async ({
  page,
  context,
}) => {
  for (const path of [
    "/login",
    "/authenticate/register",
    "/forgot-password",
    "/reset-password?token=made-up",
    "/upgrade/select",
  ])
    expectLight(await weigh(page, path), scriptBudget.form);
  await fillCart(context);
  expectLight(await weigh(page, "/checkout"), scriptBudget.form);
  await signInAsNew(context);
  expectLight(await weigh(page, "/profile"), scriptBudget.form);
});

test("the pass pages stay within their size budgets while no calendar and no dialog is open", async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await fillCartWithPasses(context, pass.gold);
  await post(context, "/cart/add-new-pass", {});
  expectLight(await weigh(page, "/pass/link"), scriptBudget.form);
  for (const path of ["/pass/demographics", "/pass/products", passPage.path])
    expectLight(await weigh(page, path), scriptBudget.page);
});

test("the reservation steps stay within their size budgets, and only the date step has the size budget of a calendar", async ({
  page,
  context,
}) => {
  expectLight(await weigh(page, "/reservation/site"), scriptBudget.page);
  expectLight(await weigh(page, "/reservation/my"), scriptBudget.form);
  await signInAsNew(context);
  await beginWith(context, sites.museum, { passes: await boughtMuseumPass(context) });
  for (const path of ["/reservation/begin", "/reservation/link"])
    expectLight(await weigh(page, path), scriptBudget.form);
  expectLight(await weigh(page, "/reservation/date"), scriptBudget.calendar);
  await chooseNextDay(page, pointer);
  await page.waitForURL("/reservation/review");
  expectLight(await weigh(page, "/reservation/review"), scriptBudget.page);
  await confirmed(page, pointer);
  expectLight(await weigh(page, page.url()), scriptBudget.page);
});
