import "server-only";
import { outcomeOf } from "@/api/outcome";
import { readSignedIn, visitorApi } from "@/api/server";
import type { AccountTicket } from "@/api/types";

/** What who is signed in holds; an offer on the way is never worth a fault. */
export async function readOwn(): Promise<AccountTicket[]> {
  if (!(await readSignedIn())) return [];
  const outcome = outcomeOf<AccountTicket[]>(await (await visitorApi()).GET("/account/ticket"), "");
  return outcome.ok ? outcome.answer : [];
}
