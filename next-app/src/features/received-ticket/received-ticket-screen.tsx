"use client";

import type { ReceivedTicket } from "@/api/types";
import { TicketHtml } from "@/parts/ticket-html/ticket-html";
import { alertTexts } from "@/text/areas/alert";
import { confirmationTexts } from "@/text/areas/confirmation";
import { receivedTicketTexts } from "@/text/areas/received-ticket";
import { ticketsTexts } from "@/text/areas/tickets";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { buttonClass } from "@/ui/button";
import { ScriptButton } from "@/ui/script-button";

/** A ticket that somebody has sent to the visitor. It shows nothing of the order; null if the link opens no ticket. */
export function ReceivedTicketScreen({ received }: { received: ReceivedTicket | null }) {
  const t = useText(alertTexts, confirmationTexts, receivedTicketTexts, ticketsTexts);
  if (!received) {
    return (
      <div className="frame grid gap-4">
        <h1 className="text-h1">{t("received-ticket.invalid-title")}</h1>
        <Alert tone="error" label={t("alert.error")} live={false}>
          {t("received-ticket.invalid")}
        </Alert>
      </div>
    );
  }
  const {
    senderName: sender,
    recipientName: recipient,
    ticketHtml,
    isValid,
    pdfPath,
    calendarPath,
  } = received;
  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[48rem] gap-5">
        <div className="grid gap-1">
          <h1 className="text-h1 break-words">{t("received-ticket.title", { sender })}</h1>
          {isValid ? (
            <p data-screen-only className="break-words text-ink-2">
              {t("received-ticket.hint", { recipient })}
            </p>
          ) : null}
        </div>
        <section aria-labelledby="entrance">
          <h2 id="entrance" className="sr-only">
            {t("tickets.entrance")}
          </h2>
          <TicketHtml html={ticketHtml} className="tickets gap-5" />
        </section>
        {/* A ticket that no longer admits says why, and there is nothing to keep. */}
        {isValid ? (
          <nav
            data-screen-only
            aria-label={t("received-ticket.actions")}
            className="flex flex-wrap items-center gap-3"
          >
            {calendarPath ? (
              <a href={calendarPath} download className={buttonClass("secondary")}>
                {t("confirmation.calendar")}
              </a>
            ) : null}
            <a href={pdfPath} download className={buttonClass("secondary")}>
              {t("confirmation.download")}
            </a>
            <ScriptButton className={buttonClass("secondary")} onClick={() => window.print()}>
              {t("confirmation.print")}
            </ScriptButton>
          </nav>
        ) : null}
        {isValid ? (
          <p data-screen-only className="text-sm text-ink-2">
            {t("received-ticket.secret")}
          </p>
        ) : null}
      </div>
    </div>
  );
}
