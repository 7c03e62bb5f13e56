import "server-only";
import { outcomeOf } from "@/api/outcome";
import { fetchIsSignedIn, visitorApi } from "@/api/server";
import type { AccountTicket } from "@/api/types";

/** The account's tickets that can be reserved. Empty for a guest, and after a failure, because the list is optional. */
export async function fetchOwnTickets(): Promise<AccountTicket[]> {
  if (!(await fetchIsSignedIn())) return [];
  const api = await visitorApi();
  const outcome = outcomeOf<AccountTicket[]>(
    await api.GET("/account/ticket", { params: { query: { forReservation: true } } }),
    "",
  );
  return outcome.ok ? outcome.answer : [];
}
