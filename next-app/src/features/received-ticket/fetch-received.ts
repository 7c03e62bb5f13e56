import "server-only";
import { outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { ReceivedTicket } from "@/api/types";

/** The ticket of a link; null if the link opens none. */
export async function fetchReceived(link: { id: string; key: string }): Promise<ReceivedTicket | null> {
  const api = await visitorApi();
  const found = outcomeOf<ReceivedTicket>(await api.POST("/transfer/received", { body: link }), "");
  if (found.ok) return found.answer;
  if (found.status === 404) return null;
  throw new Error(`received ticket: the API answered ${found.status} ${found.message}`);
}
