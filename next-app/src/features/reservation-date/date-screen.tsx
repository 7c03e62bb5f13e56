"use client";

import { useRouter } from "next/navigation";
import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from "react";
import { type CallOptions, call } from "@/api/call";
import type { Outcome, Refusal } from "@/api/outcome";
import type { Park, Reservation } from "@/api/types";
import { visitWhen } from "@/lib/visit-when";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { StepFrame } from "@/parts/reservation-step/step-frame";
import { pathOf, stepAfter } from "@/parts/reservation-step/steps";
import { useStep } from "@/parts/reservation-step/use-step";
import type { Chosen } from "@/parts/visit-chooser/entry-dialog";
import type { ReadDates } from "@/parts/visit-chooser/visit-calendar";
import { hasDates } from "@/parts/visit-chooser/visit-days";
import { pageTexts } from "@/text/areas/page";
import { reservationTexts } from "@/text/areas/reservation";
import { reservationDateTexts } from "@/text/areas/reservation-date";
import { visitTexts } from "@/text/areas/visit";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Picture } from "@/ui/picture";
import { useInBrowser } from "@/ui/use-in-browser";
import { ParkChooser } from "./park-chooser";

/** The calendar is loaded on demand, because it is large and the page can be shown without it. */
const VisitChooser = lazy(() => import("@/parts/visit-chooser/visit-chooser"));

const readDates: ReadDates = (query) => (api) => api.GET("/reservation/performance", { params: { query } });

type Props = {
  initial: Reservation;
  parks: Park[];
  code: string | null;
  /** Whether the visitor came from the review. */
  edits: boolean;
};

/** The choice of park and date. The first park with dates for the party is chosen for the visitor. */
export function DateScreen({ initial, parks, code, edits }: Props) {
  const t = useText(pageTexts, reservationTexts, reservationDateTexts, visitTexts);
  const router = useRouter();
  const choice = useDateChoice(initial, parks, edits);
  const { reservation, shownPark, isOpen, others, problem, alert, choosePark } = choice;
  const chooser = useRef<HTMLDivElement>(null);
  const { visit } = reservation;
  const [park] = parks;
  const isOnly = parks.length === 1;

  const noDates = others
    ? {
        proceedText: t("visit.none-other"),
        onProceed() {
          choice.closePark();
          chooser.current?.querySelector<HTMLElement>("input:enabled:not(:checked)")?.focus();
        },
      }
    : {
        ...(isOnly ? {} : { message: t("visit.none-anywhere") }),
        proceedText: t("visit.none-back"),
        onProceed: () => router.push(pathOf.link),
      };

  return (
    <StepFrame
      step="date"
      reservation={reservation}
      title={t("page.reservation-date")}
      intro={t("reservation-date.intro")}
      code={code}
    >
      <ProblemAlert problem={problem} alert={alert} />
      {isOnly ? (
        park?.logo && park.showLogoIfOnlyOnePropertyAvailable ? (
          <Picture
            picture={park.logo}
            first
            sizes="(min-width: 640px) 320px, 100vw"
            className="max-h-48 rounded-card sm:max-w-80"
          />
        ) : null
      ) : (
        <div ref={chooser}>
          <ParkChooser
            parks={parks.map((one) => ({ ...one, selected: one.id === shownPark }))}
            onChoose={choosePark}
          />
        </div>
      )}
      {isOpen ? (
        <Calendar choice={choice} isTitled={isOnly} noDates={noDates} />
      ) : shownPark ? (
        <div className="skeleton h-[32rem]" />
      ) : null}
      {visit ? (
        <BuyBar place="plain">
          <p className="figures text-sm">
            {t("reservation-date.chosen", {
              when: visitWhen(visit),
            })}
          </p>
          <Button onClick={() => router.push(stepAfter("date", reservation, edits))}>
            {t("reservation.continue")}
          </Button>
        </BuyBar>
      ) : null}
    </StepFrame>
  );
}

