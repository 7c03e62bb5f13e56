import type { Order, OrderRefunds } from "@/api/types";
import { ticketName } from "@/lib/ticket-name";
import { holderName, sharedVisits } from "@/parts/cart-lines/occasion";

type Item = Order["items"][number];

/** The items of one product for the same visits. */
export type Bought = {
  key: string;
  product: string;
  isDonation: boolean;
  /** Each ticket or pass, or each part of a package, with its quantity. */
  tickets: { name: string; quantity: number }[];
  /** The visits, without places that differ between the items. */
  performances: Item["performances"];
  items: Item[];
};

/** What is left of an order, in the order of its lines, which are sorted by seat. */
export function bought(items: Item[]): Bought[] {
  const groups = new Map<string, Bought>();
  for (const item of items.filter(({ unitsLeft }) => unitsLeft > 0)) {
    const performances = visitsOf(item);
    const visits = performances.map(({ performanceId }) => performanceId).join(" ");
    // Each package has parts of its own, so packages are not grouped.
    const key = item.isPackage ? item.id : `${item.productId} ${visits}`;
    const group = groups.get(key) ?? {
      key,
      product: item.productDisplayName,
      isDonation: item.isDonation,
      tickets: [],
      performances,
      items: [],
    };
    groups.set(key, group);
    for (const { name, quantity } of ticketsOf(item)) {
      const same = group.tickets.find((ticket) => ticket.name === name);
      if (same) same.quantity += quantity;
      else group.tickets.push({ name, quantity });
    }
    group.items.push(item);
    if (!item.isPackage) group.performances = sharedVisits(group.items);
  }
  return [...groups.values()];
}

/** The visits at one site. */
type Venue = { site: string | null; performances: Item["performances"] };

/** The visits by site. Items without visits have no site, because they may be used or sent anywhere. */
export function venuesOf({ items, performances }: Pick<Bought, "items" | "performances">): Venue[] {
  const parts = items.flatMap((item) => item.packageItems);
  const venues: Venue[] = [];
  for (const performance of performances) {
    const part = parts.find((of) => of.items.some((item) => isVisited(item, performance)));
    const site = (part ?? items[0])?.siteName ?? null;
    const same = venues.find((venue) => venue.site === site);
    if (same) same.performances.push(performance);
    else venues.push({ site, performances: [performance] });
  }
  return venues;
}

const isVisited = (item: Pick<Item, "performances">, { performanceId }: Item["performances"][number]) =>
  item.performances.some((performance) => performance.performanceId === performanceId);

/** The tickets of an item with their quantities: for a package, those of its parts. */
function ticketsOf(item: Item): Bought["tickets"] {
  if (item.isPackage)
    return item.packageItems.flatMap(({ productDisplayName, items }) =>
      items.map((part) => ({
        name: `${productDisplayName}, ${ticketName(part)}`,
        // Every unit of a package has the same parts.
        quantity: (part.quantity / item.quantity) * item.unitsLeft,
      })),
    );
  const { productVariantDisplayName: displayName, effectivePassLevelName, unitsLeft: quantity } = item;
  const name = [ticketName({ displayName, effectivePassLevelName }), holderName(item)].filter(Boolean);
  return [{ name: name.join(", "), quantity }];
}

/** The visits of an item; for a package, those of its parts, each once. */
function visitsOf(item: Item): Item["performances"] {
  if (item.performances.length > 0) return item.performances;
  const ofParts = item.packageItems.flatMap(({ items }) => items.flatMap((part) => part.performances));
  return ofParts.filter(
    ({ performanceId }, at) => ofParts.findIndex((other) => other.performanceId === performanceId) === at,
  );
}

/** Whether the buyer shows the code of a ticket: not all tickets were canceled, exchanged or sent to others. */
export function hasOwnTickets(order: Pick<Order, "ticketingReservationCode">): boolean {
  return Boolean(order.ticketingReservationCode);
}

/** What became of an order of which nothing is left. Without its refunds it counts as canceled. */
export function endOf(refunds: OrderRefunds | undefined): "canceled" | "exchanged" | "both" {
  const ended = (refunds?.refunds ?? []).filter(({ items }) => items.length > 0);
  const exchanged = ended.filter(({ exchangedFor }) => Boolean(exchangedFor));
  if (exchanged.length === 0) return "canceled";
  return exchanged.length === ended.length ? "exchanged" : "both";
}
