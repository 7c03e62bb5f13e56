import type { Outcome } from "@/api/outcome";
import type { Order } from "@/api/types";

export type OrderWithTickets = {
  order: Order;
  /** The tickets as HTML from the API, which contains text and pictures only; null if there are none. */
  ticketsHtml: string | null;
};

/** The order with its tickets, if it has any. If the order or its tickets cannot be read, the failure is returned. */
export async function withTickets(
  found: Outcome<Order>,
  fetchTickets: () => Promise<Outcome<string>>,
): Promise<Outcome<OrderWithTickets>> {
  if (!found.ok) return found;
  const order = found.answer;
  if (!order.hasTickets) return { ok: true, answer: { order, ticketsHtml: null } };
  const tickets = await fetchTickets();
  return tickets.ok ? { ok: true, answer: { order, ticketsHtml: tickets.answer } } : tickets;
}
