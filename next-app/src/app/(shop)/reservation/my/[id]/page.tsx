import type { Metadata } from "next";
import { fetchOverrides, fetchVenue } from "@/api/server";
import type { Reservation } from "@/api/types";
import { fetchMyReservation } from "@/features/reservation-my/fetch-my-reservation";
import { MyScreen } from "@/features/reservation-my/my-screen";
import { OrderError } from "@/parts/order-view/order-error";
import { VenueInfo } from "@/parts/venue/venue-info";
import { accessibilityTexts } from "@/text/areas/accessibility";
import { pageTexts } from "@/text/areas/page";
import { venueTexts } from "@/text/areas/venue";
import { createTranslate } from "@/text/texts";

type Props = {
  params: Promise<{ id: string }>;
  /** Links in e-mails have the reservation's code. */
  searchParams: Promise<{ code?: string | string[] }>;
};

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.my-reservation"),
    robots: { index: false },
  };
}

export default async function MyReservationPage({ params, searchParams }: Props) {
  const id = decodeURIComponent((await params).id);
  const found = await fetchMyReservation(id, [(await searchParams).code].flat()[0]);
  if (!found.ok) return <OrderError message={found.message} />;
  const { reservation, items } = found.answer;
  return (
    <MyScreen
      initial={{ ...reservation, id }}
      items={items}
      venue={reservation.siteId ? <VisitedVenue siteId={reservation.siteId} /> : null}
    />
  );
}

/** Without opening hours, which are those of the next days and not of the visit. */
async function VisitedVenue({ siteId }: Required<Pick<Reservation, "siteId">>) {
  const [venue, overrides] = await Promise.all([fetchVenue(siteId), fetchOverrides()]);
  if (venue === null) return null;
  return (
    <VenueInfo
      t={createTranslate(overrides, accessibilityTexts, venueTexts)}
      venue={{ ...venue, hours: [] }}
    />
  );
}
