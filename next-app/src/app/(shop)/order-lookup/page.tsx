import type { Metadata } from "next";
import { fetchPosted } from "@/api/posted";
import { fetchOverrides } from "@/api/server";
import { FindOrderScreen } from "@/features/order-lookup/find-order-screen";
import { routes } from "@/lib/routes";
import { postedTitle } from "@/parts/form/posted-title";
import { orderLookupTexts } from "@/text/areas/order-lookup";
import { createTranslate } from "@/text/texts";

export const kind = "public";
export const query = ["sent"] as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = createTranslate(await fetchOverrides(), orderLookupTexts);
  return {
    title: await postedTitle(t("order-lookup.find-title")),
    description: t("order-lookup.find-intro"),
    alternates: { canonical: routes.findOrder() },
  };
}

type Props = { searchParams: Promise<{ [name in (typeof query)[number]]?: string | string[] }> };

export default async function FindOrderPage({ searchParams }: Props) {
  const isSent = (await searchParams).sent !== undefined;
  return <FindOrderScreen key={String(isSent)} isSent={isSent} posted={await fetchPosted()} />;
}
