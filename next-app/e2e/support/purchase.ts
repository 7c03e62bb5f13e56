import { type APIRequestContext, type BrowserContext, expect } from "@playwright/test";
import { Random } from "./random";
import { type Product, productsOnSale } from "./shop";

/** Shopper actions done through the API, for tests of later pages. The calls share the browser's cookies. */
export async function post<T>(
  context: BrowserContext,
  path: string,
  data: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const request = context.request;
  if ((await context.cookies()).every(({ name }) => name !== "XSRF-TOKEN")) await request.get("/api/session");
  const token = (await context.cookies()).find(({ name }) => name === "XSRF-TOKEN")?.value ?? "";
  const answer = await request.post(`/api${path}`, {
    data,
    headers: { ...headers, "X-XSRF-TOKEN": decodeURIComponent(token) },
  });
  expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true);
  return (await answer.json()) as T;
}

async function get<T>(request: APIRequestContext, path: string): Promise<T> {
  return (await (await request.get(`/api${path}`)).json()) as T;
}

type Variant = {
  extProductVariantId: string;
  minQuantity: number;
  maxQuantity: number;
  displayPrice: number;
  isPass: boolean;
};
type Dated = { date: string; capacityLevelId: number };
type Performance = {
  performanceId: string;
  performanceDateTime: string;
  selectionIndex: number;
  capacityLevelId: number;
  delayTypeId?: number;
  delaySelectionDateTime?: string;
};

const open = ({ capacityLevelId }: { capacityLevelId: number }) => capacityLevelId <= 3;

/** Adds `variants` different tickets of a dated product to the cart, each in its minimum quantity. */
export async function fillCart(context: BrowserContext, variants = 2): Promise<Product> {
  for (const product of await productsOnSale(context.request)) {
    if (!product.hasPerformances || product.variants.some((variant) => variant.displayPrice === 0)) continue;
    const dates = await post<Dated[]>(context, "/performance/product-date", { productIds: [product.id] });
    const date = dates.find(open)?.date;
    if (!date) continue;
    const found = await post<{ value?: Performance[] }>(context, "/performance/product-date-performance", {
      productId: product.id,
      date,
    });
    const performance = found.value?.find(open);
    if (!performance) continue;
    const performances = [
      { selectionIndex: performance.selectionIndex, performanceId: performance.performanceId },
    ];
    const detail = await post<{ value?: { productVariants: Variant[] } }>(
      context,
      "/performance/performance-detail",
      {
        productId: product.id,
        performanceIds: [performance.performanceId],
      },
    );
    const chosen = (detail.value?.productVariants ?? []).slice(0, variants);
    if (chosen.length < variants) continue;
    const items = chosen.map((variant) => ({
      productId: product.id,
      productVariantId: variant.extProductVariantId,
      quantity: variant.minQuantity,
      performances,
    }));
    const added = await post<{ success: boolean }>(context, "/cart/add", { saleFlowId: 1, items });
    if (added.success) return product;
  }
  throw new Error("the shop sells no dated product with that many tickets");
}

export type Visit = { performanceId: string; selectionIndex: number };

/** Adds tickets of the park on its next open day. */
export const addParkTickets = (
  context: BrowserContext,
  tickets: Record<string, number>,
  sale?: Record<string, unknown>,
  startDate?: string,
) => addTickets(context, "park-day", tickets, { sale, startDate });

/**
 * Adds tickets of a product at the first time of an open day: the next one, from `startDate` on, or `later` open days
 * after it.
 */
export async function addTickets(
  context: BrowserContext,
  productId: string,
  tickets: Record<string, number>,
  {
    later = 0,
    sale = { saleFlowId: 1 },
    startDate,
  }: { later?: number; sale?: Record<string, unknown>; startDate?: string } = {},
) {
  const dates = await post<{ date: string; capacityLevelId: number }[]>(
    context,
    "/performance/product-date",
    { productIds: [productId], startDate },
  );
  const date = dates.filter(({ capacityLevelId }) => capacityLevelId <= 2)[later]?.date;
  const { value } = await post<{ value: Visit[] }>(context, "/performance/product-date-performance", {
    productId,
    date,
  });
  const [visit] = value;
  if (!visit) throw new Error(`${productId} is closed`);
  const items = Object.entries(tickets).map(([productVariantId, quantity]) => ({
    productId,
    productVariantId,
    quantity,
    performances: [{ selectionIndex: visit.selectionIndex, performanceId: visit.performanceId }],
  }));
  const added = await post<{ success: boolean }>(context, "/cart/add", { ...sale, items });
  expect(added.success).toBe(true);
}

type Purchase = { cardNumber?: string; saveCard?: boolean; settings?: Record<string, unknown> };

/**
 * Buys the cart. If a payment is due, it is made with the given card or, by default, with the test card that always
 * succeeds.
 */
