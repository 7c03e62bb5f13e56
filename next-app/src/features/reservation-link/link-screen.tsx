"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { isUnexpected } from "@/api/outcome";
import type { AccountTicket, Reservation, ReservationTicket } from "@/api/types";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { StepFrame } from "@/parts/reservation-step/step-frame";
import { stepAfter } from "@/parts/reservation-step/steps";
import { pageTexts } from "@/text/areas/page";
import { reservationTexts } from "@/text/areas/reservation";
import { reservationLinkTexts } from "@/text/areas/reservation-link";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { StatusLine } from "@/ui/status-line";
import { AddCard } from "./add-card";
import { OwnList } from "./own-list";
import { addable } from "./own-tickets";
import { benefitKey, type Edits, finalizeBody, isUsed, noEdits, partyError, removalOf } from "./party";
import { People } from "./people";
import { TicketCard } from "./ticket-card";
import { type Add, useParty } from "./use-party";

type Props = {
  /** The reservation read on the server. */
  initial: Reservation;
  /** The account's tickets and passes; empty for a guest. */
  own: AccountTicket[];
  code: string | null;
  /** Whether the visitor came from the review. */
  edits: boolean;
};

/** The party: passes, tickets, and people without a ticket. */
export function LinkScreen({ initial, own, code, edits: returns }: Props) {
  const t = useText(pageTexts, reservationTexts, reservationLinkTexts);
  const router = useRouter();
  const { reservation, reload, change, add, remove, announcement, toasts } = useParty(initial);
  const [edits, setEdits] = useState(noEdits);
  const { problem, setProblem, alert } = useProblem();
  const [busy, setBusy] = useState(false);
  const party = useRef<HTMLHeadingElement>(null);

  const addTicket: Add = (body) => {
    setProblem(null);
    return add(body);
  };

  async function removeTicket(ticket: ReservationTicket) {
    setProblem(null);
    const refusal = await remove(ticket.id);
    if (refusal === null) party.current?.focus();
    else
      setProblem(
        isUnexpected(refusal) ? `${t("reservation-link.not-removed")}. ${refusal.message}` : refusal.message,
      );
  }

  async function submit() {
    const error = partyError(reservation, edits);
    if (error) return setProblem(t(error.textId, { count: error.count ?? 0 }));
    setProblem(null);
    setBusy(true);
    const body = finalizeBody(reservation, edits);
    const outcome = await change((api) => api.POST("/reservation/ticket-finalize", { body }), {
      busy: t("reservation-link.finalizing"),
    });
    if (outcome?.ok) {
      router.push(stepAfter("link", await reload(), returns));
      return;
    }
    setBusy(false);
    if (outcome) setProblem(isUnexpected(outcome) ? t("reservation.error-5") : outcome.message);
  }

  return (
    <StepFrame
      step="link"
      hasAddOns={reservation.hasAddOns}
      title={t("page.reservation-link")}
      intro={t("reservation-link.intro")}
      code={code}
    >
      <OwnList
        tickets={addable(own, reservation.tickets)}
        onAdd={addTicket}
        onAdded={() => party.current?.focus()}
      />
      <AddCard limits={reservation.limits} startsOpen={own.length === 0} onAdd={addTicket} />
      <section className="grid gap-2">
        <h2 ref={party} tabIndex={-1} className="text-2xl">
          {t("reservation-link.list")}
        </h2>
        <StatusLine visible>{announcement}</StatusLine>
        <TicketList reservation={reservation} edits={edits} onEdit={setEdits} onRemove={removeTicket} />
      </section>
      <People reservation={reservation} edits={edits} onEdit={setEdits} />
      <ProblemAlert problem={problem} alert={alert} />
      <BuyBar place="plain">
        <Button busy={busy} onClick={submit} className="ml-auto max-sm:w-full">
          {t(returns ? "reservation.save" : "reservation.continue")}
        </Button>
      </BuyBar>
      {toasts}
    </StepFrame>
  );
}

type TicketListProps = {
  reservation: Reservation;
  edits: Edits;
  onEdit: (edits: Edits) => void;
  onRemove: (ticket: ReservationTicket) => void;
};

/** The tickets and passes of the party, with their benefits. */
function TicketList({ reservation, edits, onEdit, onRemove }: TicketListProps) {
  const t = useText(reservationLinkTexts);
  const { tickets } = reservation;
  return (
    <div className="card overflow-hidden">
      {tickets.length > 0 ? (
        <ul className="divide-y divide-line">
          {tickets.map((ticket) => (
            <TicketCard
              key={ticket.id}
              ticket={ticket}
              removal={removalOf(ticket, reservation)}
              isUsed={(benefit) => isUsed(ticket, benefit, edits)}
              onUse={(benefit, used) =>
                onEdit({ ...edits, used: { ...edits.used, [benefitKey(ticket, benefit)]: used } })
              }
              onRemove={() => onRemove(ticket)}
            />
          ))}
        </ul>
      ) : (
        <p className="p-4 text-ink-2 sm:p-6">{t("reservation-link.empty")}</p>
      )}
    </div>
  );
}
