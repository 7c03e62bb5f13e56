import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { fetchOverrides } from "@/api/server";
import { fetchOptions } from "@/features/installment-select/fetch-options";
import { OptionsScreen } from "@/features/installment-select/options-screen";
import { pathAfter } from "@/flow/sale-path";
import { NeedsScript } from "@/parts/needs-script/needs-script";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.installments"),
    robots: { index: false },
  };
}

export default async function InstallmentSelectPage() {
  const cart = await fetchOptions();
  if (cart === null) {
    redirect(pathAfter("installment-billing", { passesInvolved: false, installmentBilling: false }));
  }
  return (
    <>
      <NeedsScript text="no-script.plan" next="cart" />
      <OptionsScreen initial={cart} />
    </>
  );
}
