"use client";

import { useCallback, useState } from "react";
import { type Answered, type Api, call } from "@/api/call";
import type { Order } from "@/api/types";

/** An order as the server drew it, and a way to hear what it says of its confirmation now. `read` stays the same. */
export function useOrder(placed: Order, read: (api: Api) => Answered<Order>) {
  const [order, setOrder] = useState(placed);
  const reload = useCallback(async () => {
    const outcome = await call<Order>(read);
    // Another tab may have bought something else meanwhile: a page stays with its order.
    if (outcome.ok) setOrder((shown) => (outcome.answer.id === shown.id ? outcome.answer : shown));
  }, [read]);
  return { order, reload };
}
