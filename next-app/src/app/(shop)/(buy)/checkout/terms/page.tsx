import type { Metadata } from "next";
import { readOverrides } from "@/api/server";
import { readTerms } from "@/features/checkout/read-checkout";
import { TermsPage } from "@/features/checkout/terms-page";
import { checkoutTexts } from "@/text/areas/checkout";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: createTranslate(await readOverrides(), checkoutTexts)("checkout.terms-page") };
}

export default async function SaleTermsPage() {
  return <TermsPage kind="sale" html={await readTerms()} />;
}
