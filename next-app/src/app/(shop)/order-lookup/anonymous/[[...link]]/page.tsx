import type { Metadata } from "next";
import { fetchPosted } from "@/api/posted";
import { fetchOverrides } from "@/api/server";
import { fetchOpened } from "@/features/order-lookup/fetch-opened";
import { InvalidOrder } from "@/features/order-lookup/invalid-order";
import { OrderLookupScreen } from "@/features/order-lookup/order-lookup-screen";
import { postedTitle } from "@/parts/form/posted-title";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export const kind = "secret";

type Props = { params: Promise<{ link?: string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  const title = await postedTitle(createTranslate(await fetchOverrides(), pageTexts)("page.order"));
  return { title, robots: { index: false }, referrer: "no-referrer" };
}

/**
 * The page that the link in a confirmation e-mail opens: `{id}/{token}`. The browser loads the order, after the visitor
 * has proven access to it. An order that this session has opened before is in the page.
 */
export default async function AnonymousOrderPage({ params }: Props) {
  const [id, token, ...more] = (await params).link ?? [];
  if (id && token && more.length === 0) {
    const [opened, posted] = await Promise.all([fetchOpened(id), fetchPosted()]);
    return <OrderLookupScreen link={{ id, token }} opened={opened} posted={posted} />;
  }
  return <InvalidOrder />;
}
