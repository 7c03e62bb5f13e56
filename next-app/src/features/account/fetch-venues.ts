import "server-only";
import { fetchVenue, fetchVenueDay } from "@/api/server";
import { siteOf, type Visit, type VisitVenue } from "./next-visit";

/** The venues of visits, each once. */
export async function fetchVenues(visits: Visit[]): Promise<VisitVenue[]> {
  const days = new Map(visits.map((visit) => [siteOf(visit), visit.day]));
  const found = await Promise.all(
    [...days].map(async ([id, day]) => {
      if (id === undefined) return [];
      const [venue, { hours }] = await Promise.all([fetchVenue(id), fetchVenueDay(id, day)]);
      return venue ? [{ venue, hours }] : [];
    }),
  );
  return found.flat();
}
