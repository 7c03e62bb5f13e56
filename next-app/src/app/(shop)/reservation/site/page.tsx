import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { fetchOverrides } from "@/api/server";
import { SiteScreen } from "@/features/reservation-site/site-screen";
import { routes } from "@/lib/routes";
import { fetchReservation } from "@/parts/reservation-step/fetch-reservation";
import { fetchSites } from "@/parts/reservation-step/fetch-sites";
import { codeOf, type StepQuery } from "@/parts/reservation-step/redirect";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<StepQuery> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.reservation-site"),
    robots: { index: false },
  };
}

export default async function ReservationSitePage({ searchParams }: Props) {
  const [query, sites, reservation] = await Promise.all([searchParams, fetchSites(), fetchReservation()]);
  const code = codeOf(query.error);
  if (sites.length === 1) redirect(routes.reservationBegin(code ?? undefined));
  return <SiteScreen sites={sites} reservation={reservation} code={code} />;
}
