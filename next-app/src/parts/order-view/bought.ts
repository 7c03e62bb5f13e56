import type { Order } from "@/api/types";
import { ticketName } from "@/lib/ticket-name";
import { holderName, sharedVisits } from "@/parts/cart-lines/occasion";

type Item = Order["items"][number];

/** The items of one product for the same visits. */
export type Bought = {
  key: string;
  product: string;
  /** Each ticket or pass with its quantity. */
  tickets: { name: string; quantity: number }[];
  /** The visits, without places that differ between the items. */
  performances: Item["performances"];
  items: Item[];
  /** The site of the visits; null without visits, because other items may be used or sent anywhere. */
  site: string | null;
};

/** What an order contains, in the order of its lines. */
export function bought(items: Item[]): Bought[] {
  const groups = new Map<string, Bought>();
  for (const item of items) {
    const performances = visitsOf(item);
    const visits = performances.map(({ performanceId }) => performanceId).join(" ");
    // Each package has parts of its own, so packages are not grouped.
    const key = item.isPackage ? item.id : `${item.productId} ${visits}`;
    const group = groups.get(key) ?? {
      key,
      product: item.productDisplayName,
      tickets: [],
      performances,
      items: [],
      site: performances.length > 0 ? (item.siteName ?? null) : null,
    };
    groups.set(key, group);
    const name = [nameOf(item), holderName(item)].filter(Boolean).join(", ");
    const same = group.tickets.find((ticket) => ticket.name === name);
    if (same) same.quantity += item.quantity;
    else group.tickets.push({ name, quantity: item.quantity });
    group.items.push(item);
    if (!item.isPackage) group.performances = sharedVisits(group.items);
  }
  return [...groups.values()];
}

const nameOf = (item: Item) =>
  ticketName({
    displayName: item.productVariantDisplayName,
    effectivePassLevelName: item.effectivePassLevelName,
  });

/** The visits of an item; for a package, those of its parts, each once. */
function visitsOf(item: Item): Item["performances"] {
  if (item.performances.length > 0) return item.performances;
  const ofParts = item.packageItems.flatMap(({ items }) => items.flatMap((part) => part.performances));
  return ofParts.filter(
    ({ performanceId }, at) => ofParts.findIndex((other) => other.performanceId === performanceId) === at,
  );
}
