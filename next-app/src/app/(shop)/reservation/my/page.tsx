import type { Metadata } from "next";
import { fetchOverrides } from "@/api/server";
import { ListScreen } from "@/features/reservation-my/list-screen";
import { fetchReservations } from "@/parts/reservation-step/fetch-reservation";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.my-reservations"),
    robots: { index: false },
  };
}

type Props = { searchParams: Promise<{ code?: string | string[] }> };

export default async function MyReservationsPage({ searchParams }: Props) {
  const code = [(await searchParams).code].flat()[0];
  return <ListScreen first={await fetchReservations()} code={code} />;
}
