import type { Product } from "@/api/types";

/** The disclaimers of the payment plans, each with the names of its products. */
export function planDisclaimers(products: Product[]): [html: string, names: string[]][] {
  const all = new Map<string, string[]>();
  for (const product of products) {
    for (const { installmentBillingPlanDisclaimer: html } of product.variants) {
      const names = html ? (all.get(html) ?? []) : [];
      if (html && !names.includes(product.productDisplayName))
        all.set(html, [...names, product.productDisplayName]);
    }
  }
  return [...all];
}
