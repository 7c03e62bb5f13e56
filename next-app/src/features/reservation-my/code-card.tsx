"use client";

import { useEffect, useRef } from "react";
import type { Reservation } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { routes } from "@/lib/routes";
import { styleKeys } from "@/lib/style-key";
import { visitWhen } from "@/lib/visit-when";
import { reservationMyTexts } from "@/text/areas/reservation-my";
import { visitTexts } from "@/text/areas/visit";
import { useText } from "@/text/use-text";
import { buttonClass } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { stageOf } from "./stage";

type Props = {
  reservation: Reservation;
  /** Whether the visitor has just cancelled the reservation. The heading then receives focus and says so. */
  hasCancelled: boolean;
  /** Whether the visitor has just moved the visit, which the heading then says. */
  hasMoved: boolean;
};

/** The reservation's code and visit. Unless it is cancelled, a QR code of the reservation is shown too. */
export function CodeCard({ reservation, hasCancelled, hasMoved }: Props) {
  const t = useText(reservationMyTexts, visitTexts);
  const { id = "", code = "", state, visit, emailAddress, messageCssKeys, confirmedAt = "" } = reservation;
  const isCancelled = state === "cancelled";
  const stage = hasMoved && !isCancelled ? "moved" : stageOf(reservation);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasCancelled) heading.current?.focus();
  }, [hasCancelled]);
  return (
    <div className={`${styleKeys(messageCssKeys)} card overflow-hidden`}>
      <header className="grid gap-2 p-4 sm:p-6">
        <h1 ref={heading} tabIndex={-1} className="text-h1">
          {t(`reservation-my.${stage}-title`)}
        </h1>
        {isCancelled ? (
          <p>{t("reservation-my.cancelled-words")}</p>
        ) : (
          <p className="break-words text-ink-2">
            {stage === "confirmed" || stage === "moved"
              ? t(stage === "moved" ? "reservation-my.moved-sent" : "reservation-my.sent-to", {
                  email: emailAddress,
                })
              : t("reservation-my.booked-on", {
                  // The instant has the site's offset, so its date part is the site's date.
                  day: formatDate(confirmedAt.slice(0, 10)),
                  email: emailAddress,
                })}
          </p>
        )}
      </header>
      <hr className="perforation" />
      <div className="grid gap-6 p-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:p-6">
        {isCancelled ? null : (
          <div className="grid justify-items-center gap-2 rounded-field bg-(--paper) p-4 sm:self-start">
            {/* A scanner needs a dark code on white with a margin, regardless of the page's colours. */}
            <img
              src={routes.reservationBarcode(id)}
              alt={t("reservation-my.qr", { code })}
              width={192}
              height={192}
              className="size-48 [image-rendering:pixelated]"
            />
          </div>
        )}
        <div className="grid content-start gap-4">
          <div>
            <p className="legend">{t("reservation-my.code")}</p>
            <p
              data-reservation-code
              className={`figures text-h2 font-bold break-all select-all ${isCancelled ? "line-through" : ""}`}
            >
              {code}
            </p>
          </div>
          {visit ? (
            <div>
              <p className="legend">{t("reservation-my.visit")}</p>
              <p className={`figures font-semibold ${isCancelled ? "line-through" : ""}`}>
                {visitWhen(visit)}
              </p>
              <p>{visit.propertyName}</p>
              <p className="text-ink-2">{visit.name}</p>
              {visit.propertyHours ? (
                <p className="figures text-sm text-ink-2">
                  {t("visit.hours", { hours: visit.propertyHours })}
                </p>
              ) : null}
            </div>
          ) : null}
          {isCancelled || stage === "past" ? null : (
            <>
              <p className="text-sm text-ink-2">{t("reservation-my.show")}</p>
              <a
                data-screen-only
                href={routes.reservationCalendar(id)}
                download
                className={`${buttonClass("secondary")} justify-self-start`}
              >
                <Icon name="calendar" size={20} />
                {t("reservation-my.calendar")}
              </a>
            </>
          )}
        </div>
      </div>
    </div>
  );
}
