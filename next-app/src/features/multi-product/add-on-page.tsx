import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { fetchOverrides } from "@/api/server";
import { pathAfter } from "@/flow/sale-path";
import { multiTexts } from "@/text/areas/multi";
import { createTranslate } from "@/text/texts";
import { fetchAddOns } from "./fetch-products";
import { MultiProductScreen } from "./multi-product-screen";

export async function addOnMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), multiTexts)("multi.add-ons-title"),
    robots: { index: false },
  };
}

/** The page of add-ons for the cart. If there are none, it redirects to the next step. */
export async function AddOnPage({ step }: { step: "pass-add-ons" | "non-pass-add-ons" }) {
  const [sections, overrides] = await Promise.all([fetchAddOns(), fetchOverrides()]);
  if (sections.length === 0) redirect(pathAfter(step, { passesInvolved: false, installmentBilling: false }));
  const t = createTranslate(overrides, multiTexts);
  return (
    <MultiProductScreen step={step} sections={sections} starting={null}>
      <h1 className="text-h1">{t("multi.add-ons-title")}</h1>
      <p className="max-w-prose text-lg text-ink-2">{t("multi.add-ons-intro")}</p>
    </MultiProductScreen>
  );
}
