import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { fetchPosted } from "@/api/posted";
import { fetchOverrides, fetchProductPage } from "@/api/server";
import { NotifyScreen } from "@/features/notify-me/notify-screen";
import { whyNot } from "@/features/single-product/closed";
import { postedTitle } from "@/parts/form/posted-title";
import { closedTexts } from "@/text/areas/closed";
import { notifyMeTexts } from "@/text/areas/notify-me";
import { productTexts } from "@/text/areas/product";
import { createTranslate } from "@/text/texts";

export const kind = "public";
export const query = ["requested"] as const;

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ [name in (typeof query)[number]]?: string | string[] }>;
};

export async function generateMetadata(): Promise<Metadata> {
  const t = createTranslate(await fetchOverrides(), notifyMeTexts);
  return { title: await postedTitle(t("notify-me.page")), robots: { index: false } };
}

export default async function NotifyPage({ params, searchParams }: Props) {
  const id = decodeURIComponent((await params).id);
  const [page, overrides, posted] = await Promise.all([
    fetchProductPage(id, null),
    fetchOverrides(),
    fetchPosted(),
  ]);
  if (!page) notFound();
  const { product, saleState } = page;
  const isRequested = (await searchParams).requested !== undefined;
  return (
    <NotifyScreen
      key={String(isRequested)}
      product={{ id, name: product.productDisplayName, weekCalendar: product.weekCalendar }}
      reason={
        saleState ? whyNot(createTranslate(overrides, closedTexts, productTexts), product, saleState) : null
      }
      isRequested={isRequested}
      posted={posted}
    />
  );
}
