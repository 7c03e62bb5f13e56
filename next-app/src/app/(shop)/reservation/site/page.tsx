import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { readOverrides } from "@/api/server";
import { SiteScreen } from "@/features/reservation-site/site-screen";
import { routes } from "@/lib/routes";
import { readReservation } from "@/parts/reservation-step/read-reservation";
import { readSites } from "@/parts/reservation-step/read-sites";
import { type Asked, codeOf } from "@/parts/reservation-step/redirect";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<Asked> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await readOverrides(), pageTexts)("page.reservation-site"),
    robots: { index: false },
  };
}

export default async function ReservationSitePage({ searchParams }: Props) {
  const [asked, sites, reservation] = await Promise.all([searchParams, readSites(), readReservation()]);
  const code = codeOf(asked.error);
  if (sites.length === 1) redirect(routes.reservationBegin(code ?? undefined));
  return <SiteScreen sites={sites} reservation={reservation} code={code} />;
}
