import "server-only";
import { outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { ReservationSite } from "@/api/types";

/** The sites that take reservations; empty if they could not be read. */
export async function fetchSites(): Promise<ReservationSite[]> {
  const outcome = outcomeOf<ReservationSite[]>(await (await visitorApi()).GET("/reservation/site"), "");
  return outcome.ok ? outcome.answer : [];
}
