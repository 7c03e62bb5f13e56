import type { Metadata } from "next";
import { readOverrides, visitorApi } from "@/api/server";
import type { ReservationAddOn } from "@/api/types";
import { AddOnsScreen } from "@/features/reservation-add-ons/add-ons-screen";
import { readAt, reservationAt } from "@/parts/reservation-step/read-reservation";
import { type Asked, codeOf, isEdit } from "@/parts/reservation-step/redirect";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<Asked> };

export async function generateMetadata(): Promise<Metadata> {
  const title = createTranslate(await readOverrides(), pageTexts)("page.reservation-add-ons");
  return { title, robots: { index: false } };
}

export default async function ReservationAddOnsPage({ searchParams }: Props) {
  const asked = await searchParams;
  const reservation = await reservationAt("add-ons");
  const addOns = await readAt<ReservationAddOn[]>("add-ons", (await visitorApi()).GET("/reservation/add-on"));
  return (
    <AddOnsScreen initial={reservation} addOns={addOns} code={codeOf(asked.error)} edits={isEdit(asked)} />
  );
}
