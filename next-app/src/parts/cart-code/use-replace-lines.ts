"use client";

import type { Refusal } from "@/api/outcome";
import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import type { Ask } from "@/parts/confirm-dialog/use-question";
import type { Sale } from "@/parts/performance-picker/sale";
import type { CodeLine } from "./code-lines";

/**
 * The result of replacing lines: they were replaced, they were kept because the shopper declined, they are in the cart
 * twice because the old ones could not be removed, or the shop refused.
 */
export type Replaced = "replaced" | "kept" | "twice" | Refusal;

/**
 * Buys lines of the cart in another sale context: they are added in that context, and only then removed as they were, so
 * that a refusal changes nothing.
 */
export function useReplaceLines(ask: Ask) {
  const changeCart = useConfirmedChange(ask);
  return async (lines: CodeLine[], sale: Sale, busy: string): Promise<Replaced> => {
    const items = lines.map(({ wanted }) => wanted);
    const added = await changeCart(
      (api, reSubmitContext) => api.POST("/cart/add", { body: { ...sale, items, reSubmitContext } }),
      { busy },
    );
    if (added === "kept") return added;
    if (!added.ok) return added;
    const old = lines.map(({ id }) => ({ id, quantity: 0 }));
    const removed = await changeCart(
      (api, reSubmitContext) => api.POST("/cart/modify", { body: { items: old, reSubmitContext } }),
      { busy },
    );
    return removed === "kept" || !removed.ok ? "twice" : "replaced";
  };
}
