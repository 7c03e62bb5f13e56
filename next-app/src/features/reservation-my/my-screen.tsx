"use client";

import Link from "next/link";
import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import type { ReservationItem } from "@/api/types";
import { routes } from "@/lib/routes";
import { deadlineOf, visitWhen } from "@/lib/visit-when";
import { preloadQuestion, useQuestion } from "@/parts/confirm-dialog/use-question";
import { ItemRows } from "@/parts/reservation-rows/item-rows";
import type { ReadDates } from "@/parts/visit-chooser/visit-calendar";
import { alertTexts } from "@/text/areas/alert";
import { reservationMyTexts } from "@/text/areas/reservation-my";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { CodeCard } from "./code-card";
import {
  type MyReservation,
  type MyReservationState,
  type Result,
  useMyReservation,
} from "./use-my-reservation";

/** The calendar is loaded on demand, because most visits are never moved. */
const VisitChooser = lazy(() => import("@/parts/visit-chooser/visit-chooser"));

type Props = {
  initial: MyReservation;
  items: ReservationItem[];
  /** Where the visit is; shown unless the reservation is cancelled. */
  venue: ReactNode;
};

/** A confirmed or cancelled reservation: its code for the gate, and what can still be changed. */
export function MyScreen({ initial, items: firstItems, venue }: Props) {
  const t = useText(reservationMyTexts);
  const { ask, question } = useQuestion();
  const state = useMyReservation({ initial, items: firstItems, ask });
  const { reservation, result, isMoving } = state;
  return (
    <article className="frame">
      <div className="mx-auto grid max-w-[44rem] gap-6">
        {result ? <ResultAlert result={result} /> : null}
        <CodeCard reservation={reservation} hasCancelled={state.hasCancelled} hasMoved={state.hasMoved} />
        <People state={state} />
        {reservation.state === "cancelled" ? (
          <Link
            href={routes.reservationBegin()}
            prefetch={false}
            className={`${buttonClass("primary")} justify-self-start`}
          >
            {t("reservation-my.begin")}
          </Link>
        ) : (
          <ChangeCard state={state} />
        )}
        {isMoving ? <Mover id={initial.id} state={state} /> : null}
        {reservation.state === "cancelled" ? null : venue}
      </div>
      {question}
    </article>
  );
}

/** The result of the last change. It receives focus. */
function ResultAlert({ result }: { result: Result }) {
  const t = useText(alertTexts);
  const alert = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new result receives focus
  useEffect(() => alert.current?.focus(), [result]);
  return (
    <Alert
      ref={alert}
      tone={result.tone}
      label={t(result.tone === "error" ? "alert.error" : "alert.success")}
    >
      {result.message}
    </Alert>
  );
}

type StateProps = { state: MyReservationState };

function People({ state: { reservation, items } }: StateProps) {
  const t = useText(reservationMyTexts);
  return (
    <section className="card grid gap-1 p-4 sm:p-6">
      <h2 className="text-lg">{t("reservation-my.people")}</h2>
      <ItemRows items={items} />
      {reservation.orderId && reservation.accountsOwn ? (
        <Link
          href={routes.myOrder(reservation.orderId)}
          prefetch={false}
          className="inline-flex min-h-11 items-center justify-self-start underline"
        >
          {t("reservation-my.order")}
        </Link>
      ) : null}
    </section>
  );
}

/** The time until which the reservation can be changed, and the buttons that change it. */
function ChangeCard({ state: { reservation, isMoving, toggleMoving, cancel } }: StateProps) {
  const t = useText(reservationMyTexts);
  const { changeUntil, changeable } = reservation;
  return (
    <section data-screen-only className="card grid gap-3 p-4 sm:p-6">
      <h2 className="text-lg">{t("reservation-my.change")}</h2>
      {changeUntil ? (
        <p className="figures text-ink-2">
          {t(
            changeable ? "reservation-my.change-until" : "reservation-my.change-ended",
            deadlineOf(changeUntil),
          )}
        </p>
      ) : null}
      {changeable ? (
        <div className="flex flex-wrap gap-3">
          <Button appearance="secondary" aria-expanded={isMoving} onClick={toggleMoving}>
            {t(isMoving ? "reservation-my.keep" : "reservation-my.move")}
          </Button>
          <Button
            appearance="danger"
            onPointerEnter={preloadQuestion}
            onFocus={preloadQuestion}
            onClick={cancel}
          >
            {t("reservation-my.cancel")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** The calendar in which a different date is chosen. It receives focus when it opens. */
function Mover({ id, state }: StateProps & { id: string }) {
  const t = useText(reservationMyTexts);
  const { reservation, items, move, redirectOnRefusal, stopMoving } = state;
  const { propertyId, propertyName, settings, visit } = reservation;
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  if (!propertyId) return null;
  const readDates: ReadDates = (query) => (api) =>
    api.GET("/reservation/my/{id}/performance", { params: { path: { id }, query } });
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="move-title"
      className="card grid gap-3 p-4 outline-none sm:p-6"
    >
      <h2 id="move-title" className="text-lg">
        {t("reservation-my.move")}
      </h2>
      {items.some(({ kind, date }) => kind === "addOn" && date) ? (
        <p className="text-ink-2">{t("reservation-my.move-bought")}</p>
      ) : null}
      <Suspense fallback={<div className="skeleton h-96" />}>
        <VisitChooser
          reservationId={id}
          propertyId={propertyId}
          parkName={propertyName ?? ""}
          read={readDates}
          settings={settings}
          present={visit}
          moved={visit && visitWhen(visit)}
          choose={move}
          redirectOnRefusal={redirectOnRefusal}
          noDates={{ proceedText: t("reservation-my.keep"), onProceed: stopMoving }}
        />
      </Suspense>
    </section>
  );
}
