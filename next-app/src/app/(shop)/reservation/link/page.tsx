import type { Metadata } from "next";
import { fetchOverrides } from "@/api/server";
import { fetchOwnTickets } from "@/features/reservation-link/fetch-own-tickets";
import { LinkScreen } from "@/features/reservation-link/link-screen";
import { fetchReservationForStep } from "@/parts/reservation-step/fetch-reservation";
import { codeOf, isEdit, type StepQuery } from "@/parts/reservation-step/redirect";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<StepQuery> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.reservation-link"),
    robots: { index: false },
  };
}

export default async function ReservationLinkPage({ searchParams }: Props) {
  const [query, reservation, own] = await Promise.all([
    searchParams,
    fetchReservationForStep("link"),
    fetchOwnTickets(),
  ]);
  return <LinkScreen initial={reservation} own={own} code={codeOf(query.error)} edits={isEdit(query)} />;
}
