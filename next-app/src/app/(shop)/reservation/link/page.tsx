import type { Metadata } from "next";
import { readOverrides } from "@/api/server";
import { LinkScreen } from "@/features/reservation-link/link-screen";
import { readOwn } from "@/features/reservation-link/read-own";
import { reservationAt } from "@/parts/reservation-step/read-reservation";
import { type Asked, codeOf, isEdit } from "@/parts/reservation-step/redirect";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<Asked> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await readOverrides(), pageTexts)("page.reservation-link"),
    robots: { index: false },
  };
}

export default async function ReservationLinkPage({ searchParams }: Props) {
  const [asked, reservation, own] = await Promise.all([searchParams, reservationAt("link"), readOwn()]);
  return <LinkScreen initial={reservation} own={own} code={codeOf(asked.error)} edits={isEdit(asked)} />;
}
