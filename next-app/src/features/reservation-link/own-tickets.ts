import type { AccountTicket, ReservationTicket } from "@/api/types";
import { cleanCode } from "@/lib/pass-code";

/** What an account holds that is still good and not in the party yet. */
export function addable(own: AccountTicket[], party: ReservationTicket[]): AccountTicket[] {
  const there = new Set(party.flatMap(({ barcode, realBarcode }) => [cleanCode(barcode), realBarcode]));
  return own.filter(({ over, barcode }) => !over && !there.has(barcode) && !there.has(cleanCode(barcode)));
}
