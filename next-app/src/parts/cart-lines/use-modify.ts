"use client";

import type { Refusal } from "@/api/outcome";
import type { CartModifyLine } from "@/api/types";
import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import type { Ask } from "@/parts/confirm-dialog/use-question";
import { cartRemoveTexts } from "@/text/areas/cart-remove";
import { loadingTexts } from "@/text/areas/loading";
import { useText } from "@/text/use-text";

/** The HTTP status of a change to a line that is no longer in the cart, for example because another tab removed it. */
export const notFound = 404;

/** The result of a change: the lines were changed, they were kept because the shopper declined, or the shop refused. */
export type Modified = "changed" | "kept" | Refusal;

type ModifyOptions = {
  /** Whether the caller shows the progress itself. The page then stays usable during the call. */
  quiet?: boolean;
};

export type Modify = (items: CartModifyLine[], options?: ModifyOptions) => Promise<Modified>;

/** Changes lines of the cart with one call. */
export function useModify(ask: Ask): Modify {
  const t = useText(loadingTexts, cartRemoveTexts);
  const changeCart = useConfirmedChange(ask);
  return async (items, { quiet } = {}) => {
    const outcome = await changeCart(
      (api, reSubmitContext) => api.POST("/cart/modify", { body: { items, reSubmitContext } }),
      { busy: quiet ? undefined : t("loading.update-cart") },
    );
    if (outcome === "kept") return outcome;
    if (outcome.ok) return "changed";
    return outcome.status === notFound ? { ...outcome, message: t("cart-remove.gone") } : outcome;
  };
}
