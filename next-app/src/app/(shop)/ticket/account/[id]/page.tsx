import type { Metadata } from "next";
import { TicketsPage, ticketMetadata } from "@/features/tickets/tickets-page";
import { routes } from "@/lib/routes";

type Props = { params: Promise<{ id: string }> };

export const kind = "ticket";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return ticketMetadata(decodeURIComponent((await params).id));
}

/** Shows one ticket. */
export default async function AccountTicketPage({ params }: Props) {
  const id = decodeURIComponent((await params).id);
  return <TicketsPage lookup="/ticket/account/{id}/html" id={id} path={routes.accountTicket(id)} />;
}
