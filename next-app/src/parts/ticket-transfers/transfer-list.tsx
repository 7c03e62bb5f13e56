"use client";

import { useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import { keys, useApi } from "@/api/swr";
import type { OwnedTicket } from "@/api/types";
import { formatDay } from "@/lib/dates";
import { RetryAlert } from "@/parts/error-summary/retry-alert";
import { addressTexts } from "@/text/areas/address";
import { alertTexts } from "@/text/areas/alert";
import { ticketTransferTexts } from "@/text/areas/ticket-transfer";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { useMoveFocus } from "@/ui/use-move-focus";
import { RenameForm } from "./rename-form";
import { SecretLink } from "./secret-link";
import { SendForm } from "./send-form";

type Props = {
  orderId: string;
  /** The name of the buyer, which the form to send a ticket suggests. */
  buyerName: string;
  /** Called after a ticket was sent or got a fresh code, so that the page shows it. */
  onChanged: () => void;
};

type Deed = "send" | "take-back" | "fresh-code" | "rename";

/** The name attribute of the button that opens a deed. The list uses it to move focus back to the button. */
const openerOf = (ticketId: string, deed: Deed): string => `${deed}.${ticketId}`;

/** The valid tickets of an order, each with what can be done with it. */
export default function TransferList({ orderId, buyerName, onChanged }: Props) {
  const t = useText(addressTexts, alertTexts, ticketTransferTexts);
  const {
    data: tickets,
    error,
    mutate,
  } = useApi(keys.ownedTickets(orderId), (api) =>
    api.GET("/transfer/order/{id}", { params: { path: { id: orderId } } }),
  );
  const [open, setOpen] = useState<{ ticketId: string; deed: Deed } | null>(null);
  const [done, setDone] = useState<{ ticketId: string; text: string } | null>(null);
  const moveFocus = useMoveFocus();

  if (error) return <RetryAlert message={error.message} onRetry={() => void mutate()} />;
  if (!tickets) return <div className="skeleton h-28" />;

  function finish(deed: Deed, ticket: OwnedTicket, email?: string) {
    setOpen(null);
    setDone({ ticketId: ticket.id, text: doneText(t, deed, ticket, email) });
    void mutate();
    onChanged();
  }

  function cancel(ticketId: string, deed: Deed) {
    setOpen(null);
    moveFocus({ name: openerOf(ticketId, deed) });
  }

  return (
    <div className="grid gap-3">
      {tickets.length === 0 ? <p>{t("ticket-transfer.none")}</p> : null}
      <ul className="grid">
        {tickets.map((ticket) => {
          const deed = open?.ticketId === ticket.id ? open.deed : null;
          return (
            <li key={ticket.id} className="grid gap-3 border-t border-line py-4 first:border-t-0 first:pt-0">
              <TicketFacts t={t} ticket={ticket} />
              {done?.ticketId === ticket.id ? <Done t={t} text={done.text} /> : null}
              <OpenDeed
                t={t}
                orderId={orderId}
                buyerName={buyerName}
                ticket={ticket}
                deed={deed}
                onDone={finish}
                onClose={() => deed && cancel(ticket.id, deed)}
              />
              {deed === null && (!ticket.locked || ticket.canBeSent) ? (
                <Deeds
                  t={t}
                  ticket={ticket}
                  onOpen={(deed) => {
                    setDone(null);
                    setOpen({ ticketId: ticket.id, deed });
                  }}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type T = Translate<"address" | "alert" | "ticket-transfer">;

/** What was done with a ticket. It takes the focus, because the pressed button has disappeared. */
function Done({ t, text }: { t: T; text: string }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert ref={alert} tone="success" label={t("alert.success")}>
      {text}
    </Alert>
  );
}

function nameOf({ name, soldAs, place }: OwnedTicket): string {
  return [name, soldAs, place].filter(Boolean).join(", ");
}

function doneText(t: T, deed: Deed, { holder, sent }: OwnedTicket, email?: string): string {
  const name = sent?.recipientName ?? "";
  if (deed === "send" && email) return t("ticket-transfer.was-emailed", { name, email });
  if (deed === "send") return t("ticket-transfer.was-sent", { name });
  if (deed === "rename") return t("ticket-transfer.was-renamed", { name: holder?.name ?? "" });
  return t(deed === "take-back" ? "ticket-transfer.was-taken-back" : "ticket-transfer.was-renewed");
}

function TicketFacts({ t, ticket }: { t: T; ticket: OwnedTicket }) {
  const { holder, sent } = ticket;
  return (
    <div className="grid min-w-0 gap-1 break-words">
      <p className="font-semibold">{nameOf(ticket)}</p>
      <p className="text-sm text-ink-2">
        {[ticket.when, ticket.mediaCode && t("ticket-transfer.code", { code: ticket.mediaCode })]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {holder ? <p>{t("ticket-transfer.holder", { label: holder.label, name: holder.name })}</p> : null}
      {ticket.locked ? <p className="text-sm text-ink-2">{ticket.locked}</p> : null}
      {holder?.locked && holder.locked !== ticket.locked ? (
        <p className="text-sm text-ink-2">{holder.locked}</p>
      ) : null}
      {sent ? (
        <>
          <p>
            {t("ticket-transfer.sent", {
              name: sent.recipientName,
              day: formatDay(sent.sentAt.slice(0, 10)),
            })}
          </p>
          <SecretLink t={t} name={sent.recipientName} path={sent.path} />
        </>
      ) : null}
    </div>
  );
}

function Deeds({ t, ticket, onOpen }: { t: T; ticket: OwnedTicket; onOpen: (deed: Deed) => void }) {
  // Tickets without a place differ only in their codes, or in the people who have them.
  const mark = ticket.mediaCode ? `…${ticket.mediaCode.slice(-4)}` : ticket.sent?.recipientName;
  const name = [nameOf(ticket), ticket.place ? "" : mark].filter(Boolean).join(", ");
  return (
    <div className="flex flex-wrap gap-3">
      {ticket.sent && !ticket.locked ? (
        <Button
          appearance="secondary"
          name={openerOf(ticket.id, "take-back")}
          aria-label={t("ticket-transfer.take-back-of", { ticket: name })}
          onClick={() => onOpen("take-back")}
        >
          {t("ticket-transfer.take-back")}
        </Button>
      ) : ticket.canBeSent && !ticket.sent ? (
        <Button
          appearance="secondary"
          name={openerOf(ticket.id, "send")}
          aria-label={t("ticket-transfer.send-of", { ticket: name })}
          onClick={() => onOpen("send")}
        >
          {t("ticket-transfer.send")}
        </Button>
      ) : null}
      {ticket.holder && !ticket.holder.locked && !ticket.sent ? (
        <Button
          appearance="secondary"
          name={openerOf(ticket.id, "rename")}
          aria-label={t("ticket-transfer.rename-of", { ticket: name })}
          onClick={() => onOpen("rename")}
        >
          {t("ticket-transfer.rename")}
        </Button>
      ) : null}
      {ticket.locked ? null : (
        <Button
          appearance="secondary"
          name={openerOf(ticket.id, "fresh-code")}
          aria-label={t("ticket-transfer.fresh-of", { ticket: name })}
          onClick={() => onOpen("fresh-code")}
        >
          {t("ticket-transfer.fresh")}
        </Button>
      )}
    </div>
  );
}

type OpenProps = {
  t: T;
  orderId: string;
  buyerName: string;
  ticket: OwnedTicket;
  deed: Deed | null;
  /** `email` is the address to which a ticket was sent. */
  onDone: (deed: Deed, ticket: OwnedTicket, email?: string) => void;
  onClose: () => void;
};

function OpenDeed({ t, orderId, buyerName, ticket, deed, onDone, onClose }: OpenProps) {
  if (deed === null) return null;
  if (deed === "send")
    return (
      <SendForm
        orderId={orderId}
        ticketId={ticket.id}
        isUnused={!ticket.locked}
        buyerName={buyerName}
        onSent={(sent, email) => onDone("send", sent, email)}
        onClose={onClose}
      />
    );
  if (deed === "rename")
    return ticket.holder ? (
      <RenameForm
        orderId={orderId}
        ticketId={ticket.id}
        holder={ticket.holder}
        onRenamed={(renamed) => onDone("rename", renamed)}
        onClose={onClose}
      />
    ) : null;
  return <Confirmation {...{ t, orderId, ticket, deed, onDone, onClose }} />;
}

/** What a deed does, and the button that does it. */
function Confirmation({
  t,
  orderId,
  ticket,
  deed,
  onDone,
  onClose,
}: Omit<OpenProps, "buyerName"> & { deed: Deed }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isBack = deed === "take-back";

  async function act() {
    setBusy(true);
    setProblem(null);
    const body = { extOrderId: orderId, ticketId: ticket.id };
    const outcome = await call((api) =>
      isBack ? api.POST("/transfer/take-back", { body }) : api.POST("/transfer/fresh-code", { body }),
    );
    setBusy(false);
    if (!outcome.ok) return setProblem(outcome.message);
    if (outcome.answer.value) onDone(deed, outcome.answer.value);
  }

  return (
    <div className="grid gap-3 rounded-field bg-sunken p-4">
      <p>{t(isBack ? "ticket-transfer.take-back-hint" : "ticket-transfer.fresh-hint")}</p>
      {problem ? (
        <Alert tone="error" label={t("ticket-transfer.problem")}>
          {problem}
        </Alert>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button autoFocus busy={busy} onClick={act}>
          {t(isBack ? "ticket-transfer.confirm-take-back" : "ticket-transfer.confirm-fresh")}
        </Button>
        <Button appearance="secondary" onClick={onClose}>
          {t("ticket-transfer.cancel")}
        </Button>
      </div>
    </div>
  );
}
