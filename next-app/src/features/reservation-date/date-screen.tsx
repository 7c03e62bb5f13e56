"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { Refusal } from "@/api/outcome";
import type { Park, Reservation } from "@/api/types";
import { visitWhen } from "@/lib/visit-when";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { StepFrame } from "@/parts/reservation-step/step-frame";
import { pathOf, stepAfter } from "@/parts/reservation-step/steps";
import { useStep } from "@/parts/reservation-step/use-step";
import type { Chosen } from "@/parts/visit-chooser/entry-dialog";
import type { ReadDates } from "@/parts/visit-chooser/visit-calendar";
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

/** The choice of park and date. */
export function DateScreen({ initial, parks, code, edits }: Props) {
  const t = useText(pageTexts, reservationTexts, reservationDateTexts, visitTexts);
  const router = useRouter();
  const choice = useDateChoice(initial, edits);
  const { reservation, shownPark, problem, alert, choosePark } = choice;
  const chooser = useRef<HTMLDivElement>(null);
  const { propertyId, visit } = reservation;
  const [park, ...others] = parks;
  const isOnly = others.length === 0;
  const [admitting, ...alternatives] = parks.filter(({ admits }) => admits);
  const chooseOnly = useRef(() => {
    if (admitting && alternatives.length === 0 && !initial.propertyId) void choosePark(admitting);
  });
  // A park that is the only one for the party is chosen for the visitor.
  useEffect(() => chooseOnly.current(), []);

  const noDates = isOnly
    ? { proceedText: t("visit.none-back"), onProceed: () => router.push(pathOf.link) }
    : {
        proceedText: t("visit.none-other"),
        onProceed() {
          choice.closePark();
          chooser.current?.querySelector<HTMLElement>("input")?.focus();
        },
      };

  return (
    <StepFrame
      step="date"
      hasAddOns={reservation.hasAddOns}
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
      {propertyId && propertyId === shownPark ? <Calendar choice={choice} noDates={noDates} /> : null}
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
function useDateChoice(initial: Reservation, edits: boolean) {
  const t = useText(visitTexts);
  const router = useRouter();
  const { reservation, reload, change, redirectOnRefusal } = useStep("date", initial);
  const { problem, setProblem, alert } = useProblem();
  /** The park that is being saved. */
  const [requestedPark, setRequestedPark] = useState<string | null>(null);
  /** The park that was closed again because it has no day for this party. A different park can then be chosen. */
  const [closedPark, setClosedPark] = useState<string | null>(null);
  const { propertyId } = reservation;

  async function choosePark({ id }: Park) {
    setProblem(null);
    setRequestedPark(id);
    const outcome = await change(
      (api) => api.PUT("/reservation/property", { body: { webSitePropertyId: id } }),
      {
        busy: t("visit.choosing-park"),
      },
    );
    if (outcome === null) return;
    await reload();
    setRequestedPark(null);
    setClosedPark(null);
    if (!outcome.ok) setProblem(outcome.message);
  }

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
    shownPark: requestedPark ?? (propertyId === closedPark ? undefined : propertyId),
    closePark: () => setClosedPark(propertyId ?? null),
    choosePark,
    chooseTime,
    redirectOnRefusal,
    problem,
    alert,
  };
}

type CalendarProps = {
  choice: ReturnType<typeof useDateChoice>;
  noDates: { proceedText: string; onProceed: () => void };
};

/** The calendar of the chosen park. */
function Calendar({ choice, noDates }: CalendarProps) {
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
      <h2 className="pb-2 text-2xl">{reservation.propertyName}</h2>
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
