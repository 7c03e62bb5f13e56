"use client";

import { lazy, Suspense, useState } from "react";
import { useSWRConfig } from "swr";
import type { Refusal } from "@/api/outcome";
import { keys, useApi } from "@/api/swr";
import type { ReservationSettings, Visit, VisitDate, VisitDates } from "@/api/types";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { RetryAlert } from "@/parts/error-summary/retry-alert";
import { visitTexts } from "@/text/areas/visit";
import { useText } from "@/text/use-text";
import type { Chosen } from "./entry-dialog";
import type { NoDates } from "./no-dates-dialog";
import { type ReadDates, VisitCalendar } from "./visit-calendar";
import { hasDates, takenDays } from "./visit-days";

const EntryDialog = lazy(() => import("./entry-dialog"));
const NoDatesDialog = lazy(() => import("./no-dates-dialog"));

const [visitDates] = keys.visitDates(0, "", "", null);

type Props = {
  reservationId: string;
  propertyId: string;
  parkName: string;
  read: ReadDates;
  settings: ReservationSettings;
  /** The current visit. */
  present: Visit | undefined;
  /** The visit that the choice replaces at once, in words. */
  moved?: string;
  /** Saves the choice. Returns the refusal, or null if the choice was saved. */
  choose: (chosen: Chosen) => Promise<Refusal | null>;
  /** Redirects the visitor if the refusal requires it. Returns whether it does. */
  redirectOnRefusal: (refusal: Refusal) => boolean;
  /** What follows if the park has no dates. Its message replaces the operator's. */
  noDates: Omit<NoDates, "message"> & { message?: string };
};

/** The calendar of a park, and the entry time on the chosen day. */
export default function VisitChooser(props: Props) {
  const { reservationId, propertyId, parkName, read, settings, present, moved, choose } = props;
  const { redirectOnRefusal, noDates } = props;
  const t = useText(visitTexts);
  const { mutate } = useSWRConfig();
  const [date, setDate] = useState<VisitDate | null>(null);
  const { problem, setProblem, alert } = useProblem();
  const [busy, setBusy] = useState(false);
  const [openedAt] = useState(Date.now);
  const first = useApi<VisitDates>(keys.visitDates(openedAt, reservationId, propertyId, null), read(), {
    onError: refused,
  });

  function refused(refusal: Refusal) {
    if (!redirectOnRefusal(refusal)) setProblem(refusal.message || t("visit.failed"));
  }

  async function take(chosen: Chosen) {
    setProblem(null);
    setBusy(true);
    const refusal = await choose(chosen);
    setBusy(false);
    if (refusal === null) return;
    // The refused day is no longer up to date in the calendar.
    setDate(null);
    await mutate((key) => Array.isArray(key) && key[0] === visitDates);
    refused(refusal);
  }

  return (
    <div className="grid gap-4">
      {problem && !first.data ? (
        <RetryAlert
          ref={alert}
          message={problem}
          onRetry={() => {
            setProblem(null);
            void first.mutate();
          }}
        />
      ) : (
        <ProblemAlert problem={problem} alert={alert} />
      )}
      {first.data ? (
        <VisitCalendar
          openedAt={openedAt}
          reservationId={reservationId}
          parkName={parkName}
          first={first.data}
          read={read}
          present={present?.propertyId === propertyId ? present.businessDate : undefined}
          onChoose={setDate}
          onRefused={refused}
        />
      ) : (
        <div className="skeleton h-96" />
      )}
      <Suspense>
        {first.data && !hasDates(first.data) ? (
          <NoDatesDialog
            message={
              takenDays(first.data).length > 0
                ? t("visit.all-booked")
                : (noDates.message ?? settings.noPerformancesMessage)
            }
            proceedText={noDates.proceedText}
            onProceed={noDates.onProceed}
          />
        ) : null}
        {date ? (
          <EntryDialog
            date={date}
            settings={settings}
            present={present}
            busy={busy}
            moved={moved}
            onChoose={take}
            onClose={() => setDate(null)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
