"use client";

import { useEffect, useRef, useState } from "react";
import type { Order } from "@/api/types";
import { routes } from "@/lib/routes";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";
import { Button, buttonClass } from "@/ui/button";
import { ResendEmail } from "./resend-email";

/**
 * The tickets, and the buttons that show, download and print them and send the confirmation again. The tickets are in
 * the page from the start, so that they can be printed without opening them and read without scripts. The first button
 * only expands them on screen.
 */
export function OrderActions({
  order,
  ticketsHtml,
  reload,
}: {
  order: Order;
  ticketsHtml: string | null;
  reload: () => void;
}) {
  const t = useText(confirmationTexts);
  const [open, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!open) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start" });
  }, [open]);

  return (
    <>
      <nav data-screen-only aria-label={t("confirmation.actions")} className="flex flex-wrap gap-3">
        {ticketsHtml === null ? null : (
          <Button
            className="max-sm:w-full"
            aria-expanded={open}
            aria-controls="tickets"
            onClick={() => setOpen(!open)}
          >
            {open ? t("confirmation.hide-tickets") : t("confirmation.view-tickets")}
          </Button>
        )}
        {ticketsHtml === null ? null : (
          <a href={routes.ticketsPdf(order.id)} download className={buttonClass("secondary")}>
            {t("confirmation.download")}
          </a>
        )}
        <Button appearance="secondary" onClick={() => window.print()}>
          {t("confirmation.print")}
        </Button>
        {order.allowConfirmationResend ? <ResendEmail order={order} onResent={reload} /> : null}
      </nav>
      {ticketsHtml === null ? null : (
        <section
          id="tickets"
          data-open={open}
          className="tickets scroll-mt-4 gap-4"
          aria-labelledby="tickets-title"
        >
          <div className="grid gap-1">
            <h2 id="tickets-title" ref={heading} tabIndex={-1} className="text-h2">
              {t("confirmation.tickets")}
            </h2>
            <p data-screen-only className="text-ink-2">
              {t("confirmation.tickets-hint")}
            </p>
          </div>
          <div className="grid gap-4" dangerouslySetInnerHTML={{ __html: ticketsHtml }} />
        </section>
      )}
    </>
  );
}
