"use client";

import Link from "next/link";
import { routes } from "@/lib/routes";
import { TicketHtml } from "@/parts/ticket-html/ticket-html";
import { alertTexts } from "@/text/areas/alert";
import { ticketsTexts } from "@/text/areas/tickets";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { StatusLine } from "@/ui/status-line";
import { SavedCopyNote, useSavedPage } from "./saved-copy";
import { useScreenAwake } from "./use-screen-awake";

/** The text that is the page's title: tickets of an order, one ticket or one pass. */
export type TicketsTitle = "tickets.title" | "tickets.title-ticket" | "tickets.title-pass";

export type Shown = {
  /** The tickets as HTML from the API. */
  html: string;
  /** Whether the buyer shows a code of them, or all were sent to others, or none is valid any more. */
  use: "own" | "sent" | "ended";
  /** The order of the tickets, in which they can be sent and taken back; null if there is none or it is not known. */
  orderId: string | null;
  /** The files of the order that can be downloaded; null for a single ticket, and if there are none. */
  files: { hasCalendar: boolean } | null;
};

/** Tickets to be scanned from the screen or printed. */
export function TicketsScreen({ title, ...shown }: Shown & { title: TicketsTitle }) {
  const t = useText(ticketsTexts);
  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[48rem] gap-5">
        <h1 className="text-h1">{t(title)}</h1>
        {shown.html === "" ? (
          <>
            <p className="text-lg text-ink-2">{t("tickets.none")}</p>
            <p>
              <ReturnLink />
            </p>
          </>
        ) : shown.use === "own" ? (
          <Tickets {...shown} />
        ) : (
          <UselessTickets {...shown} title={title} />
        )}
      </div>
    </div>
  );
}

function Tickets({ html, orderId, files }: Shown) {
  const t = useText(ticketsTexts);
  const awake = useScreenAwake();
  const saved = useSavedPage();
  return (
    <>
      <SavedCopyNote />
      <section aria-labelledby="entrance">
        <h2 id="entrance" className="sr-only">
          {t("tickets.entrance")}
        </h2>
        <TicketHtml html={html} className="tickets gap-5" />
      </section>
      <div data-screen-only className="grid gap-1">
        <p className="text-sm text-ink-2">{t("tickets.hint")}</p>
        <StatusLine visible>{awake ? t("tickets.awake") : ""}</StatusLine>
        <StatusLine visible>{saved ? t("tickets.saved") : ""}</StatusLine>
      </div>
      <div data-screen-only className="flex flex-wrap items-center gap-3">
        {files?.hasCalendar && orderId ? (
          <a href={routes.orderCalendar(orderId)} download className={buttonClass("secondary")}>
            {t("tickets.calendar")}
          </a>
        ) : null}
        {files && orderId ? (
          <a href={routes.ticketsPdf(orderId)} download className={buttonClass("secondary")}>
            {t("tickets.download")}
          </a>
        ) : null}
        <Button appearance="secondary" onClick={() => window.print()}>
          {t("tickets.print")}
        </Button>
        <OrderLink orderId={orderId} />
        <ReturnLink />
      </div>
    </>
  );
}

/**
 * Tickets without a code: nothing of them is to be shown at an entrance or printed. The page takes the place of the copy with
 * codes that this browser may have saved before.
 */
function UselessTickets({ title, html, use, orderId }: Shown & { title: TicketsTitle }) {
  const t = useText(alertTexts, ticketsTexts);
  useSavedPage();
  const isOne = title !== "tickets.title";
  const note =
    use === "sent"
      ? t(isOne ? "tickets.sent-one" : "tickets.sent")
      : t(isOne ? "tickets.ended-one" : "tickets.ended");
  return (
    <>
      <SavedCopyNote />
      <Alert tone={use === "sent" ? "info" : "warning"} label={t("alert.info")} live={false}>
        {note}
      </Alert>
      <div data-screen-only className="flex flex-wrap items-center gap-3">
        <OrderLink orderId={orderId} />
        <ReturnLink />
      </div>
      <TicketHtml html={html} className="tickets gap-5" />
    </>
  );
}

function OrderLink({ orderId }: Pick<Shown, "orderId">) {
  const t = useText(ticketsTexts);
  return orderId === null ? null : (
    <Link href={routes.myOrder(orderId)} prefetch={false} className={buttonClass("secondary")}>
      {t("tickets.order")}
    </Link>
  );
}

function ReturnLink() {
  const t = useText(ticketsTexts);
  return (
    <Link href={routes.profile()} prefetch={false} className={buttonClass("secondary")}>
      {t("tickets.return")}
    </Link>
  );
}
