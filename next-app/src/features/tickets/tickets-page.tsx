import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { outcomeOf } from "@/api/outcome";
import { fetchOverrides, visitorApi } from "@/api/server";
import { isPass } from "@/lib/ticket-type";
import { hasOwnTickets } from "@/parts/order-view/bought";
import { OrderError } from "@/parts/order-view/order-error";
import { signedIn } from "@/parts/signed-in/signed-in";
import { ticketsTexts } from "@/text/areas/tickets";
import { createTranslate } from "@/text/texts";
import { type Shown, TicketsScreen, type TicketsTitle } from "./tickets-screen";

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

/** The valid tickets of the account; undefined if they cannot be read. Read once for each request. */
const accountTickets = cache(async () => {
  const api = await visitorApi();
  const { data } = await api.GET("/account/ticket");
  return data;
});

/** The title of the page of one ticket, which says whether it is a pass. */
async function titleOfTicket(id: string): Promise<TicketsTitle> {
  const ticket = (await accountTickets())?.find(({ accountId }) => accountId === id);
  return ticket && isPass(ticket) ? "tickets.title-pass" : "tickets.title-ticket";
}

/** What one ticket is good for, and its order. */
async function ofTicket(id: string): Promise<Pick<Shown, "use" | "orderId" | "files">> {
  const tickets = await accountTickets();
  const ticket = tickets?.find(({ accountId }) => accountId === id);
  const use = tickets && !ticket ? "ended" : ticket?.sentTo === undefined ? "own" : "sent";
  // A pass may be linked to an account that has not bought it.
  return { use, orderId: ticket && !isPass(ticket) ? (ticket.orderId ?? null) : null, files: null };
}

/** What the tickets of an order are good for. A ticket must not be missing at a gate because its order cannot be read. */
async function ofOrder(id: string): Promise<Pick<Shown, "use" | "orderId" | "files">> {
  const api = await visitorApi();
  const { data: order } = await api.GET("/order/details/my/{id}", { params: { path: { id } } });
  const use = !order || hasOwnTickets(order) ? "own" : order.hasValidTickets ? "sent" : "ended";
  const files = use === "own" ? { hasCalendar: order?.hasCalendar ?? false } : null;
  return { use, orderId: id, files };
}

/** Shows tickets of the signed-in account. */
export async function TicketsPage({ lookup, id, path }: Props) {
  await signedIn(path);
  const api = await visitorApi();
  const isOrder = lookup === "/ticket/account-grouping/{id}/html";
  const [raw, shown, title] = await Promise.all([
    api.GET(lookup, { params: { path: { id } }, parseAs: "text" }),
    isOrder ? ofOrder(id) : ofTicket(id),
    isOrder ? ("tickets.title" as const) : titleOfTicket(id),
  ]);
  const found = outcomeOf<string>(raw, "");
  // The door has already returned 404 for tickets that this account does not own.
  if (!found.ok && found.status === 404) notFound();
  if (!found.ok) return <OrderError message={found.message} />;
  return <TicketsScreen title={title} html={found.answer} {...shown} />;
}
