import { type APIRequestContext, type Browser, type BrowserContext, expect } from "@playwright/test";
import { timedProduct } from "./buying";
import { putForward } from "./clock";
import { post } from "./purchase";
import { type Product, productsOnSale } from "./shop";

/** Changes to a cart while its shopper is away: time passes, and other shoppers take the places. */

/** Puts the clock of the tested shop forward. */
export function pass(minutes: number): void {
  const file = process.env.MIDWAY_CLOCK;
  if (!file) throw new Error("MIDWAY_CLOCK must name the file with which the tested shop's clock is shifted");
  putForward(file, minutes);
}

/** A little longer than the hold of a cart without changes, in minutes. */
export const holdMinutes = 16;

type Performance = {
  performanceId: string;
  selectionIndex: number;
  performanceTime: string;
  capacityLevelId: number;
};
type Variant = { extProductVariantId: string; displayName: string; minQuantity: number; maxQuantity: number };
export type Line = { productVariantId: string; quantity: number };

/** One performance of a product, with the variants sold for it. */
export type Occasion = { product: Product; date: string; performance: Performance; variants: Variant[] };

const open = ({ capacityLevelId }: { capacityLevelId: number }) => capacityLevelId <= 2;

/** Performances of a product on its third open day, which other tests do not buy. */
export async function occasions(context: BrowserContext): Promise<Occasion[]> {
  const product = await timedProduct(context.request);
  const dates = await post<{ date: string; capacityLevelId: number }[]>(
    context,
    "/performance/product-date",
    {
      productIds: [product.id],
    },
  );
  const date = dates.filter(open)[2]?.date;
  const times = await post<{ value?: Performance[] }>(context, "/performance/product-date-performance", {
    productId: product.id,
    date,
  });
  const performances = (times.value ?? []).filter(open);
  const [first] = performances;
  if (!date || !first) throw new Error("the shop sells too few days");
  const detail = await post<{ value?: { productVariants: Variant[] } }>(
    context,
    "/performance/performance-detail",
    { productId: product.id, performanceIds: [first.performanceId] },
  );
  const variants = detail.value?.productVariants ?? [];
  return performances.map((performance) => ({ product, date, performance, variants }));
}

type Added = { success: boolean; confirmationRequired: boolean };

export async function add(context: BrowserContext, occasion: Occasion, lines: Line[]): Promise<boolean> {
  const { product, performance } = occasion;
  const { selectionIndex, performanceId } = performance;
  const performances = [{ selectionIndex, performanceId }];
  const items = lines.map((line) => ({ productId: product.id, ...line, performances }));
  return (await post<Added>(context, "/cart/add", { saleFlowId: 1, items })).success;
}

/** Lets other shoppers take all remaining places. */
export async function takeAllPlaces(
  browser: Browser,
  baseURL: string | undefined,
  occasion: Occasion,
): Promise<void> {
  for (;;) {
    const context = await browser.newContext({ baseURL });
    let taken = 0;
    for (const { extProductVariantId, maxQuantity } of occasion.variants) {
      for (let quantity = maxQuantity; quantity > 0; quantity = Math.floor(quantity / 2)) {
        const line = { productVariantId: extProductVariantId, quantity };
        if (!(await add(context, occasion, [line]))) continue;
        taken += quantity;
        break;
      }
    }
    await context.close();
    if (taken === 0) return;
  }
}

/**
 * Finds a product (`rival`) that replaces another product (`inCart`) after a confirmation. The cart contains
 * `inCart`.
 */
export async function rivalOfCart(context: BrowserContext): Promise<{ rival: Product; inCart: Product }> {
  for (const inCart of await dated(context.request)) {
    for (const rival of await dated(context.request)) {
      if (rival.id === inCart.id) continue;
      await post(context, "/cart/clear", { force: true });
      if ((await addOne(context, inCart))?.success !== true) break;
      if ((await addOne(context, rival))?.confirmationRequired) return { rival, inCart };
    }
  }
  throw new Error("no product of the shop takes the place of another one");
}

const dated = async (request: APIRequestContext) =>
  (await productsOnSale(request)).filter((product) => product.hasPerformances);

async function addOne(context: BrowserContext, product: Product): Promise<Added | null> {
  const dates = await post<{ date: string; capacityLevelId: number }[]>(
    context,
    "/performance/product-date",
    {
      productIds: [product.id],
    },
  );
  const date = dates.find(open)?.date;
  const times = await post<{ value?: Performance[] }>(context, "/performance/product-date-performance", {
    productId: product.id,
    date,
  });
  const performance = (times.value ?? []).find(open);
  if (!performance) return null;
  const { performanceId, selectionIndex } = performance;
  const detail = await post<{ value?: { productVariants: Variant[] } }>(
    context,
    "/performance/performance-detail",
    { productId: product.id, performanceIds: [performanceId] },
  );
  const [variant] = detail.value?.productVariants ?? [];
  if (!variant) return null;
  const items = [
    {
      productId: product.id,
      productVariantId: variant.extProductVariantId,
      quantity: variant.minQuantity,
      performances: [{ selectionIndex, performanceId }],
    },
  ];
  const added = await post<Added>(context, "/cart/add", { saleFlowId: 1, items });
  expect(added).toHaveProperty("success");
  return added;
}
