import { expect, type Page, test } from "@playwright/test";
import { chooseTwoTickets, pointer, timedProduct } from "../support/buying";
import { withSettings } from "../support/catalogue";
import { placeOrder } from "../support/purchase";
import { browserErrors, productPath } from "../support/shop";

const host = "https://stats.example.org";
const account = `
analytics_id = "GTM-1"
analytics_site_code = "park"
analytics_script = "${host}/{{siteCode}}/{{id}}.js"`;

/** Acts as an operator's script: reads the events recorded before it loaded and all later ones. */
const script = `
  const send = (entry) => fetch("${host}/collected", { method: "POST", mode: "no-cors", keepalive: true, body: JSON.stringify(entry) });
  const layer = window.dataLayer;
  const push = layer.push.bind(layer);
  layer.push = (entry) => { send(entry); return push(entry); };
  layer.forEach(send);`;

/** The page of add-ons that follows a selection without passes. */
const addOns = "/product/multi/add-on/non-pass";

type Entry = { event: string; path?: string; orderNumber?: string };

async function listen(page: Page): Promise<{ entries: Entry[]; loaded: string[] }> {
  const entries: Entry[] = [];
  const loaded: string[] = [];
  await page.route(`${host}/**`, async (route) => {
    const request = route.request();
    if (request.method() === "POST") entries.push(request.postDataJSON() as Entry);
    else loaded.push(request.url());
    await route.fulfill({ contentType: "text/javascript", body: request.method() === "POST" ? "" : script });
  });
  return { entries, loaded };
}

test("the analytics script receives each page view, each added item and each purchase once", async ({
  page,
  context,
}) => {
  await withSettings(account, async () => {
    const settings = async () => (await (await page.request.get("/api/settings")).json()) as object;
    await expect.poll(settings).toMatchObject({ analyticsId: "GTM-1", analyticsSiteCode: "park" });
    const errors = browserErrors(page);
    const { entries, loaded } = await listen(page);
    const of = (event: string) => entries.filter((entry) => entry.event === event);
    const paths = () => of("pageView").map(({ path }) => path);

    const product = await timedProduct(page.request);
    await chooseTwoTickets(page, product, pointer);
    await expect.poll(paths).toEqual([productPath(product), addOns, "/cart"]);
    expect(loaded).toEqual([`${host}/park/GTM-1.js`]);
    expect(of("start")).toEqual([{ event: "start", analyticsId: "GTM-1", siteCode: "park" }]);
    expect(of("addToCart")).toHaveLength(1);

    const { invoiceNumber } = await placeOrder(context);
    await page.goto("/confirmation");
    await expect.poll(() => of("purchase").map(({ orderNumber }) => orderNumber)).toEqual([invoiceNumber]);
    await page.reload();
    await expect.poll(() => paths().slice(-2)).toEqual(["/confirmation", "/confirmation"]);
    await page.goto("/");
    await expect
      .poll(paths)
      .toEqual([productPath(product), addOns, "/cart", "/confirmation", "/confirmation", "/"]);
    expect(of("purchase")).toHaveLength(1);
    expect(errors).toEqual([]);
  });
});
