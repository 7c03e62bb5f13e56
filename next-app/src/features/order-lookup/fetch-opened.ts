import "server-only";
import { outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { Order, OrderRefunds } from "@/api/types";
import { type OrderWithTickets, withTickets } from "@/parts/order-view/with-tickets";

/** The order of a link that this session has opened; null if it has not. */
export async function fetchOpened(id: string): Promise<OrderWithTickets | null> {
  const api = await visitorApi();
  const query = { params: { query: { extOrderTokenId: id } } };
  const found = await withTickets(
    outcomeOf<Order>(await api.GET("/order/details/external", query), ""),
    async () =>
      outcomeOf<string>(await api.GET("/order/digital-tickets/external", { ...query, parseAs: "text" }), ""),
    async (id) =>
      outcomeOf<OrderRefunds>(await api.GET("/order/refunds/{id}", { params: { path: { id } } }), ""),
  );
  return found.ok ? found.answer : null;
}
