import { type BrowserContext, expect, test } from "@playwright/test";
import app from "../../../api/src/door/app.json" with { type: "json" };
import { signInAsNew } from "../support/account";
import { openShop } from "../support/own-shop";
import { fillCart, placeOrder, readCart } from "../support/purchase";
import { datedProduct } from "../support/shop";

/** A visitor, and the words that no page may show to another one. */
type Visitor = { context: BrowserContext; secrets: string[] };

/** The values of a visitor's cookies, except the anti-forgery token, which the shop makes from another one. */
async function cookiesOf(context: BrowserContext): Promise<string[]> {
  return (await context.cookies()).map(({ value }) => value).filter((value) => value.length > 20);
}

async function lineIdsOf(context: BrowserContext): Promise<string[]> {
  return (await readCart(context)).itemGroups.flatMap((group) => group.items.map(({ id }) => id));
}

test("no page shows a visitor the account, cart, order or session of another, whoever asks first", async ({
  browser,
}) => {
  const open = () => browser.newContext({ baseURL: test.info().project.use.baseURL });
  const customer = async () => {
    const context = await open();
    const email = await signInAsNew(context);
    await fillCart(context);
    const { orderId } = await placeOrder(context);
    await fillCart(context);
    const secrets = [email, orderId, ...(await lineIdsOf(context)), ...(await cookiesOf(context))];
    return { context, orderId, secrets };
  };
  const [ada, ben] = [await customer(), await customer()];
  const guest = await open();
  await fillCart(guest);
  const visitors: Visitor[] = [
    ada,
    ben,
    { context: guest, secrets: [...(await lineIdsOf(guest)), ...(await cookiesOf(guest))] },
  ];
  const product = await datedProduct(guest.request);
  const paths = app.pages.map(({ path }) =>
    path
      .replace(/\/\[\[\.\.\.\w+\]\]$/, "")
      .replace("[...tags]", "family")
      .replace("[id]", path.includes("/product/single/") ? product.id : ada.orderId),
  );

  for (let first = 0; first < visitors.length; first += 1) {
    for (const path of paths) {
      for (let nth = 0; nth < visitors.length; nth += 1) {
        const visitor = visitors[(first + nth) % visitors.length] as Visitor;
        const response = await visitor.context.request.get(path, { maxRedirects: 0 });
        const seen = (await response.text()) + JSON.stringify(response.headers());
        for (const other of visitors.filter((one) => one !== visitor)) {
          // The address of the order of the first visitor is part of some paths.
          const words = other.secrets.filter((secret) => !path.includes(secret));
          expect(
            words.filter((word) => seen.includes(word)),
            path,
          ).toEqual([]);
        }
      }
    }
  }
  for (const { context } of visitors) await context.close();
});

const tour = `
[[show]]
id = "tour"
site = "park"
name = "Garden tour"
type = 4

[[schedule]]
id = "tours"
show = "tour"
from = 2020-01-01
until = 2099-12-31
capacity = 40
slot = [{ time = "12:00" }]

[[product]]
id = "tour"
site = "park"
name = "Garden tour"
category = "Tours"
short_description = "A walk."

[[product.selection]]
shows = ["tour"]

[[product.variant]]
id = "adult"
name = "Adult"
price = "20.00"
`;

test("a stored page is shown under load while the app's server is killed, hung and restarted", async () => {
  const shop = await openShop(tour);
  const statuses = new Map<number, number>();
  let isOver = false;
  const visitors = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const { status } = await fetch(`${shop.url}/product/single/tour`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  const page = async () => (await fetch(`${shop.url}/product/single/tour`)).headers.get("x-midway-stale");
  await expect.poll(page).toBeNull();
  await shop.killApp();
  await expect.poll(page).toBe("1");
  shop.startApp();
  await expect.poll(page).toBeNull();
  shop.suspendApp();
  await expect.poll(page).toBe("1");
  shop.continueApp();
  await expect.poll(page, { timeout: 60_000 }).toBeNull();
  isOver = true;
  await Promise.all(visitors);
  await shop.stop();
  expect([...statuses.keys()]).toEqual([200]);
});