/** The park whose calendar is open, and the choice of a park and a time. */
function useDateChoice(initial: Reservation, parks: Park[], edits: boolean) {
  const t = useText(visitTexts);
  const router = useRouter();
  const { reservation, reload, change, redirectOnRefusal } = useStep("date", initial);
  const { problem, setProblem, alert } = useProblem();
  const admitting = parks.filter(({ admits }) => admits);
  /** The park that is being saved. */
  const [requestedPark, setRequestedPark] = useState(initial.propertyId ? undefined : admitting[0]?.id);
  /** The parks that have no day for this party. */
  const [emptyParks, setEmptyParks] = useState<readonly string[]>([]);
  /** The park that was closed again because it has no day for this party. A different park can then be chosen. */
  const [closedPark, setClosedPark] = useState<string>();
  /** Whether the visitor chose a park, so that none is chosen automatically anymore. */
  const isTaken = useRef(false);
  const { propertyId } = reservation;
  const shownPark = requestedPark ?? (propertyId === closedPark ? undefined : propertyId);

  function savePark(id: string, options: CallOptions) {
    setRequestedPark(id);
    return change((api) => api.PUT("/reservation/property", { body: { webSitePropertyId: id } }), options);
  }

  async function choosePark({ id }: Park) {
    isTaken.current = true;
    setProblem(null);
    await open(await savePark(id, { busy: t("visit.choosing-park") }));
  }

  /** Opens the calendar of the park that was saved. */
  async function open(outcome: Outcome<unknown> | null) {
    if (outcome === null) return;
    await reload();
    setRequestedPark(undefined);
    setClosedPark(undefined);
    if (!outcome.ok) setProblem(outcome.message);
  }

  /** Chooses the first park with dates for the party; without any, the last one. */
  async function chooseFirstPark() {
    for (const [index, { id }] of admitting.entries()) {
      const saved = await savePark(id, { unattended: true });
      const isLast = index === admitting.length - 1;
      const isFound = !saved?.ok || isLast || (await mayHaveDates());
      if (isTaken.current) return;
      if (isFound) return open(saved);
      setEmptyParks((known) => [...known, id]);
    }
  }
  const start = useRef(chooseFirstPark);
  useEffect(() => {
    if (!initial.propertyId) void start.current();
  }, [initial.propertyId]);

  async function chooseTime(body: Chosen): Promise<Refusal | null> {
    const outcome = await change((api) => api.PUT("/reservation/performance", { body }), {
      busy: t("visit.choosing"),
    });
    if (outcome === null) return null;
    if (!outcome.ok) return outcome;
    router.push(stepAfter("date", await reload(), edits));
    return null;
  }

  return {
    reservation,
    shownPark,
    /** Whether the shown park is saved, so that its calendar can be read. */
    isOpen: propertyId !== undefined && propertyId === shownPark,
    /** Whether another park may have dates for the party. */
    others: admitting.some(({ id }) => id !== propertyId && !emptyParks.includes(id)),
    closePark() {
      if (!propertyId) return;
      setEmptyParks((known) => [...known, propertyId]);
      setClosedPark(propertyId);
    },
    choosePark,
    chooseTime,
    redirectOnRefusal,
    problem,
    alert,
  };
}

type CalendarProps = {
  choice: ReturnType<typeof useDateChoice>;
  /** Whether the name of the park is shown, which is not chosen above. */
  isTitled: boolean;
  noDates: ComponentProps<typeof VisitChooser>["noDates"];
};

/** The calendar of the chosen park. */
function Calendar({ choice, isTitled, noDates }: CalendarProps) {
  const t = useText(visitTexts);
  const inBrowser = useInBrowser();
  const { reservation, chooseTime, redirectOnRefusal } = choice;
  const { propertyId, visit } = reservation;
  if (!propertyId) return null;
  return (
    <section
      aria-label={t("visit.calendar", { park: reservation.propertyName ?? "" })}
      className="card p-4 sm:p-6"
    >
      <h2 className={isTitled ? "pb-2 text-2xl" : "sr-only"}>{reservation.propertyName}</h2>
      {inBrowser ? (
        <Suspense fallback={<div className="skeleton h-96" />}>
          <VisitChooser
            key={propertyId}
            reservationId={reservation.id ?? ""}
            propertyId={propertyId}
            parkName={reservation.propertyName ?? ""}
            read={readDates}
            settings={reservation.settings}
            present={visit}
            choose={chooseTime}
            redirectOnRefusal={redirectOnRefusal}
            noDates={noDates}
          />
        </Suspense>
      ) : (
        <div className="skeleton h-96" />
      )}
    </section>
  );
}

/** Whether the saved park has dates for the party; true if they cannot be read, because its calendar then says so. */
async function mayHaveDates(): Promise<boolean> {
  const dates = await call(readDates(), { unattended: true });
  return !dates.ok || hasDates(dates.answer);
}
