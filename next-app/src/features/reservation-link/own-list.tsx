"use client";

import { useState } from "react";
import type { AccountTicket } from "@/api/types";
import { ticketName } from "@/lib/ticket-name";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { reservationLinkTexts } from "@/text/areas/reservation-link";
import { validityTexts } from "@/text/areas/validity";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Disclosure } from "@/ui/disclosure";
import type { Add } from "./use-party";
import { visitDays } from "./visit-days";

type Props = {
  /** The tickets that can be added, and those that are valid on other days only. */
  tickets: { valid: AccountTicket[]; otherDays: AccountTicket[] };
  onAdd: Add;
  /** Called after the last ticket of the list was added and its button has disappeared. */
  onAdded: () => void;
};

/** The account's tickets and passes, each with a button to add it. Those for other days are listed below without one. */
export function OwnList({ tickets, onAdd, onAdded }: Props) {
  const t = useText(reservationLinkTexts);
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

  const { valid, otherDays } = tickets;
  if (valid.length === 0 && otherDays.length === 0) return null;
  return (
    <section className="card grid gap-2 px-4 py-5 sm:p-6">
      <h2 className="text-2xl">{t("reservation-link.own")}</h2>
      {valid.length > 0 ? <p className="text-ink-2">{t("reservation-link.own-intro")}</p> : null}
      <ProblemAlert problem={problem} alert={alert} />
      {valid.length > 0 ? (
        <ul className="divide-y divide-line">
          {valid.map((ticket) => (
            <li key={ticket.accountId} className="flex items-center justify-between gap-4 py-3">
              <OwnTicket ticket={ticket} />
              <Button
                appearance="secondary"
                busy={adding === ticket.accountId}
                aria-label={t("reservation-link.own-add-of", {
                  ticket: holderOf(ticket) || kindOf(ticket),
                  code: ticket.barcode,
                })}
                onClick={(event) => add(ticket, event.currentTarget)}
              >
                {t("reservation-link.own-add")}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {otherDays.length > 0 ? (
        <Disclosure title={t("reservation-link.own-other-days")} open={valid.length === 0}>
          <ul className="divide-y divide-line">
            {otherDays.map((ticket) => (
              <li key={ticket.accountId} className="py-3">
                <OwnTicket ticket={ticket} />
              </li>
            ))}
          </ul>
        </Disclosure>
      ) : null}
    </section>
  );
}

/** Whose the ticket is, what it is for, when it is valid, and its code. */
function OwnTicket({ ticket }: { ticket: AccountTicket }) {
  const t = useText(reservationLinkTexts, validityTexts);
  const { validityStartDate: from, validityEndDate: to, entryTime, showName } = ticket;
  const holder = holderOf(ticket);
  return (
    <div className="min-w-0">
      <p className="font-semibold">{holder || ticket.productName}</p>
      <p className="text-sm text-ink-2">{holder ? kindOf(ticket) : nameOf(ticket)}</p>
      <p className="figures text-sm text-ink-2">{visitDays(t, { from, to, entryTime })}</p>
      {showName ? <p className="text-sm text-ink-2">{showName}</p> : null}
      <p className="figures text-sm break-all text-ink-2">{ticket.barcode}</p>
    </div>
  );
}

function holderOf({ firstName, lastName }: AccountTicket): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}

function nameOf({ variantName, passLevelName }: AccountTicket): string {
  return ticketName({ displayName: variantName, effectivePassLevelName: passLevelName });
}

function kindOf(ticket: AccountTicket): string {
  return `${ticket.productName}, ${nameOf(ticket)}`;
}

/** The button of the next row, or else of the row before. */
function nextButton(button: HTMLElement): HTMLElement | null {
  const row = button.closest("li");
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  return next?.querySelector("button") ?? null;
}
