import { randomUUID } from "node:crypto";
import { Agent, get } from "node:http";
import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { withCatalogue } from "../support/catalogue";
import { placeOrder, post } from "../support/purchase";
import { datedProduct, productPath } from "../support/shop";

/** A night that no other test uses, so that this test can sell all of its places. */
type Night = { id: string; date: string; places: number };

const toml = ({ id, date, places }: Night, name: string, price: string) => `
[[show]]
id = "${id}"
site = "lantern-theater"
name = "A single night"
type = 4

[[schedule]]
id = "${id}"
show = "${id}"
from = ${date}
until = ${date}
capacity = ${places}
slot = [{ time = "19:30" }]

[[product]]
id = "${id}"
site = "lantern-theater"
name = "${name}"
category = "Theater"
short_description = "Once, and never again."

[[product.selection]]
shows = ["${id}"]

[[product.variant]]
id = "${id}-place"
name = "Spot"
price = "${price}"
max_quantity = 8
`;

/** A day that is far enough ahead even if other tests put the shop's clock forward. */
async function laterDate(context: BrowserContext): Promise<string> {
  const dates = await post<{ date: string }[]>(context, "/performance/product-date", {
    productIds: [(await datedProduct(context.request)).id],
  });
  return dates[10]?.date ?? "";
}

/** Reads the offer in the structured data for search engines. */
async function offered(page: Page) {
  const data = await page.locator("script[type='application/ld+json']").textContent();
  return JSON.parse(data ?? "null") as { name: string; offers: { price: string; availability: string } };
}

const longDay = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" });

/** The calendar cell of the night's day. */
const dayOf = (page: Page, { date }: Night) =>
  page.getByRole("grid").getByRole("button", { name: longDay.format(new Date(date)) });

async function buy(browser: Browser, { id, date }: Night, quantity: number): Promise<void> {
  const context = await browser.newContext({ baseURL: test.info().project.use.baseURL });
  const { value } = await post<{ value: { performanceId: string; selectionIndex: number }[] }>(
    context,
    "/performance/product-date-performance",
    { productId: id, date },
  );
  const performances = value.map(({ performanceId, selectionIndex }) => ({ performanceId, selectionIndex }));
  const items = [{ productId: id, productVariantId: `${id}-place`, quantity, performances }];
  const added = await post<{ success: boolean }>(context, "/cart/add", { saleFlowId: 1, items });
  expect(added.success).toBe(true);
  await placeOrder(context);
  await context.close();
}

/** How often the crowd requests the page, per millisecond. */
const visitsPerMillisecond = 1;

/**
 * Requests a page a thousand times a second, as a crowd does, until the returned function is called. That function returns the number of
 * requests, after all of them were answered.
 */
function crowd(url: string): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  /** Each visit ends with its failure, if there is one. */
  const visit = () =>
    new Promise<string | undefined>((done) => {
      get(url, { agent, headers: { "accept-encoding": "br" } }, (response) => {
        response
          .resume()
          .once("end", () => done(response.statusCode === 200 ? undefined : `${response.statusCode}`));
      }).once("error", (error) => done(error.message));
    });
  const visits: Promise<string | undefined>[] = [];
  const begun = performance.now();
  const pace = setInterval(() => {
    const due = (performance.now() - begun) * visitsPerMillisecond;
    while (visits.length < due) visits.push(visit());
  }, 5);
  return async () => {
    clearInterval(pace);
    const failures = (await Promise.all(visits)).filter((failure) => failure !== undefined);
    expect(failures, url).toEqual([]);
    agent.destroy();
    return visits.length;
  };
}

/** How old the data of a page may be, in milliseconds. */
const oldest = 1_000;

/** Loads the page until `shows` succeeds. A load that began later than `oldest` after the change must succeed. */
async function showsSoon(page: Page, shows: () => Promise<boolean>): Promise<void> {
  const changed = performance.now();
  for (;;) {
    const asked = performance.now();
    await page.reload();
    if (await shows()) return;
    expect(asked - changed, "the page is too old").toBeLessThan(oldest);
  }
}

test("a product page shows the changes of an import and, after each sale, the new availability", async ({
  page,
  context,
  browser,
}) => {
  const id = `night-${randomUUID().slice(0, 8)}`;
  const night = { id, date: await laterDate(context), places: 10 };
  const path = productPath(night);
  expect((await page.request.get(path)).status()).toBe(404);

  await withCatalogue(async (sell) => {
    // A running shop loads an imported catalogue within seconds.
    const named = async () => /<h1[^>]*>([^<]*)</.exec(await (await page.request.get(path)).text())?.[1];
    const before = toml(night, "A single night", "30.00");
    sell("venues/3-lantern.toml", (now) => now + before);
    await expect.poll(named).toBe("A single night");
    await page.goto(path);
    const { price } = (await offered(page)).offers;
    await expect(page.getByText(`$${price}`).first()).toBeVisible();

    sell("venues/3-lantern.toml", (now) => now.replace(before, toml(night, "A night by the stove", "35.50")));
    await expect.poll(named).toBe("A night by the stove");
    await page.reload();
    // The new catalogue raises the price by $5.50.
    const dearer = (Number(price) + 5.5).toFixed(2);
    await expect(page.getByText(`$${dearer}`).first()).toBeVisible();
    await expect(dayOf(page, night)).toHaveAccessibleName(/Available$/);
    expect(await offered(page)).toMatchObject({
      name: "A night by the stove",
      offers: { price: dearer, availability: "https://schema.org/InStock" },
    });

    // From here on, many others look at the page.
    const end = crowd(new URL(path, page.url()).href);
    const isOffered = (availability: string) => async () =>
      (await offered(page)).offers.availability === `https://schema.org/${availability}`;
    await buy(browser, night, 7);
    await showsSoon(page, isOffered("LimitedAvailability"));
    await expect(dayOf(page, night)).toHaveAccessibleName(/Low Capacity$/);

    await buy(browser, night, 3);
    await showsSoon(page, isOffered("SoldOut"));
    const html = await (await page.request.get(path)).text();
    expect(html).toContain("This product is sold out.");
    await expect(page.getByRole("button", { name: /^Next available/ })).toHaveCount(0);
    expect(await end()).toBeGreaterThan(1_000);
  });
  await expect.poll(async () => (await page.request.get(path)).status()).toBe(404);
});
