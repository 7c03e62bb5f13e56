"use client";

import type { Refusal } from "@/api/outcome";
import { useCartChange } from "@/api/swr";
import type { Ask } from "@/parts/confirm-dialog/use-question";
import { useText } from "@/text/use-text";

export type Change = { id: string; quantity: number };

/** Changed, left as it was because the shopper said so, or refused by the shop. */
export type Modified = "changed" | "kept" | Refusal;

/** Changes quantities. Where the server wants a confirmation, its question is asked and the same call sent again. */
export function useModify(ask: Ask): (items: Change[]) => Promise<Modified> {
  const t = useText();
  const changeCart = useCartChange();

  return async function modify(items: Change[], reSubmitContext?: string): Promise<Modified> {
    const outcome = await changeCart(
      (api) => api.POST("/cart/modify", { body: { items, reSubmitContext } }),
      {
        busy: t("loading.update-cart"),
      },
    );
    if (!outcome.ok) return outcome;
    const { answer } = outcome;
    if (!answer.confirmationRequired) return "changed";
    const proceed = await ask({
      titleHtml: answer.confirmationTitleHtml ?? "",
      messageHtml: answer.confirmationMessageHtml ?? "",
      proceedText: answer.proceedButtonText,
      cancelText: answer.cancelButtonText,
    });
    return proceed ? modify(items, answer.confirmationReSubmitContext) : "kept";
  };
}