export async function placeOrder(
  context: BrowserContext,
  { cardNumber = "4242424242424242", saveCard = false, settings = {} }: Purchase = {},
): Promise<{ orderId: string; invoiceNumber: string }> {
  const processorUi = await describeBuyer(context, settings);
  const { cartTotal } = await readCart(context);
  const paid =
    cartTotal > 0
      ? {
          paymentKey: await payByCard(context, processorUi, cardNumber),
          cardholderName,
          savePaymentToAccount: saveCard,
        }
      : {};
  const order = await post<{ success: boolean; orderId: string; invoiceNumber: string }>(
    context,
    "/order/submit",
    paid,
  );
  expect(order.success).toBe(true);
  return order;
}

const cardholderName = "Ada Byron";

/** Sends all checkout settings; returns the processor of the first payment method. */
async function describeBuyer(context: BrowserContext, settings: Record<string, unknown>): Promise<string> {
  const [delivery] = await get<{ id: string; shippingAddressRequired: boolean }[]>(
    context.request,
    "/cart/delivery-method",
  );
  const [payment] = await get<{ id: string; processorUi: string }[]>(context.request, "/cart/payment-method");
  const countries = await get<{ id: number }[]>(context.request, "/address/country");
  const states = await get<{ id: number; countryId: number }[]>(context.request, "/address/state-province");
  const usa = 80;
  expect(countries.some(({ id }) => id === usa)).toBe(true);
  const saved = await post<{ success: boolean }>(context, "/cart/settings", {
    firstName: "Ada",
    lastName: "Byron",
    phoneNumber: "4015550142",
    countryId: usa,
    address1: "1 Mill Road",
    city: "Providence",
    stateProvinceId: states.find(({ countryId }) => countryId === usa)?.id,
    zipCode: "02903",
    emailAddress: "ada.byron@example.com",
    deliveryMethodId: delivery?.id,
    paymentMethodId: payment?.id,
    acceptTerms: true,
    ignoreValidationErrors: false,
    ...settings,
  });
  expect(saved.success).toBe(true);
  return payment?.processorUi ?? "";
}

/** Pays the amount due by card; returns the payment's key. */
async function payByCard(context: BrowserContext, processorUi: string, number: string): Promise<string> {
  const setup = await post<{ iFrame: string; sessionKey: string; paymentKey: string; amount: number }>(
    context,
    `/payment/${processorUi}/setup`,
    {},
  );
  const card = await context.request.post(setup.iFrame, {
    data: { number, expiry: "12/39", code: "123" },
  });
  expect(card.ok()).toBe(true);
  const { sessionKey, paymentKey, amount } = setup;
  await post(context, `/payment/${processorUi}/process-card`, {
    sessionKey,
    paymentKey,
    priceOverride: amount,
  });
  return paymentKey;
}

/** Empties the cart without the open page noticing. */
export async function emptyCart(context: BrowserContext): Promise<void> {
  await post(context, "/cart/clear", {});
}

export type HeldCart = {
  cartTotal: number;
  displaySubtotal: number;
  deliveryTotal: number;
  itemGroups: {
    isDonation: boolean;
    items: { id: string; itemTotal: number; quantity: number; offers: { displayName: string }[] }[];
  }[];
};

export const readCart = (context: BrowserContext): Promise<HeldCart> => get(context.request, "/cart");

/** Adds a donation without the open page noticing. */
export async function giveDonation(context: BrowserContext, amount: number): Promise<void> {
  const { product } = await get<{ product: { extVariantId: string } }>(
    context.request,
    "/product/donation-settings",
  );
  const items = [{ productVariantId: product.extVariantId, amount }];
  const given = await post<{ success: boolean }>(context, "/cart/add-donation", { items });
  expect(given.success).toBe(true);
}

/** Adds one paid item that needs no date to the cart. */
export async function fillCartWithGoods(context: BrowserContext): Promise<void> {
  for (const { hasPerformances, id, variants } of await productsOnSale(context.request)) {
    const variant = (variants as Variant[]).find(({ displayPrice, isPass }) => displayPrice > 0 && !isPass);
    if (hasPerformances || !variant) continue;
    const items = [{ productId: id, productVariantId: variant.extProductVariantId, quantity: 1 }];
    const added = await post<{ success: boolean }>(context, "/cart/add", { saleFlowId: 1, items });
    if (added.success) return;
  }
  throw new Error("the shop sells nothing without a date");
}

/** Adds a scarce line to the cart: a ticket that the shop releases only after the shopper confirms. */
export async function fillCartWithHardToGet(context: BrowserContext): Promise<Product> {
  for (const product of await productsOnSale(context.request)) {
    if (!product.hasPerformances) continue;
    const { performances, variants } = await chosenPlace(context, product, new Random(1));
    const [variant] = variants;
    if (!variant) continue;
    const { extProductVariantId, minQuantity: quantity } = variant;
    const items = [{ productId: product.id, productVariantId: extProductVariantId, quantity, performances }];
    const added = await post<{ success: boolean }>(context, "/cart/add", { saleFlowId: 1, items });
    if (!added.success) continue;
    const cleared = await post<{ confirmationRequired: boolean }>(context, "/cart/clear", {});
    if (cleared.confirmationRequired) return product;
  }
  throw new Error("the shop sells nothing that is hard to get");
}

