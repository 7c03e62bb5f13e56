"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { isUnexpected } from "@/api/outcome";
import type { AccountTicket, Reservation, ReservationTicket } from "@/api/types";
import { routes } from "@/lib/routes";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { StepFrame } from "@/parts/reservation-step/step-frame";
import { pathOf, stepAfter } from "@/parts/reservation-step/steps";
import { pageTexts } from "@/text/areas/page";
import { reservationTexts } from "@/text/areas/reservation";
import { reservationLinkTexts } from "@/text/areas/reservation-link";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { textButtonClass } from "@/ui/text-button";
import { AddCard } from "./add-card";
import { OwnList } from "./own-list";
import { ownTickets } from "./own-tickets";
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
  const { reservation, reload, change, add, remove, toasts } = useParty(initial);
  const [edits, setEdits] = useState(noEdits);
  const { problem, setProblem, alert } = useProblem();
  const [busy, setBusy] = useState(false);
  const party = useRef<HTMLHeadingElement>(null);
  const showParty = () => party.current?.focus();

  const addTicket: Add = (body) => {
    setProblem(null);
    return add(body);
  };

  const addOnly = useRef(() => {
    const [only, ...others] = own;
    if (!only || others.length > 0 || initial.tickets.length > 0 || code !== null) return;
    const { barcode, ticketTypeId } = only;
    // If it is refused, it stays in the list, and its button says why.
    void add({ barcode, ticketTypeId, validationData1: undefined });
  });
  // The account's only pass or ticket comes along.
  useEffect(() => addOnly.current(), []);

  async function removeTicket(ticket: ReservationTicket) {
    setProblem(null);
    const refusal = await remove(ticket.id);
    if (refusal === null) showParty();
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
      reservation={reservation}
      title={t("page.reservation-link")}
      intro={t("reservation-link.intro")}
      code={code}
    >
      <Answered reservation={reservation} />
      <OwnList tickets={ownTickets(own, reservation)} onAdd={addTicket} onAdded={showParty} />
      <AddCard
        limits={reservation.limits}
        startsOpen={own.length === 0}
        onAdd={addTicket}
        onAdded={showParty}
      />
      <section className="grid gap-2">
        <h2 ref={party} tabIndex={-1} className="text-2xl">
          {t("reservation-link.list")}
        </h2>
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

/** What the earlier steps have settled, perhaps without asking. */
function Answered({ reservation }: { reservation: Reservation }) {
  const t = useText(reservationLinkTexts);
  const { siteName, firstName, lastName, emailAddress } = reservation;
  return (
    <dl className="card divide-y divide-line px-4 sm:px-6">
      {siteName ? (
        <Answer
          name={t("reservation-link.venue")}
          change={t("reservation-link.change-venue")}
          path={routes.reservationSite()}
        >
          {siteName}
        </Answer>
      ) : null}
      <Answer
        name={t("reservation-link.contact")}
        change={t("reservation-link.change-contact")}
        path={pathOf.begin}
      >
        {firstName} {lastName}, {emailAddress}
      </Answer>
    </dl>
  );
}

type AnswerProps = { name: string; change: string; path: string; children: ReactNode };

function Answer({ name, change, path, children }: AnswerProps) {
  const t = useText(reservationLinkTexts);
  return (
    <div className="py-2">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="flex items-center justify-between gap-4">
        <span className="min-w-0 font-semibold wrap-anywhere">{children}</span>
        <Link
          href={path}
          prefetch={false}
          aria-label={change}
          className={`${textButtonClass} -mr-2 flex-none justify-end`}
        >
          {t("reservation-link.change")}
        </Link>
      </dd>
    </div>
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
