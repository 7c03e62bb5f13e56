"use client";

import Link from "next/link";
import type { Reservation } from "@/api/types";
import { routes } from "@/lib/routes";
import { ReservationRow } from "@/parts/reservation-rows/reservation-row";
import { StepFrame } from "@/parts/reservation-step/step-frame";
import { alertTexts } from "@/text/areas/alert";
import { pageTexts } from "@/text/areas/page";
import { reservationMyTexts } from "@/text/areas/reservation-my";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { buttonClass } from "@/ui/button";
import { LookUpForm } from "./look-up-form";

type Props = {
  /** Null when they could not be read. */
  reservations: Reservation[] | null;
};

/** The reservations of this visitor, and the way to those that were made elsewhere. */
export function ListScreen({ reservations }: Props) {
  const t = useText(alertTexts, pageTexts, reservationMyTexts);
  return (
    <StepFrame title={t("page.my-reservations")} intro={t("reservation-my.intro")} code={null}>
      {reservations === null ? (
        <Alert tone="error" label={t("alert.error")} live={false}>
          {t("reservation-my.failed")}
        </Alert>
      ) : (
        <section aria-label={t("reservation-my.list")} className="card px-4 py-2 sm:px-6">
          {reservations.length === 0 ? (
            <p className="py-3 text-ink-2">{t("reservation-my.none")}</p>
          ) : (
            <ul className="divide-y divide-line">
              {reservations.map((reservation) => (
                <ReservationRow key={reservation.id} t={t} reservation={reservation} />
              ))}
            </ul>
          )}
        </section>
      )}
      <LookUpForm />
      <Link
        href={routes.reservationBegin()}
        prefetch={false}
        className={`${buttonClass("primary")} justify-self-start`}
      >
        {t("reservation-my.begin")}
      </Link>
    </StepFrame>
  );
}
