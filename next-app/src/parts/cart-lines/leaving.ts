import type { Cart, CartGroup, CartItem } from "@/api/types";
import type { Translate } from "@/text/texts";
import { lineInWords } from "./occasion";

/** A line that leaves the cart, with its group and the group's position. */
export type LeavingLine = { group: CartGroup; item: CartItem; at: number };

/** The lines that leave the cart when the shopper removes some. */
export type Leaving = {
  /** The lines that the shopper removes. */
  chosen: LeavingLine[];
  /** The lines that are sold only beside others, none of which stays in the cart. */
  others: LeavingLine[];
};

/** What leaves the cart when these lines are removed. */
export function leavingWith(
  { itemGroups }: Pick<Cart, "itemGroups">,
  removals: Pick<CartItem, "id">[],
): Leaving {
  const removed = new Set(removals.map(({ id }) => id));
  const lines = itemGroups.flatMap((group, at) => group.items.map((item) => ({ group, item, at })));
  const losesHosts = ({ hostLines }: CartItem) =>
    hostLines.length > 0 && hostLines.every((id) => removed.has(id));
  return {
    chosen: lines.filter(({ item }) => removed.has(item.id)),
    others: lines.filter(({ item }) => !removed.has(item.id) && losesHosts(item)),
  };
}

/** Lines in words, in one text. */
export function namesOf(t: Translate<"cart-remove" | "place">, lines: LeavingLine[]): string {
  return lines.map(({ group, item }) => lineInWords(t, group, item)).join("; ");
}

/** The lines that leave although the shopper did not choose them, and the products that they need; null if none do. */
export function othersInWords(
  t: Translate<"cart-remove" | "place">,
  { chosen, others }: Leaving,
): { items: string; hosts: string } | null {
  if (others.length === 0) return null;
  const hostIds = new Set(others.flatMap(({ item }) => item.hostLines));
  const hosts = chosen.flatMap(({ group, item }) => (hostIds.has(item.id) ? [group.productDisplayName] : []));
  return { items: namesOf(t, others), hosts: [...new Set(hosts)].join(", ") };
}
