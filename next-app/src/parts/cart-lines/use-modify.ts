"use client";

import type { Refusal } from "@/api/outcome";
import type { CartModifyLine } from "@/api/types";
import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import type { Ask } from "@/parts/confirm-dialog/use-question";
import { cartRemoveTexts } from "@/text/areas/cart-remove";
import { loadingTexts } from "@/text/areas/loading";
import { useText } from "@/text/use-text";

/** A line that the cart does not have any more: another tab has taken it out. */
export const gone = 404;

/** Changed, left as it was because the shopper said so, or refused by the shop. */
export type Modified = "changed" | "kept" | Refusal;

/** Changes lines of the cart, all of them with one call. */
export function useModify(ask: Ask): (items: CartModifyLine[]) => Promise<Modified> {
  const t = useText(loadingTexts, cartRemoveTexts);
  const changeCart = useConfirmedChange(ask);
  return async (items) => {
    const outcome = await changeCart(
      (api, reSubmitContext) => api.POST("/cart/modify", { body: { items, reSubmitContext } }),
      { busy: t("loading.update-cart") },
    );
    if (outcome === "kept") return outcome;
    if (outcome.ok) return "changed";
    return outcome.status === gone ? { ...outcome, message: t("cart-remove.gone") } : outcome;
  };
}
