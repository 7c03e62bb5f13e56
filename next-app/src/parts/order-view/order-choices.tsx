"use client";

import type { Order } from "@/api/types";
import { alertTexts } from "@/text/areas/alert";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";

/**
 * What the buyer is to choose instead of performances that do not take place; the buttons that do it are below. Renders
 * nothing if there is nothing to choose.
 */
export function OrderChoices({ choices }: Pick<Order, "choices">) {
  const t = useText(alertTexts, confirmationTexts);
  if (choices.length === 0) return null;
  return (
    <section data-screen-only aria-label={t("confirmation.choices")} className="grid gap-3">
      {choices.map((choice) => (
        <Alert key={choice} tone="warning" label={t("alert.warning")} live={false}>
          {choice}
        </Alert>
      ))}
    </section>
  );
}
