"use client";

import { call } from "@/api/call";
import type { Refusal } from "@/api/outcome";
import type { Reservation } from "@/api/types";
import { useAnnouncement } from "@/parts/announcement/use-announcement";
import { useStep } from "@/parts/reservation-step/use-step";
import { reservationLinkTexts } from "@/text/areas/reservation-link";
import { useText } from "@/text/use-text";
import { type addBody, typeOf } from "./add-fields";

/** Adds a ticket. Returns the refusal, or null if the ticket was added or the refusal redirects. */
export type Add = (body: ReturnType<typeof addBody>) => Promise<Refusal | null>;

/**
 * The party that the server has stored, and the calls that change it. Each success is shown as a toast; the list of
 * the party shows it too.
 */
export function useParty(initial: Reservation) {
  const t = useText(reservationLinkTexts);
  const { reservation, reload, change, redirectOnRefusal } = useStep("link", initial);
  const { announce, toasts } = useAnnouncement();

  const add: Add = async (body) => {
    const outcome = await change((api) => api.POST("/reservation/ticket", { body }), {
      busy: t("reservation-link.adding"),
    });
    if (outcome === null) return null;
    if (!outcome.ok) return outcome;
    await reload();
    await announce(
      t(body.ticketTypeId === typeOf.pass ? "reservation-link.pass-added" : "reservation-link.ticket-added"),
    );
    return null;
  };

  async function remove(id: string): Promise<Refusal | null> {
    const outcome = await call(
      (api) => api.DELETE("/reservation/ticket/{id}", { params: { path: { id } } }),
      { busy: t("reservation-link.removing") },
    );
    // A ticket that was already removed in a different tab is treated as removed.
    const isRemoved = outcome.ok || outcome.status === 404;
    if (!isRemoved && redirectOnRefusal(outcome)) return null;
    await reload();
    if (!isRemoved) return outcome;
    await announce(t("reservation-link.removed"));
    return null;
  }

  return { reservation, reload, change, add, remove, toasts };
}
