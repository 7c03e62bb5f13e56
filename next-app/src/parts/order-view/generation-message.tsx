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

/** The state of the order's confirmation e-mail. A page that showed it as being sent also says when it was sent. */
export function GenerationMessage({ order, reload }: { order: Order; reload: () => void }) {
  const t = useText(alertTexts, confirmationTexts);
  const { confirmationPending: pending, confirmationGenerationMessage: message } = order;
  const [polls, setPolls] = useState(0);
  const [hasWaited, setHasWaited] = useState(false);

  useEffect(() => {
    if (!pending || polls >= maxPolls) return;
    const timer = setTimeout(() => {
      setHasWaited(true);
      setPolls(polls + 1);
      reload();
    }, pollEveryMs);
    return () => clearTimeout(timer);
  }, [pending, polls, reload]);

  const sent = hasWaited && !message;
  const tone = sent ? "success" : pending ? "info" : "warning";
  if (!message && !sent) return null;
  return (
    // The result replaces the message, so that nothing on the page moves.
    <div data-screen-only role="status">
      <Alert tone={tone} label={t(`alert.${tone}`)} live={false}>
        {message ?? t("confirmation.sent", { email: order.lastConfirmEmailAddress })}
      </Alert>
    </div>
  );
}
