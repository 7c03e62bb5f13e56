import type { AccountTicket, ReservationSite } from "@/api/types";

/**
 * The site that a reservation is for, if there is nothing to choose: the chosen one, the only one, or the only one at
 * which the account's passes and tickets can be used; null if there are several.
 */
export function onlySite(sites: ReservationSite[], own: AccountTicket[]): ReservationSite | null {
  const chosen = sites.find(({ selected }) => selected);
  if (chosen) return chosen;
  const usable = new Set(own.flatMap(({ reservationSiteIds }) => reservationSiteIds));
  const possible = usable.size > 0 ? sites.filter(({ id }) => usable.has(id)) : sites;
  return possible.length === 1 ? (possible[0] ?? null) : null;
}
