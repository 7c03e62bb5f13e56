import type { Product } from "@/api/types";
import { ticketName } from "@/lib/ticket-name";
import type { Passes } from "./passes-state";

/**
 * The products of a tab. The tab of payment plans (`byPlan`) has only the variants with a plan, and those that are
 * chosen.
 */
export function visibleProducts(products: Product[], byPlan: boolean, { entries }: Passes): Product[] {
  if (!byPlan) return products;
  const chosen = new Set(entries.map(({ variantId }) => variantId));
  return products.flatMap((product) => {
    const variants = product.variants.filter(
      (variant) => variant.installmentBillingPlanId || chosen.has(variant.extProductVariantId),
    );
    return variants.length > 0 ? [{ ...product, variants }] : [];
  });
}

/** The names of the passes without a payment plan, which are paid in full: `Child (Silver), Season Pass`. */
export function withoutPlan(products: Product[]): string[] {
  return products.flatMap((product) =>
    product.variants
      .filter((variant) => !variant.installmentBillingPlanId)
      .map((variant) => `${ticketName(variant)}, ${product.productDisplayName}`),
  );
}

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
