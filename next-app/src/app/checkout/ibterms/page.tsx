import type { Metadata } from "next";
import { fetchOverrides } from "@/api/server";
import { fetchInstallmentTerms } from "@/features/checkout/fetch-checkout";
import { TermsPage } from "@/features/checkout/terms-page";
import { checkoutTexts } from "@/text/areas/checkout";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: createTranslate(await fetchOverrides(), checkoutTexts)("checkout.installment-terms-page") };
}

export default async function InstallmentTermsPage() {
  return <TermsPage kind="installment" html={await fetchInstallmentTerms()} />;
}
