import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";

export type Product = {
  id: string;
  productDisplayName: string;
  hasPerformances: boolean;
  isOnSale: boolean;
  variants: { extProductVariantId: string; displayPrice: number }[];
};

/** The products on sale, read as the home page reads them, without those that it only announces. */
export async function productsOnSale(request: APIRequestContext): Promise<Product[]> {
  const answer = await request.get("/api/product/on-sale");
  expect(answer.ok()).toBe(true);
  const { sections } = (await answer.json()) as { sections: { products: Product[] }[] };
  return sections.flatMap((section) => section.products).filter(({ isOnSale }) => isOnSale);
}

export type Bundle = { id: string; displayName: string; shortDescription: string; fromPrice: number };

/** A bundle on the home page. */
export async function bundleOnSale(request: APIRequestContext): Promise<Bundle> {
  const answer = await request.get("/api/product/on-sale");
  const { sections } = (await answer.json()) as { sections: { bundles: Bundle[] }[] };
  const [found] = sections.flatMap((section) => section.bundles);
  if (!found) throw new Error("the shop has no bundle");
  return found;
}

export const builderPath = (bundle: { id: string }) => `/builder/${encodeURIComponent(bundle.id)}`;

export async function datedProduct(request: APIRequestContext): Promise<Product> {
  const found = (await productsOnSale(request)).find((product) => product.hasPerformances);
  if (!found) throw new Error("the shop sells nothing with dates");
  return found;
}

export const productPath = (product: { id: string }) => `/product/single/${encodeURIComponent(product.id)}`;

export type WeekProduct = Product & { weekCalendar: boolean };

/** A product whose page shows weeks. */
export async function weekProduct(request: APIRequestContext): Promise<WeekProduct> {
  const products = (await productsOnSale(request)) as WeekProduct[];
  const found = products.find((product) => product.weekCalendar);
  if (!found) throw new Error("the shop sells nothing by the week");
  return found;
}

export const weekPath = (product: { id: string }) =>
  `/product/single/dynamic/${encodeURIComponent(product.id)}`;

/**
 * Collects script errors and the errors in the console, such as violations of the content security policy. Leaves out
 * messages about 404.
 */
export function browserErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("404")) errors.push(message.text());
  });
  return errors;
}
