"use client";

import { useCallback } from "react";
import type { Api } from "@/api/call";
import { OrderView } from "@/parts/order-view/order-view";
import { useOrder } from "@/parts/order-view/use-order";
import type { OrderWithTickets } from "@/parts/order-view/with-tickets";
import { orderLookupTexts } from "@/text/areas/order-lookup";
import { useText } from "@/text/use-text";

/** Shows an order of the signed-in account. */
export function MyOrderScreen({ order: placed, refunds, newOrders, ticketsHtml }: OrderWithTickets) {
  const t = useText(orderLookupTexts);
  const { id } = placed;
  const read = useCallback(
    (api: Api) => api.GET("/order/details/my/{id}", { params: { path: { id } } }),
    [id],
  );
  const { order, reload } = useOrder(placed, read);
  const heading = <h1 className="text-h1">{t("order-lookup.title")}</h1>;
  return (
    <OrderView
      order={order}
      refunds={refunds}
      newOrders={newOrders}
      ticketsHtml={ticketsHtml}
      reload={reload}
      heading={heading}
    />
  );
}
