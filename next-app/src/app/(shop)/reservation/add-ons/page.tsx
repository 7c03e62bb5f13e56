import type { Metadata } from "next";
import { fetchIsSignedIn, fetchOverrides, visitorApi } from "@/api/server";
import type { ReservationAddOn } from "@/api/types";
import { AddOnsScreen } from "@/features/reservation-add-ons/add-ons-screen";
import { fetchEntitlements } from "@/parts/entitlements/fetch-entitlements";
import type { Row } from "@/parts/entitlements/rows";
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
  const [addOns, passes] = await Promise.all([
    fetchForStep<ReservationAddOn[]>("add-ons", (await visitorApi()).GET("/reservation/add-on")),
    fetchBenefits(),
  ]);
  return (
    <AddOnsScreen
      initial={reservation}
      addOns={addOns}
      passes={passes}
      code={codeOf(query.error)}
      edits={isEdit(query)}
    />
  );
}

/** The benefits of the visitor's passes. Empty for a guest, and after a failure, because all add-ons can be bought. */
async function fetchBenefits(): Promise<Row[]> {
  if (!(await fetchIsSignedIn())) return [];
  const outcome = await fetchEntitlements("ticket");
  return outcome.ok ? outcome.answer : [];
}
