"use client";

import type { Refusal } from "@/api/outcome";
import type { CartModifyLine } from "@/api/types";
import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import type { Ask } from "@/parts/confirm-dialog/use-question";
import { loadingTexts } from "@/text/areas/loading";
import { useText } from "@/text/use-text";

/** Changed, left as it was because the shopper said so, or refused by the shop. */
export type Modified = "changed" | "kept" | Refusal;

/** Changes lines of the cart, all of them with one call. */
export function useModify(ask: Ask): (items: CartModifyLine[]) => Promise<Modified> {
  const t = useText(loadingTexts);
  const changeCart = useConfirmedChange(ask);
  return async (items) => {
    const outcome = await changeCart(
      (api, reSubmitContext) => api.POST("/cart/modify", { body: { items, reSubmitContext } }),
      { busy: t("loading.update-cart") },
    );
    return outcome === "kept" || !outcome.ok ? outcome : "changed";
  };
}
