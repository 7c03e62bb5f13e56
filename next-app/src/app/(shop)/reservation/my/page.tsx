import type { Metadata } from "next";
import { readOverrides } from "@/api/server";
import { ListScreen } from "@/features/reservation-my/list-screen";
import { readReservations } from "@/parts/reservation-step/read-reservation";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await readOverrides(), pageTexts)("page.my-reservations"),
    robots: { index: false },
  };
}

export default async function MyReservationsPage() {
  return <ListScreen first={await readReservations()} />;
}
