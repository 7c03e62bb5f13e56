import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { fetchAccount, fetchLastDetails, fetchOverrides } from "@/api/server";
import { BeginScreen } from "@/features/reservation-begin/begin-screen";
import { initialGuest, isComplete } from "@/features/reservation-begin/guest-form";
import { onlySite } from "@/features/reservation-begin/only-site";
import { fetchOwnTickets } from "@/features/reservation-link/fetch-own-tickets";
import { SiteScreen } from "@/features/reservation-site/site-screen";
import { routes } from "@/lib/routes";
import { fetchReservation } from "@/parts/reservation-step/fetch-reservation";
import { fetchSites } from "@/parts/reservation-step/fetch-sites";
import { codeOf, isEdit, type StepQuery } from "@/parts/reservation-step/redirect";
import { missingStep, pathOf } from "@/parts/reservation-step/steps";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<StepQuery> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.reservation-begin"),
    robots: { index: false },
  };
}

export default async function ReservationBeginPage({ searchParams }: Props) {
  const [query, reservation, sites, account, own] = await Promise.all([
    searchParams,
    fetchReservation(),
    fetchSites(),
    fetchAccount(),
    fetchOwnTickets(),
  ]);
  const code = codeOf(query.error);
  if (reservation?.reservationInProgress && code === null && query.then === undefined) {
    redirect(pathOf[missingStep(reservation)]);
  }
  const isOpen = reservation?.reservationInProgress ?? true;
  const site = onlySite(sites, own);
  if (!isOpen && sites.length > 1 && site === null) {
    // If a redirect sent an error code, the sites are shown here with its message, because a second redirect would lose
    // the code.
    return code === null ? (
      redirect(routes.reservationSite())
    ) : (
      <SiteScreen sites={sites} reservation={reservation} code={code} />
    );
  }
  const guest = initialGuest(reservation, account, account && (await fetchLastDetails()));
  return (
    <BeginScreen
      reservation={reservation}
      sites={sites}
      site={site}
      guest={guest}
      isKnown={!isOpen && account !== null && code === null && isComplete(guest)}
      code={code}
      edits={isEdit(query)}
    />
  );
}
