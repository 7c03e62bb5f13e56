import type { Metadata } from "next";
import { fetchOverrides, visitorApi } from "@/api/server";
import type { ReservationAddOn } from "@/api/types";
import { AddOnsScreen } from "@/features/reservation-add-ons/add-ons-screen";
import { fetchForStep, fetchReservationForStep } from "@/parts/reservation-step/fetch-reservation";
import { codeOf, isEdit, type StepQuery } from "@/parts/reservation-step/redirect";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<StepQuery> };

export async function generateMetadata(): Promise<Metadata> {
  const title = createTranslate(await fetchOverrides(), pageTexts)("page.reservation-add-ons");
  return { title, robots: { index: false } };
}

export default async function ReservationAddOnsPage({ searchParams }: Props) {
  const query = await searchParams;
  const reservation = await fetchReservationForStep("add-ons");
  const addOns = await fetchForStep<ReservationAddOn[]>(
    "add-ons",
    (await visitorApi()).GET("/reservation/add-on"),
  );
  return (
    <AddOnsScreen initial={reservation} addOns={addOns} code={codeOf(query.error)} edits={isEdit(query)} />
  );
}