/**
 * Adds at most four random lines to the cart. Each line has one variant of a paid product and, if the product
 * needs a day, a day with free places. Leaves out passes, which need a passholder first.
 */
export async function fillCartAtRandom(context: BrowserContext, random: Random): Promise<void> {
  const products = (await productsOnSale(context.request)).filter((product) =>
    (product.variants as Variant[]).every(({ displayPrice, isPass }) => displayPrice > 0 && !isPass),
  );
  for (let line = random.between(2, 4); line > 0; line--) {
    const product = random.oneOf(products);
    const { performances, variants } = product.hasPerformances
      ? await chosenPlace(context, product, random)
      : { performances: [], variants: product.variants as Variant[] };
    const { extProductVariantId, minQuantity, maxQuantity } = random.oneOf(variants);
    const quantity = Math.min(random.between(minQuantity, minQuantity + 3), maxQuantity);
    const items = [{ productId: product.id, productVariantId: extProductVariantId, quantity, performances }];
    const added = await post<{ success: boolean; message?: string }>(context, "/cart/add", {
      saleFlowId: 1,
      items,
    });
    // The cart may already hold the maximum quantity of this product. That refusal is expected.
    expect(added.success || /^Maximum quantity/.test(added.message ?? ""), added.message).toBe(true);
  }
}

type Chosen = {
  selectionIndex: number;
  performanceId: string;
  showCategoryId?: string;
  bestSeats?: boolean;
};

type Detail = {
  showTypeId: number;
  productVariants: Variant[];
  showCategories: { showCategoryId: string; capacityLevelId: number }[];
};

/**
 * Performances of the product, with a section or a request for the best seats if the show has sections or seats, and
 * the variants sold there.
 */
async function chosenPlace(
  context: BrowserContext,
  product: Product,
  random: Random,
): Promise<{ performances: Chosen[]; variants: Variant[] }> {
  const performances = await chosenPerformances(context, product, random);
  const performanceIds = performances.map(({ performanceId }) => performanceId);
  const selection = { productId: product.id, performanceIds };
  const { value: detail } = await post<{ value: Detail }>(
    context,
    "/performance/performance-detail",
    selection,
  );
  if (detail.showTypeId !== 2) {
    const placed = performances.map((chosen) =>
      detail.showTypeId === 3 ? { ...chosen, bestSeats: true } : chosen,
    );
    return { performances: placed, variants: detail.productVariants };
  }
  const { showCategoryId } = random.oneOf(detail.showCategories.filter(open));
  const { value } = await post<{ value: { productVariants: Variant[] } }>(
    context,
    "/performance/show-category-detail",
    { productId: product.id, performanceId: performanceIds.at(-1), showCategoryId },
  );
  const placed = performances.map((chosen) => ({ ...chosen, showCategoryId }));
  return { performances: placed, variants: value.productVariants };
}

/** Chooses one performance for each of the product's selections, on one of its next days. */
async function chosenPerformances(
  context: BrowserContext,
  product: Product,
  random: Random,
): Promise<Chosen[]> {
  const dates = await post<Dated[]>(context, "/performance/product-date", { productIds: [product.id] });
  const { date } = random.oneOf(dates.filter(open).slice(0, 10));
  const selection = { productId: product.id, date };
  const { value = [] } = await post<{ value?: Performance[] }>(
    context,
    "/performance/product-date-performance",
    selection,
  );
  const indexes = [...new Set(value.map(({ selectionIndex }) => selectionIndex))];
  const chosen: Performance[] = [];
  for (const index of indexes) {
    const inTime = ({ delayTypeId, delaySelectionDateTime }: Performance) => {
      const before = delayTypeId === 2 ? chosen[0] : delayTypeId === 3 ? chosen.at(-1) : undefined;
      if (!before || !delaySelectionDateTime) return true;
      return Date.parse(before.performanceDateTime) <= Date.parse(delaySelectionDateTime);
    };
    const offered = value.filter(({ selectionIndex }) => selectionIndex === index);
    chosen.push(random.oneOf(offered.filter((performance) => open(performance) && inTime(performance))));
  }
  return chosen.map(({ selectionIndex, performanceId }) => ({ selectionIndex, performanceId }));
}

/** Chooses a random delivery method with the call that checkout makes. */
export async function chooseDelivery(context: BrowserContext, random: Random): Promise<void> {
  const methods = await get<{ id: string }[]>(context.request, "/cart/delivery-method");
  const { id } = random.oneOf(methods);
  const saved = await post<{ success: boolean }>(context, "/cart/settings", {
    deliveryMethodId: id,
    ignoreValidationErrors: true,
  });
  expect(saved.success).toBe(true);
}
