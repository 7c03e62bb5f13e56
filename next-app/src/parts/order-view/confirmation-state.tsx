"use client";

import { useEffect, useState } from "react";
import type { Order } from "@/api/types";
import { alertTexts } from "@/text/areas/alert";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";

const pollEveryMs = 2000;

/**
 * A confirmation is normally sent within seconds. If it takes longer, the page stops polling and shows the state when
 * it is opened again.
 */
const maxPolls = 10;

/** Where the order's confirmation was sent last, or that it is being sent, or that it could not be sent. */
export function ConfirmationState({ order, reload }: { order: Order; reload: () => void }) {
  const t = useText(alertTexts, confirmationTexts);
  const { confirmationPending: pending, confirmationGenerationMessage: message } = order;
  const [polls, setPolls] = useState(0);

  useEffect(() => {
    if (!pending || polls >= maxPolls) return;
    const timer = setTimeout(() => {
      setPolls(polls + 1);
      reload();
    }, pollEveryMs);
    return () => clearTimeout(timer);
  }, [pending, polls, reload]);

  return (
    // The result replaces the message in the same two lines, so that nothing on the page moves.
    <div role="status" className="min-w-0 break-words">
      {!message ? (
        <>
          <p className="legend">{t("confirmation.sent-to")}</p>
          <p data-confirmation-address className="font-semibold">
            {order.lastConfirmEmailAddress}
          </p>
        </>
      ) : pending ? (
        <p className="text-sm text-ink-2">{message}</p>
      ) : (
        <Alert tone="warning" label={t("alert.warning")} live={false}>
          {message}
        </Alert>
      )}
    </div>
  );
}
