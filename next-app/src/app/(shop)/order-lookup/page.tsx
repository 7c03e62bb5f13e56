import type { Metadata } from "next";
import { fetchOverrides } from "@/api/server";
import { FindOrderScreen } from "@/features/order-lookup/find-order-screen";
import { routes } from "@/lib/routes";
import { orderLookupTexts } from "@/text/areas/order-lookup";
import { createTranslate } from "@/text/texts";

export const kind = "public";

export async function generateMetadata(): Promise<Metadata> {
  const t = createTranslate(await fetchOverrides(), orderLookupTexts);
  return {
    title: t("order-lookup.find-title"),
    description: t("order-lookup.find-intro"),
    alternates: { canonical: routes.findOrder() },
  };
}

export default function FindOrderPage() {
  return <FindOrderScreen />;
}
