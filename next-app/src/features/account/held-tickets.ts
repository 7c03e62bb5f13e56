import type { AccountTicket } from "@/api/types";
import { isPass } from "@/lib/ticket-type";

/** One or more tickets that are used together, because they have the same order, product, show, visit, dates and entry time. */
export type HeldTogether = [AccountTicket, ...AccountTicket[]];

/**
 * Groups the tickets of an account that are used together, and sorts the groups by the day of their visit or their end date. Expired groups come last,
 * starting with the one that expired last. A pass belongs to one person and always forms a separate group.
 */
export function heldTickets(tickets: AccountTicket[]): HeldTogether[] {
  const groups = new Map<string, HeldTogether>();
  for (const ticket of tickets) {
    const key = keyOf(ticket);
    const group = groups.get(key);
    if (group) group.push(ticket);
    else groups.set(key, [ticket]);
  }
  const [open, over]: [HeldTogether[], HeldTogether[]] = [[], []];
  for (const group of groups.values()) (group[0].over ? over : open).push(group);
  return [...open.sort(bySoonestEnd), ...over.sort((a, b) => bySoonestEnd(b, a))];
}

function keyOf(ticket: AccountTicket): string {
  if (isPass(ticket)) return ticket.accountId;
  const { orderId, productName, showName, visitDate, validityStartDate, validityEndDate, entryTime } = ticket;
  const days = [visitDate, validityStartDate, validityEndDate];
  return JSON.stringify([orderId, productName, showName, ...days, entryTime]);
}

function bySoonestEnd([a]: HeldTogether, [b]: HeldTogether): number {
  const [first, second] = [endOf(a), endOf(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** A sort key: the day of the visit or the last day, and the entry time. Tickets without such a day come after all others. */
function endOf({ visitDate, validityEndDate, entryTime }: AccountTicket): string {
  return `${visitDate ?? validityEndDate ?? "~"} ${entryTime ?? ""}`;
}

/** The number of tickets by name, in the order in which the names first appear in the group. */
export function countsByName(
  group: HeldTogether,
  nameOf: (ticket: AccountTicket) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const ticket of group) counts.set(nameOf(ticket), (counts.get(nameOf(ticket)) ?? 0) + 1);
  return counts;
}
