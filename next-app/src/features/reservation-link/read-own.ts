import "server-only";
import { outcomeOf } from "@/api/outcome";
import { readSignedIn, visitorApi } from "@/api/server";
import type { AccountTicket } from "@/api/types";

/** What an account holds that can be reserved; an offer on the way is never worth a fault. */
export async function readOwn(): Promise<AccountTicket[]> {
  if (!(await readSignedIn())) return [];
  const api = await visitorApi();
  const outcome = outcomeOf<AccountTicket[]>(
    await api.GET("/account/ticket", { params: { query: { forReservation: true } } }),
    "",
  );
  return outcome.ok ? outcome.answer : [];
}
