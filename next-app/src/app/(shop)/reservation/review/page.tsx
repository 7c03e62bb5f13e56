import type { Metadata } from "next";
import { fetchOverrides, visitorApi } from "@/api/server";
import type { ReservationItem } from "@/api/types";
import { ReviewScreen } from "@/features/reservation-review/review-screen";
import { fetchForStep, fetchReservationForStep } from "@/parts/reservation-step/fetch-reservation";
import { codeOf, type StepQuery } from "@/parts/reservation-step/redirect";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<StepQuery> };

export async function generateMetadata(): Promise<Metadata> {
  const title = createTranslate(await fetchOverrides(), pageTexts)("page.reservation-review");
  return { title, robots: { index: false } };
}

export default async function ReservationReviewPage({ searchParams }: Props) {
  const query = await searchParams;
  const reservation = await fetchReservationForStep("review");
  const items = await fetchForStep<ReservationItem[]>(
    "review",
    (await visitorApi()).GET("/reservation/item"),
  );
  return <ReviewScreen initial={reservation} items={items} code={codeOf(query.error)} />;
}
