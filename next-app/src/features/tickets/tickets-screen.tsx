"use client";

import Link from "next/link";
import { routes } from "@/lib/routes";
import { TicketHtml } from "@/parts/ticket-html/ticket-html";
import { ticketsTexts } from "@/text/areas/tickets";
import { useText } from "@/text/use-text";
import { Button, buttonClass } from "@/ui/button";
import { StatusLine } from "@/ui/status-line";
import { SavedCopyNote, useSavedPage } from "./saved-copy";
import { useScreenAwake } from "./use-screen-awake";

/** The text that is the page's title: tickets of an order, one ticket or one pass. */
export type TicketsTitle = "tickets.title" | "tickets.title-ticket" | "tickets.title-pass";

type Props = {
  title: TicketsTitle;
  /** The tickets as HTML from the API. */
  html: string;
  /** The order whose files can be downloaded; null for a single ticket. */
  files: { orderId: string; hasCalendar: boolean } | null;
};

/** Tickets to be scanned from the screen or printed. */
export function TicketsScreen({ title, html, files }: Props) {
  const t = useText(ticketsTexts);
  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[48rem] gap-5">
        <h1 className="text-h1">{t(title)}</h1>
        {html === "" ? (
          <>
            <p className="text-lg text-ink-2">{t("tickets.none")}</p>
            <p>
              <ReturnLink />
            </p>
          </>
        ) : (
          <Tickets html={html} files={files} />
        )}
      </div>
    </div>
  );
}

function Tickets({ html, files }: Omit<Props, "title">) {
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
        {files?.hasCalendar ? (
          <a href={routes.orderCalendar(files.orderId)} download className={buttonClass("secondary")}>
            {t("tickets.calendar")}
          </a>
        ) : null}
        {files ? (
          <a href={routes.ticketsPdf(files.orderId)} download className={buttonClass("secondary")}>
            {t("tickets.download")}
          </a>
        ) : null}
        <Button appearance="secondary" onClick={() => window.print()}>
          {t("tickets.print")}
        </Button>
        <ReturnLink />
      </div>
    </>
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
