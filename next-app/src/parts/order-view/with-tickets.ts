import type { Outcome } from "@/api/outcome";
import type { Order, OrderRefunds } from "@/api/types";

export type OrderWithTickets = {
  order: Order;
  /** The refunds of the order; absent if they cannot be read. */
  refunds?: OrderRefunds;
  /** The orders for which its tickets were exchanged, as far as the visitor may open them: number and id. */
  newOrders?: Readonly<Record<string, string>>;
  /** The tickets as HTML from the API, which contains text and pictures only; null if there are none. */
  ticketsHtml: string | null;
};

/**
 * The order with its tickets, if it has any, and its refunds. If the order or its tickets cannot be read, the failure is
 * returned. Tickets must not be missing at a gate because refunds cannot be read.
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
  const ticketsHtml = tickets.answer;
  const answer = refunds.ok ? { order, refunds: refunds.answer, ticketsHtml } : { order, ticketsHtml };
  return { ok: true, answer };
}
