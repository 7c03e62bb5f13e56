import type { Metadata } from "next";
import { readOverrides, visitorApi } from "@/api/server";
import type { ReservationItem } from "@/api/types";
import { ReviewScreen } from "@/features/reservation-review/review-screen";
import { readAt, reservationAt } from "@/parts/reservation-step/read-reservation";
import { type Asked, codeOf } from "@/parts/reservation-step/redirect";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<Asked> };

export async function generateMetadata(): Promise<Metadata> {
  const title = createTranslate(await readOverrides(), pageTexts)("page.reservation-review");
  return { title, robots: { index: false } };
}

export default async function ReservationReviewPage({ searchParams }: Props) {
  const asked = await searchParams;
  const reservation = await reservationAt("review");
  const items = await readAt<ReservationItem[]>("review", (await visitorApi()).GET("/reservation/item"));
  return <ReviewScreen initial={reservation} items={items} code={codeOf(asked.error)} />;
}
