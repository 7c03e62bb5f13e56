import type { AccountTicket, ReservationTicket } from "@/api/types";
import { cleanCode } from "@/lib/pass-code";

/** What an account holds that is not in the party yet. */
export function addable(own: AccountTicket[], party: ReservationTicket[]): AccountTicket[] {
  const there = new Set(party.flatMap(({ barcode, realBarcode }) => [cleanCode(barcode), realBarcode]));
  return own.filter(({ barcode }) => !there.has(barcode) && !there.has(cleanCode(barcode)));
}
