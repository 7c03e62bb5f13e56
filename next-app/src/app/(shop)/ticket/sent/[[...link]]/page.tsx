import type { Metadata } from "next";
import { fetchOverrides } from "@/api/server";
import { fetchReceived } from "@/features/received-ticket/fetch-received";
import { ReceivedTicketScreen } from "@/features/received-ticket/received-ticket-screen";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export const kind = "secret";

type Props = { params: Promise<{ link?: string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  const title = createTranslate(await fetchOverrides(), pageTexts)("page.received-ticket");
  return { title, robots: { index: false }, referrer: "no-referrer" };
}

/** The page of a ticket that somebody has sent: `{id}/{key}`. */
export default async function ReceivedTicketPage({ params }: Props) {
  const [id, key, ...more] = (await params).link ?? [];
  const received = id && key && more.length === 0 ? await fetchReceived({ id, key }) : null;
  return <ReceivedTicketScreen received={received} />;
}
