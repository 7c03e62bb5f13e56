import type { Outcome } from "@/api/outcome";
import type { Order } from "@/api/types";

export type OrderWithTickets = {
  order: Order;
  /** The tickets as the API made them, clean of anything but text and pictures; null when there are none. */
  ticketsHtml: string | null;
};

/** An order that was asked for, with its tickets if it has any. What goes wrong with either is told. */
export async function withTickets(
  found: Outcome<Order>,
  readTickets: () => Promise<Outcome<string>>,
): Promise<Outcome<OrderWithTickets>> {
  if (!found.ok) return found;
  const order = found.answer;
  if (!order.hasTickets) return { ok: true, answer: { order, ticketsHtml: null } };
  const tickets = await readTickets();
  return tickets.ok ? { ok: true, answer: { order, ticketsHtml: tickets.answer } } : tickets;
}
