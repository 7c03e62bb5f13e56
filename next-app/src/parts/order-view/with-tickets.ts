import type { Outcome } from "@/api/outcome";
import type { Order, OrderRefunds } from "@/api/types";

export type OrderWithTickets = {
  order: Order;
  refunds: OrderRefunds;
  /** The tickets as HTML from the API, which contains text and pictures only; null if there are none. */
  ticketsHtml: string | null;
};

/**
 * The order with its tickets, if it has any, and its refunds. If one of them cannot be read, the failure is returned.
 */
export async function withTickets(
  found: Outcome<Order>,
  fetchTickets: () => Promise<Outcome<string>>,
  fetchRefunds: (orderId: string) => Promise<Outcome<OrderRefunds>>,
): Promise<Outcome<OrderWithTickets>> {
  if (!found.ok) return found;
  const order = found.answer;
  const none: Outcome<string | null> = { ok: true, answer: null };
  const [tickets, refunds] = await Promise.all([
    order.hasTickets ? fetchTickets() : none,
    fetchRefunds(order.id),
  ]);
  if (!tickets.ok) return tickets;
  return refunds.ok
    ? { ok: true, answer: { order, refunds: refunds.answer, ticketsHtml: tickets.answer } }
    : refunds;
}
