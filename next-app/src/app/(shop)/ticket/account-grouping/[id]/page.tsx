import { TicketsPage, ticketsMetadata } from "@/features/tickets/tickets-page";
import { routes } from "@/lib/routes";

type Props = { params: Promise<{ id: string }> };

export const kind = "ticket";

export const generateMetadata = ticketsMetadata;

/** Shows all tickets of an order. */
export default async function OrderTicketsPage({ params }: Props) {
  const id = decodeURIComponent((await params).id);
  return <TicketsPage lookup="/ticket/account-grouping/{id}/html" id={id} path={routes.orderTickets(id)} />;
}
