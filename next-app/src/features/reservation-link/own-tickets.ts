import type { AccountTicket, ReservationTicket } from "@/api/types";

/** The account's tickets that are not in the party yet. */
export function addable(own: AccountTicket[], party: ReservationTicket[]): AccountTicket[] {
  const there = new Set(party.map(({ accountId }) => accountId));
  return own.filter(({ accountId }) => !there.has(accountId));
}
