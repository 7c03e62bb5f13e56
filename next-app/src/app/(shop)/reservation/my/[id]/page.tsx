import type { Metadata } from "next";
import { fetchOverrides } from "@/api/server";
import { fetchMyReservation } from "@/features/reservation-my/fetch-my-reservation";
import { MyScreen } from "@/features/reservation-my/my-screen";
import { OrderError } from "@/parts/order-view/order-error";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = {
  params: Promise<{ id: string }>;
  /** Links in e-mails have the reservation's code. */
  searchParams: Promise<{ code?: string | string[] }>;
};

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.my-reservation"),
    robots: { index: false },
  };
}

export default async function MyReservationPage({ params, searchParams }: Props) {
  const id = decodeURIComponent((await params).id);
  const found = await fetchMyReservation(id, [(await searchParams).code].flat()[0]);
  if (!found.ok) return <OrderError message={found.message} />;
  const { reservation, items } = found.answer;
  return <MyScreen initial={{ ...reservation, id }} items={items} />;
}
