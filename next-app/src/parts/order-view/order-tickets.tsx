"use client";

import { useEffect, useRef } from "react";
import { TicketHtml } from "@/parts/ticket-html/ticket-html";
import type { Translate } from "@/text/texts";

/**
 * The tickets of an order. They are in the page from the start, so that they can be printed without opening them and
 * read without scripts. `open` only expands them on screen.
 */
export function OrderTickets({
  t,
  html,
  arePasses,
  open,
}: {
  t: Translate<"confirmation">;
  html: string;
  /** Whether all tickets are passes, which the heading then calls them. */
  arePasses: boolean;
  open: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!open) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start" });
  }, [open]);

  return (
    <section id="tickets" data-open={open} className="tickets gap-4" aria-labelledby="tickets-title">
      <div className="grid gap-1">
        <h2 id="tickets-title" ref={heading} tabIndex={-1} className="scroll-mt-4 text-h2">
          {t(arePasses ? "confirmation.passes" : "confirmation.tickets")}
        </h2>
        <p data-screen-only className="text-ink-2">
          {t("confirmation.tickets-hint")}
        </p>
      </div>
      <TicketHtml html={html} className="grid gap-4" />
    </section>
  );
}
