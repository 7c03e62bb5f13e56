import { loadDraft, removeDraft, saveDraft } from "@/lib/draft";

/** What the shopper has just added to the cart. */
export type AddedItems = {
  productId: string;
  /** The name of the product. */
  product: string;
  /** The visits in words, such as `Sat, Nov 28, 10:00 AM`; empty for a product without visits. */
  when: string;
  /** The tickets by variant. Empty for a bundle, which is one item. */
  tickets: { variantId: string; name: string; quantity: number }[];
};

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
  const stored = loadDraft(name, reportedForSeconds);
  removeDraft(name);
  return isAddedItems(stored) ? stored : null;
}

/**
 * Whether a stored value was written by this version of the app. It is checked without a library, because every product
 * page loads this module.
 */
function isAddedItems(stored: unknown): stored is AddedItems {
  const { productId, product, when, tickets } = (stored ?? {}) as Partial<Record<keyof AddedItems, unknown>>;
  return (
    [productId, product, when].every((text) => typeof text === "string") &&
    Array.isArray(tickets) &&
    tickets.every(
      (ticket: Partial<AddedItems["tickets"][number]> | null) =>
        typeof ticket?.variantId === "string" &&
        typeof ticket.name === "string" &&
        typeof ticket.quantity === "number",
    )
  );
}

type Group = { productId: string; items: { productVariantId: string; quantity: number }[] };

/** Whether the cart still has everything that was added. */
export function hasAddedItems({ productId, tickets }: AddedItems, groups: Group[]): boolean {
  const items = groups.filter((group) => group.productId === productId).flatMap((group) => group.items);
  const count = (variantId: string) =>
    items.reduce((sum, item) => (item.productVariantId === variantId ? sum + item.quantity : sum), 0);
  return items.length > 0 && tickets.every(({ variantId, quantity }) => count(variantId) >= quantity);
}
