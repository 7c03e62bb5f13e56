import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { fetchOverrides } from "@/api/server";
import { DonationScreen } from "@/features/donation/donation-screen";
import { fetchDonation } from "@/features/donation/fetch-donation";
import { pathAfter } from "@/flow/sale-path";
import { NeedsScript } from "@/parts/needs-script/needs-script";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.donate"),
    robots: { index: false },
  };
}

export default async function DonatePage() {
  const donating = await fetchDonation();
  if (donating === null) redirect(pathAfter("donate", { passesInvolved: false, installmentBilling: false }));
  return (
    <>
      <NeedsScript text="no-script.donate" next="cart" />
      <DonationScreen cart={donating.cart} offer={donating.offer} />
    </>
  );
}
