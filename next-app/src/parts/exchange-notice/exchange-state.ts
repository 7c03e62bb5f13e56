import type { Cart, Variant } from "@/api/types";
import { listInWords } from "@/lib/list-in-words";
import { routes } from "@/lib/routes";
import type { Translate } from "@/text/texts";

export type Exchange = NonNullable<Cart["exchange"]>;

type Named = Pick<Exchange["missing"][number], "displayName" | "variantName" | "quantity">;

/** Whether a page is the one on which everything that is exchanged is replaced, so that it names the product itself. */
function isPageOfAll({ items }: Exchange, path: string): boolean {
  return items.every((item) => routes.replacement({ ...item, seatDay: undefined }) === path);
}

function named(t: Translate<"exchange">, all: readonly Named[], isPageOfIt: boolean): string {
  const names = all.map(({ displayName, variantName, quantity }) =>
    t("exchange.item", { quantity, name: isPageOfIt ? variantName : displayName }),
  );
  return listInWords(names);
}

/** What is exchanged, with its visits, as the page of this path says it: `2 × Adult and 1 × Child on Saturday, …`. */
export function exchangedInWords(t: Translate<"exchange">, exchange: Exchange, path: string): string {
  const isPageOfIt = isPageOfAll(exchange, path);
  const visits = new Set(exchange.items.map(({ visit }) => visit));
  const ofVisits = [...visits].map((visit) => {
    const of = exchange.items.filter((item) => item.visit === visit);
    const items = named(t, of, isPageOfIt);
    return visit === undefined ? items : t("exchange.items-on", { items, visit });
  });
  return listInWords(ofVisits);
}

/** What is still to be chosen, as the page of this path says it; null if nothing is. */
export function missingInWords(t: Translate<"exchange">, exchange: Exchange, path: string): string | null {
  const { missing } = exchange;
  return missing.length === 0 ? null : named(t, missing, isPageOfAll(exchange, path));
}

/** Whether something of this product or bundle is exchanged. The fees of an order are then not charged again. */
export function isExchanged(exchange: Exchange | undefined, productId: string): boolean {
  return exchange?.items.some((item) => item.productId === productId) ?? false;
}

/** How many of each variant of a product are still to be chosen for an exchange, as far as they are offered; null if none. */
export function missingCounts(
  exchange: Exchange | undefined,
  productId: string,
  offered: readonly Pick<Variant, "extProductVariantId" | "maxQuantity">[],
): Record<string, number> | null {
  const counts: Record<string, number> = {};
  for (const missing of exchange?.missing ?? []) {
    const variant = offered.find((one) => one.extProductVariantId === missing.productVariantId);
    if (missing.isBundle || missing.productId !== productId || !variant) continue;
    const id = variant.extProductVariantId;
    counts[id] = Math.min((counts[id] ?? 0) + missing.quantity, variant.maxQuantity);
  }
  return Object.keys(counts).length > 0 ? counts : null;
}

/** How many people the new tickets of a product are for, as far as they are still to be chosen; 0 if none. */
export function missingPeople(
  exchange: Exchange | undefined,
  productId: string,
  offered: readonly Pick<Variant, "extProductVariantId" | "maxQuantity">[],
): number {
  const counts = missingCounts(exchange, productId, offered) ?? {};
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The seats of a performance that the shopper has now and is exchanging. */
export function exchangedSeats(exchange: Exchange | undefined, performanceId: string): string[] {
  const seats = exchange?.items.flatMap((item) => item.seats ?? []) ?? [];
  return seats.filter((seat) => seat.performanceId === performanceId).map(({ seatId }) => seatId);
}
