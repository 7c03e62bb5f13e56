import type { Metadata } from "next";
import { readOverrides } from "@/api/server";
import { readInstallmentTerms } from "@/features/checkout/read-checkout";
import { TermsPage } from "@/features/checkout/terms-page";
import { checkoutTexts } from "@/text/areas/checkout";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: createTranslate(await readOverrides(), checkoutTexts)("checkout.installment-terms-page") };
}

export default async function InstallmentTermsPage() {
  return <TermsPage kind="installment" html={await readInstallmentTerms()} />;
}
