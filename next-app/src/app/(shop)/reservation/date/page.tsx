import type { Metadata } from "next";
import { fetchOverrides, visitorApi } from "@/api/server";
import type { Park } from "@/api/types";
import { DateScreen } from "@/features/reservation-date/date-screen";
import { fetchForStep, fetchReservationForStep } from "@/parts/reservation-step/fetch-reservation";
import { codeOf, isEdit, type StepQuery } from "@/parts/reservation-step/redirect";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<StepQuery> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.reservation-date"),
    robots: { index: false },
  };
}

export default async function ReservationDatePage({ searchParams }: Props) {
  const query = await searchParams;
  const reservation = await fetchReservationForStep("date");
  const parks = await fetchForStep<Park[]>("date", (await visitorApi()).GET("/reservation/property"));
  return <DateScreen initial={reservation} parks={parks} code={codeOf(query.error)} edits={isEdit(query)} />;
}
