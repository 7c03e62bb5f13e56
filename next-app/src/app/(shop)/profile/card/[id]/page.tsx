import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { fetchOverrides, fetchPaymentMeans } from "@/api/server";
import { ChangeCardScreen } from "@/features/account/change-card-screen";
import { routes } from "@/lib/routes";
import { NeedsScript } from "@/parts/needs-script/needs-script";
import { signedIn } from "@/parts/signed-in/signed-in";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export const kind = "card";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.change-card"),
    robots: { index: false },
  };
}

export default async function ChangeCardPage({ params }: Props) {
  const { id } = await params;
  await signedIn(routes.changeCard(id));
  const { plans } = await fetchPaymentMeans();
  const plan = plans.find((it) => it.id === decodeURIComponent(id));
  if (!plan) notFound();
  return (
    <>
      <NeedsScript text="no-script.card" next="account" />
      <ChangeCardScreen plan={plan} />
    </>
  );
}
