"use client";

import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import type { Ask } from "@/parts/confirm-dialog/use-question";
import type { Sale } from "@/parts/performance-picker/sale";
import type { CodeLine } from "./code-lines";

/** Buys lines of the cart in another sale context, at the same places. A refusal changes nothing. */
export function useReplaceLines(ask: Ask) {
  const changeCart = useConfirmedChange(ask);
  return (lines: CodeLine[], sale: Sale, busy: string) => {
    const items = lines.map(({ wanted }) => wanted);
    const replaces = lines.map(({ id }) => id);
    return changeCart(
      (api, reSubmitContext) =>
        api.POST("/cart/add", { body: { ...sale, items, replaces, reSubmitContext } }),
      { busy },
    );
  };
}
