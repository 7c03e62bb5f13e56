"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { call } from "@/api/call";
import type { Refusal } from "@/api/outcome";
import { keys, useApi } from "@/api/swr";
import type { Reservation, ReservationItem } from "@/api/types";
import { routes } from "@/lib/routes";
import { visitWhen, visitWhenShort } from "@/lib/visit-when";
import type { Ask } from "@/parts/confirm-dialog/use-question";
import type { Chosen } from "@/parts/visit-chooser/entry-dialog";
import { reservationMyTexts } from "@/text/areas/reservation-my";
import { useText } from "@/text/use-text";

export type MyReservation = Reservation & { id: string };

/** The result of the last change. */
export type Result = { tone: "success" | "error"; message: string };

type Options = { initial: MyReservation; items: ReservationItem[]; ask: Ask };

/**
 * The state of a confirmed or cancelled reservation, and the actions that move it to a different date and cancel it.
 */
export function useMyReservation({ initial, items: firstItems, ask }: Options) {
  const t = useText(reservationMyTexts);
  const router = useRouter();
  const { id } = initial;
  const path = { path: { id } };
  const { data: reservation = initial, mutate } = useApi<Reservation>(
    keys.myReservation(id),
    (api) => api.GET("/reservation/my/{id}", { params: path }),
    { fallbackData: initial },
  );
  const { data: items = firstItems, mutate: mutateItems } = useApi<ReservationItem[]>(
    keys.myReservationItems(id),
    (api) => api.GET("/reservation/my/{id}/item", { params: path }),
    { fallbackData: firstItems },
  );
  const [isMoving, setMoving] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  // Whether this page has just cancelled the reservation. Its heading then says so.
  const [hasCancelled, setHasCancelled] = useState(false);
  // Whether this page has just moved the visit. Its heading then says so.
  const [hasMoved, setHasMoved] = useState(false);

  async function show(shown: Result | null) {
    const [read] = await Promise.all([mutate(), mutateItems()]);
    setMoving(false);
    setResult(shown);
    return read;
  }

  /** Redirects and returns true if the visitor is no longer allowed to see the reservation. */
  function redirectOnRefusal({ status }: Refusal): boolean {
    if (status !== 404) return false;
    router.push(routes.reservationBegin(8));
    return true;
  }

  async function move(body: Chosen): Promise<Refusal | null> {
    const outcome = await call((api) => api.PUT("/reservation/my/{id}/performance", { params: path, body }), {
      busy: t("reservation-my.moving"),
    });
    if (!outcome.ok) return redirectOnRefusal(outcome) ? null : outcome;
    const from = reservation.visit;
    const to = (await show(null))?.visit;
    setHasMoved(true);
    if (from && to) {
      const [before, after] = [visitWhenShort(from), visitWhenShort(to)];
      const message =
        before === after
          ? t("reservation-my.party-changed", { when: after })
          : t("reservation-my.moved", { from: before, to: after });
      setResult({ tone: "success", message });
    }
    return null;
  }

  async function cancel() {
    setResult(null);
    const { visit, code = "", orderId } = reservation;
    const when = visit ? visitWhen(visit) : "";
    const sure = await ask({
      title: t("reservation-my.cancel-title"),
      message: [
        t("reservation-my.cancel-words", { when, code }),
        orderId ? t("reservation-my.cancel-bought") : "",
      ].filter(Boolean),
      proceedText: t("reservation-my.cancel-proceed"),
      cancelText: t("reservation-my.cancel-keep"),
      isDestructive: true,
    });
    if (!sure) return;
    const outcome = await call((api) => api.DELETE("/reservation/my/{id}", { params: path }), {
      busy: t("reservation-my.cancelling"),
    });
    if (!outcome.ok && redirectOnRefusal(outcome)) return;
    await show(outcome.ok ? null : { tone: "error", message: outcome.message });
    setHasCancelled(outcome.ok);
  }

  return {
    reservation,
    items,
    result,
    hasCancelled,
    hasMoved,
    isMoving,
    toggleMoving() {
      setResult(null);
      setMoving(!isMoving);
    },
    stopMoving: () => setMoving(false),
    redirectOnRefusal,
    move,
    cancel,
  };
}

export type MyReservationState = ReturnType<typeof useMyReservation>;
