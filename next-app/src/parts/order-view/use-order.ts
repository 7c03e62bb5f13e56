"use client";

import { useCallback, useState } from "react";
import { type Answered, type Api, call } from "@/api/call";
import type { Order } from "@/api/types";

/**
 * The order as rendered by the server, and a function that reads the state of its confirmation again. `read` must be
 * stable.
 */
export function useOrder(placed: Order, read: (api: Api) => Answered<Order>) {
  const [order, setOrder] = useState(placed);
  const reload = useCallback(async () => {
    const outcome = await call<Order>(read);
    // Another tab may have placed a different order. This page continues to show the order that it opened with.
    if (outcome.ok) setOrder((shown) => (outcome.answer.id === shown.id ? outcome.answer : shown));
  }, [read]);
  return { order, reload };
}
