"use client";

import { useCallback, useState } from "react";
import { call } from "@/api/call";
import type { Order } from "@/api/types";
import { OrderView } from "@/parts/order-view/order-view";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";

/** The order that was just placed. */
export function ConfirmationScreen({ placed, ticketsHtml }: { placed: Order; ticketsHtml: string | null }) {
  const t = useText(confirmationTexts);
  const [order, setOrder] = useState(placed);
  const message = t("confirmation.messageHtml");

  const reload = useCallback(async () => {
    const outcome = await call<Order>((api) => api.GET("/order/details"));
    // Another tab may have bought something else meanwhile: this page stays with its order.
    if (outcome.ok) setOrder((shown) => (outcome.answer.id === shown.id ? outcome.answer : shown));
  }, []);

  return (
    <OrderView
      order={order}
      ticketsHtml={ticketsHtml}
      reload={reload}
      heading={
        <>
          <h1 className="text-h1">{t("confirmation.title")}</h1>
          {message ? <div className="prose" dangerouslySetInnerHTML={{ __html: message }} /> : null}
        </>
      }
    />
  );
}
