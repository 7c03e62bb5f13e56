import type { Reservation } from "@/api/types";

/** Cancelled, just confirmed, over, or confirmed a while ago for a day that is still to come. */
export type Stage = "cancelled" | "confirmed" | "past" | "kept";

/** How long a reservation counts as just confirmed: as long as a shopper may look at the page after booking. */
const newForMs = 30 * 60 * 1000;

/** The stage of a confirmed or cancelled reservation at the server's time, which has the site's offset. */
export function stageOf({ state, visit, now, confirmedAt }: Reservation): Stage {
  if (state === "cancelled") return "cancelled";
  if (visit && visit.businessDate < now.slice(0, 10)) return "past";
  const age = confirmedAt === undefined ? 0 : Date.parse(now) - Date.parse(confirmedAt);
  return age < newForMs ? "confirmed" : "kept";
}
