"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import type { Refusal } from "@/api/outcome";
import { keys, useApi } from "@/api/swr";
import type { Reservation, ReservationItem } from "@/api/types";
import { formatDay, formatTime } from "@/lib/dates";
import { routes } from "@/lib/routes";
import { visitWhen } from "@/lib/visit-when";
import { preloadQuestion, useQuestion } from "@/parts/confirm-dialog/use-question";
import { ItemRows } from "@/parts/reservation-rows/item-rows";
import type { Chosen } from "@/parts/visit-chooser/entry-dialog";
import type { ReadDates } from "@/parts/visit-chooser/visit-calendar";
import { alertTexts } from "@/text/areas/alert";
import { reservationMyTexts } from "@/text/areas/reservation-my";
import { visitTexts } from "@/text/areas/visit";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { CodeCard } from "./code-card";

/** Loaded on demand, because most visits are never moved. */
const VisitChooser = lazy(() => import("@/parts/visit-chooser/visit-chooser"));

type Props = { initial: Reservation & { id: string }; items: ReservationItem[] };

type Said = { tone: "success" | "error"; words: string };

/** A confirmed reservation: its code for the gate, and what can still be changed. */
export function MyScreen({ initial, items: firstItems }: Props) {
  const t = useText(alertTexts, reservationMyTexts, visitTexts);
  const router = useRouter();
  const { ask, question } = useQuestion();
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
  const [said, setSaid] = useState<Said | null>(null);
  const told = useRef<HTMLDivElement>(null);
  const mover = useRef<HTMLElement>(null);
  const { visit, propertyId, changeUntil } = reservation;
  const isCancelled = reservation.state === "cancelled";
  const readDates: ReadDates = (query) => (api) =>
    api.GET("/reservation/my/{id}/performance", { params: { ...path, query } });

  useEffect(() => {
    if (said !== null) told.current?.focus();
  }, [said]);
  useEffect(() => {
    if (isMoving) mover.current?.focus();
  }, [isMoving]);

  const reload = () => Promise.all([mutate(), mutateItems()]);

  /** Whether the visitor may no longer see the reservation. */
  function leaves({ status }: Refusal): boolean {
    if (status !== 404) return false;
    router.push(routes.reservationBegin(8));
    return true;
  }

  async function move(body: Chosen): Promise<Refusal | null> {
    const outcome = await call((api) => api.PUT("/reservation/my/{id}/performance", { params: path, body }), {
      busy: t("reservation-my.moving"),
    });
    if (!outcome.ok) return leaves(outcome) ? null : outcome;
    await reload();
    setMoving(false);
    setSaid({ tone: "success", words: t("reservation-my.moved") });
    return null;
  }

  async function cancel() {
    setSaid(null);
    const when = visit ? visitWhen(visit) : "";
    const words = [
      t("reservation-my.cancel-words", { when, code: reservation.code ?? "" }),
      reservation.orderId ? t("reservation-my.cancel-bought") : "",
    ].filter(Boolean);
    const sure = await ask({
      title: t("reservation-my.cancel-title"),
      message: words,
      proceedText: t("reservation-my.cancel-proceed"),
      cancelText: t("reservation-my.cancel-keep"),
    });
    if (!sure) return;
    const outcome = await call((api) => api.DELETE("/reservation/my/{id}", { params: path }), {
      busy: t("reservation-my.cancelling"),
    });
    if (!outcome.ok && leaves(outcome)) return;
    await reload();
    setMoving(false);
    setSaid(
      outcome.ok
        ? { tone: "success", words: t("reservation-my.cancelled-title") }
        : { tone: "error", words: outcome.message },
    );
  }

  const until = changeUntil && {
    day: formatDay(changeUntil.slice(0, 10)),
    time: formatTime(changeUntil.slice(11, 16)),
  };

  return (
    <article className="frame">
      <div className="mx-auto grid max-w-[44rem] gap-6">
        {said ? (
          <Alert
            ref={told}
            tone={said.tone}
            label={t(said.tone === "error" ? "alert.error" : "alert.success")}
          >
            {said.words}
          </Alert>
        ) : null}
        <CodeCard reservation={reservation} />
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
        {isCancelled ? (
          <Link
            href={routes.reservationBegin()}
            prefetch={false}
            className={`${buttonClass("primary")} justify-self-start`}
          >
            {t("reservation-my.begin")}
          </Link>
        ) : (
          <section data-screen-only className="card grid gap-3 p-4 sm:p-6">
            <h2 className="text-lg">{t("reservation-my.change")}</h2>
            {until ? (
              <p className="figures text-ink-2">
                {t(
                  reservation.changeable ? "reservation-my.change-until" : "reservation-my.change-ended",
                  until,
                )}
              </p>
            ) : null}
            {reservation.changeable ? (
              <div className="flex flex-wrap gap-3">
                <Button
                  look="secondary"
                  aria-expanded={isMoving}
                  onClick={() => {
                    setSaid(null);
                    setMoving(!isMoving);
                  }}
                >
                  {t(isMoving ? "reservation-my.keep" : "reservation-my.move")}
                </Button>
                <Button
                  look="danger"
                  onPointerEnter={preloadQuestion}
                  onFocus={preloadQuestion}
                  onClick={cancel}
                >
                  {t("reservation-my.cancel")}
                </Button>
              </div>
            ) : null}
          </section>
        )}
        {isMoving && propertyId ? (
          <section
            ref={mover}
            tabIndex={-1}
            aria-label={t("reservation-my.move")}
            className="card grid gap-3 p-4 outline-none sm:p-6"
          >
            {items.some(({ kind, date }) => kind === "addOn" && date) ? (
              <p className="text-ink-2">{t("reservation-my.move-bought")}</p>
            ) : null}
            <Suspense fallback={<div className="skeleton h-96" />}>
              <VisitChooser
                reservationId={id}
                propertyId={propertyId}
                parkName={reservation.propertyName ?? ""}
                read={readDates}
                settings={reservation.settings}
                present={visit}
                choose={move}
                leaves={leaves}
                noDates={{ proceedText: t("reservation-my.keep"), onProceed: () => setMoving(false) }}
              />
            </Suspense>
          </section>
        ) : null}
      </div>
      {question}
    </article>
  );
}
