"use client";

import Link from "next/link";
import { useState } from "react";
import { call } from "@/api/call";
import type { MyReservations } from "@/api/types";
import { routes } from "@/lib/routes";
import { ReservationRow } from "@/parts/reservation-rows/reservation-row";
import { StepFrame } from "@/parts/reservation-step/step-frame";
import { alertTexts } from "@/text/areas/alert";
import { pageTexts } from "@/text/areas/page";
import { reservationMyTexts } from "@/text/areas/reservation-my";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { LookUpForm } from "./look-up-form";

type Props = {
  /** The first page; null if it could not be read. */
  first: MyReservations | null;
  /** The code of the reservation that the visitor wants to see. Its form is shown first. */
  code?: string | undefined;
};

/** The visitor's reservations, and the form that finds other reservations. */
export function ListScreen({ first, code }: Props) {
  const t = useText(alertTexts, pageTexts, reservationMyTexts);
  return (
    <StepFrame title={t("page.my-reservations")} intro={t("reservation-my.intro")} code={null}>
      {code ? <LookUpForm code={code} /> : null}
      {first === null ? (
        <Alert tone="error" label={t("alert.error")} live={false}>
          {t("reservation-my.failed")}
        </Alert>
      ) : (
        <Rows first={first} />
      )}
      {code ? null : <LookUpForm />}
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

/** The rows loaded so far. More are loaded on request. */
function Rows({ first }: { first: MyReservations }) {
  const t = useText(alertTexts, reservationMyTexts);
  const [{ reservations, hasMore }, setRead] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);

  async function fetchMore() {
    setProblem(null);
    const query = { after: reservations.at(-1)?.id };
    const outcome = await call<MyReservations>((api) => api.GET("/reservation/my", { params: { query } }), {
      busy: t("reservation-my.loading-more"),
    });
    if (!outcome.ok) return setProblem(outcome.message);
    const { answer } = outcome;
    setRead({ reservations: [...reservations, ...answer.reservations], hasMore: answer.hasMore });
  }

  return (
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
      {problem ? (
        <Alert tone="error" label={t("alert.error")}>
          {problem}
        </Alert>
      ) : null}
      {hasMore ? (
        <Button appearance="secondary" className="my-3" onClick={fetchMore}>
          {t("reservation-my.more")}
        </Button>
      ) : null}
    </section>
  );
}
