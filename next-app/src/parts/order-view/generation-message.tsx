"use client";

import { useEffect, useState } from "react";
import type { Order } from "@/api/types";
import { alertTexts } from "@/text/areas/alert";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { StatusLine } from "@/ui/status-line";

const pollEveryMs = 2000;

/**
 * A confirmation is normally sent within seconds. If it takes longer, the page stops polling and shows the state when
 * it is opened again.
 */
const maxPolls = 10;

/** The state of the order's confirmation e-mail until the e-mail is sent. The sending is announced once. */
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

  return (
    <>
      {message ? (
        <div data-screen-only>
          <Alert
            tone={pending ? "info" : "warning"}
            label={t(pending ? "alert.info" : "alert.warning")}
            live={false}
          >
            {message}
          </Alert>
        </div>
      ) : null}
      <StatusLine>
        {hasWaited && !message ? t("confirmation.sent", { email: order.lastConfirmEmailAddress }) : ""}
      </StatusLine>
    </>
  );
}
