import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { outcomeOf } from "@/api/outcome";
import { fetchOverrides, visitorApi } from "@/api/server";
import { isPass } from "@/lib/ticket-type";
import { OrderError } from "@/parts/order-view/order-error";
import { signedIn } from "@/parts/signed-in/signed-in";
import { ticketsTexts } from "@/text/areas/tickets";
import { createTranslate } from "@/text/texts";
import { TicketsScreen, type TicketsTitle } from "./tickets-screen";

type Props = {
  /** The API call for one ticket or for all tickets of an order. */
  lookup: "/ticket/account/{id}/html" | "/ticket/account-grouping/{id}/html";
  id: string;
  /** The path of this page, to return to after sign-in. */
  path: string;
};

export async function ticketsMetadata(): Promise<Metadata> {
  return metadataOf("tickets.title");
}

/** The metadata of the page of one ticket. */
export async function ticketMetadata(id: string): Promise<Metadata> {
  return metadataOf(await titleOfTicket(id));
}

async function metadataOf(title: TicketsTitle): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), ticketsTexts)(title),
    robots: { index: false },
  };
}

/** The title of the page of one ticket, which says whether it is a pass. Read once for each request. */
const titleOfTicket = cache(async (id: string): Promise<TicketsTitle> => {
  const api = await visitorApi();
  const { data } = await api.GET("/account/ticket");
  const ticket = data?.find(({ accountId }) => accountId === id);
  return ticket && isPass(ticket) ? "tickets.title-pass" : "tickets.title-ticket";
});

/** Shows tickets of the signed-in account. */
export async function TicketsPage({ lookup, id, path }: Props) {
  await signedIn(path);
  const api = await visitorApi();
  const isOrder = lookup === "/ticket/account-grouping/{id}/html";
  const [raw, order, title] = await Promise.all([
    api.GET(lookup, { params: { path: { id } }, parseAs: "text" }),
    isOrder ? api.GET("/order/details/my/{id}", { params: { path: { id } } }) : null,
    isOrder ? ("tickets.title" as const) : titleOfTicket(id),
  ]);
  const found = outcomeOf<string>(raw, "");
  // The door has already returned 404 for tickets that this account does not own.
  if (!found.ok && found.status === 404) notFound();
  if (!found.ok) return <OrderError message={found.message} />;
  const files = isOrder ? { orderId: id, hasCalendar: order?.data?.hasCalendar ?? false } : null;
  return <TicketsScreen title={title} html={found.answer} files={files} />;
}
