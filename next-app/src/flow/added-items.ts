import * as z from "zod/mini";
import { loadDraft, removeDraft, saveDraft } from "@/lib/draft";

const shape = z.object({
  productId: z.string(),
  /** The name of the product. */
  product: z.string(),
  /** The visits in words, such as `Sat, Nov 28, 10:00 AM`; empty for a product without visits. */
  when: z.string(),
  /** The tickets by variant. Empty for a bundle, which is one item. */
  tickets: z.array(z.object({ variantId: z.string(), name: z.string(), quantity: z.number() })),
});

/** What the shopper has just added to the cart. */
export type AddedItems = z.infer<typeof shape>;

const name = "added";

/** For how long the next page reports what was added, in seconds. */
const reportedForSeconds = 60;

/** Tells the page that opens next what was added to the cart. */
export function saveAddedItems(added: AddedItems): void {
  saveDraft(name, added);
}

/**
 * What was added just before this page; null if nothing was. It is returned once, so that neither a reload nor another
 * page reports it again.
 */
export function takeAddedItems(): AddedItems | null {
  const parsed = shape.safeParse(loadDraft(name, reportedForSeconds));
  removeDraft(name);
  return parsed.success ? parsed.data : null;
}

type Group = { productId: string; items: { productVariantId: string; quantity: number }[] };

/** Whether the cart still has everything that was added. */
export function hasAddedItems({ productId, tickets }: AddedItems, groups: Group[]): boolean {
  const items = groups.filter((group) => group.productId === productId).flatMap((group) => group.items);
  const count = (variantId: string) =>
    items.reduce((sum, item) => (item.productVariantId === variantId ? sum + item.quantity : sum), 0);
  return items.length > 0 && tickets.every(({ variantId, quantity }) => count(variantId) >= quantity);
}
