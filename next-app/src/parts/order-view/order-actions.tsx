"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import type { Order } from "@/api/types";
import { routes } from "@/lib/routes";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";
import { Button, buttonClass } from "@/ui/button";
import { hasOwnTickets } from "./bought";
import { ResendEmail } from "./resend-email";

type Props = {
  order: Order;
  hasTickets: boolean;
  /** Whether the tickets are expanded. */
  open: boolean;
  onToggle: () => void;
  reload: () => void;
  /** The buttons that change the order. */
  changes: ReactNode;
};

/**
 * The next step of an order, and the buttons that show, change, download and print its tickets, add its visits to a
 * calendar and send the confirmation again. The next step is to reserve a visit if the order's passes need that, or else to see the tickets.
 */
export function OrderActions({ order, hasTickets, open, onToggle, reload, changes }: Props) {
  const t = useText(confirmationTexts);
  const reserves = order.passesReserveVisits && order.reservationId === undefined;
  const what = order.ticketsArePasses ? "passes" : "tickets";
  const passes = order.items.filter((item) => item.productVariantIsPass).length;
  return (
    <div data-screen-only className="grid gap-3">
      {reserves ? (
        <p className="font-semibold">
          {t(passes > 1 ? "confirmation.reserve-hint" : "confirmation.reserve-hint-one")}
        </p>
      ) : null}
      <nav
        aria-label={t(order.ticketsArePasses ? "confirmation.pass-actions" : "confirmation.actions")}
        className="grid grid-cols-2 gap-3 max-sm:*:px-2 sm:flex sm:flex-wrap"
      >
        {reserves ? (
          <Link
            href={routes.reservationBegin()}
            prefetch={false}
            className={`${buttonClass("primary")} max-sm:col-span-2`}
          >
            {t("confirmation.reserve")}
          </Link>
        ) : null}
        {hasTickets ? (
          <Button
            appearance={reserves ? "secondary" : "primary"}
            className="max-sm:col-span-2"
            aria-expanded={open}
            aria-controls="tickets"
            onClick={onToggle}
          >
            {t(open ? `confirmation.hide-${what}` : `confirmation.view-${what}`)}
          </Button>
        ) : null}
        {changes}
        {hasTickets && hasOwnTickets(order) ? (
          <>
            {order.hasCalendar ? (
              <a href={routes.orderCalendar(order.id)} download className={buttonClass("secondary")}>
                {t("confirmation.calendar")}
              </a>
            ) : null}
            <a href={routes.ticketsPdf(order.id)} download className={buttonClass("secondary")}>
              {t(order.ticketsArePasses ? "confirmation.download-passes" : "confirmation.download")}
            </a>
          </>
        ) : null}
        <Button appearance="secondary" onClick={() => window.print()}>
          {t("confirmation.print")}
        </Button>
        {order.allowConfirmationResend ? <ResendEmail order={order} onResent={reload} /> : null}
      </nav>
    </div>
  );
}
