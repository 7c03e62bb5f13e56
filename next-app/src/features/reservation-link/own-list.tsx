"use client";

import { useState } from "react";
import type { AccountTicket } from "@/api/types";
import { ticketName } from "@/lib/ticket-name";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { reservationLinkTexts } from "@/text/areas/reservation-link";
import { validityTexts } from "@/text/areas/validity";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import type { Add } from "./use-party";
import { visitDays } from "./visit-days";

type Props = {
  tickets: AccountTicket[];
  onAdd: Add;
  /** Called after the last ticket of the list was added and its button has disappeared. */
  onAdded: () => void;
};

/** The account's tickets and passes, each with a button to add it. */
export function OwnList({ tickets, onAdd, onAdded }: Props) {
  const t = useText(reservationLinkTexts, validityTexts);
  const { problem, setProblem, alert } = useProblem();
  const [adding, setAdding] = useState<string | null>(null);

  async function add({ accountId, barcode, ticketTypeId }: AccountTicket, button: HTMLElement) {
    if (adding !== null) return;
    const next = nextButton(button);
    setProblem(null);
    setAdding(accountId);
    const refusal = await onAdd({ barcode, ticketTypeId, validationData1: undefined });
    setAdding(null);
    if (refusal) setProblem(refusal.message);
    else if (next?.isConnected) next.focus();
    else onAdded();
  }

  if (tickets.length === 0) return null;
  return (
    <section className="card grid gap-2 px-4 py-5 sm:p-6">
      <h2 className="text-2xl">{t("reservation-link.own")}</h2>
      <p className="text-ink-2">{t("reservation-link.own-intro")}</p>
      <ProblemAlert problem={problem} alert={alert} />
      <ul className="divide-y divide-line">
        {tickets.map((ticket) => {
          const { accountId, barcode, productName, variantName, passLevelName, showName } = ticket;
          const { validityStartDate: from, validityEndDate: to, entryTime } = ticket;
          const name = ticketName({ displayName: variantName, effectivePassLevelName: passLevelName });
          const holder = [ticket.firstName, ticket.lastName].filter(Boolean).join(" ");
          return (
            <li key={accountId} className="flex items-center justify-between gap-4 py-3">
              <div className="min-w-0">
                <p className="font-semibold">{holder || productName}</p>
                <p className="text-sm text-ink-2">{holder ? `${productName}, ${name}` : name}</p>
                <p className="figures text-sm text-ink-2">{visitDays(t, { from, to, entryTime })}</p>
                {showName ? <p className="text-sm text-ink-2">{showName}</p> : null}
                <p className="figures text-sm break-all text-ink-2">{barcode}</p>
              </div>
              <Button
                appearance="secondary"
                busy={adding === accountId}
                aria-label={t("reservation-link.own-add-of", {
                  ticket: holder || `${productName}, ${name}`,
                  code: barcode,
                })}
                onClick={(event) => add(ticket, event.currentTarget)}
              >
                {t("reservation-link.own-add")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The button of the next row, or else of the row before. */
function nextButton(button: HTMLElement): HTMLElement | null {
  const row = button.closest("li");
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  return next?.querySelector("button") ?? null;
}
