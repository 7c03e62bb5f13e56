import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { readOverrides } from "@/api/server";
import { OptionsScreen } from "@/features/installment-select/options-screen";
import { readOptions } from "@/features/installment-select/read-options";
import { pathAfter } from "@/flow/sale-path";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await readOverrides(), pageTexts)("page.installments"),
    robots: { index: false },
  };
}

export default async function InstallmentSelectPage() {
  const cart = await readOptions();
  if (cart === null) {
    redirect(pathAfter("installment-billing", { passesInvolved: false, installmentBilling: false }));
  }
  return <OptionsScreen initial={cart} />;
}
