import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { readOverrides } from "@/api/server";
import { DonationScreen } from "@/features/donation/donation-screen";
import { readDonation } from "@/features/donation/read-donation";
import { pathAfter } from "@/flow/sale-path";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await readOverrides(), pageTexts)("page.donate"),
    robots: { index: false },
  };
}

export default async function DonatePage() {
  const donating = await readDonation();
  if (donating === null) redirect(pathAfter("donate", { passesInvolved: false, installmentBilling: false }));
  return <DonationScreen cart={donating.cart} offer={donating.offer} />;
}
