"use client";

import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import type { Performance, Variant } from "@/api/types";
import { capacityLook } from "@/lib/capacity";
import { formatDay, formatShortDay } from "@/lib/dates";
import { alertTexts } from "@/text/areas/alert";
import { capacityTexts } from "@/text/areas/capacity";
import { pickerTexts } from "@/text/areas/picker";
import { productTexts } from "@/text/areas/product";
import type { Say } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Press } from "@/ui/press";
import { StatusLine } from "@/ui/status-line";
import { TextButton } from "@/ui/text-button";
import { CapacityTag } from "../capacity/capacity-tag";
import { priceWords } from "../price/price-words";
import { differ, standardPrice } from "../price/standard-price";
import { ChoiceLine } from "./choice-line";
import { OptionCard } from "./option-card";
import {
  type Choice,
  chosenPerformance,
  clearedWith,
  deadEnd,
  indexes,
  noAvailability,
  noPerformances,
  offered,
  openStep,
  options,
  otherDay,
  type PickerEvent,
  type PickerState,
  type Question,
  type Step,
  sections,
  shows,
} from "./picker-state";
import type { Sale } from "./sale";
import type { KeptSeat, NamedOrder } from "./seats/seat-state";
import { timeName } from "./time-name";

/** Most shows admit everybody alike. */
const SectionStep = lazy(() => import("./section-step"));
const SeatStep = lazy(() => import("./seats/seat-step"));

/** How times are offered where they are compared by their prices. */
export type PricedTimes = {
  title: (prompt: string | undefined) => string;
};

export type PickerProps = {
  productId: string;
  sale: Sale;
  /** The variant that was chosen already, whose prices are shown; else the standard one's are. */
  chosen?: string;
  state: PickerState;
  dispatch: (event: PickerEvent) => void;
  loading: Question | null;
  /** Whether the shopper has chosen anything here: only then does focus follow the steps. */
  touched: boolean;
  /** The day that was chosen before and may be replaced: the calendar marks it. */
  present?: string;
  /** Takes up the choices as they were before the day was taken back. */
  onKeep?: () => void;
  /** Where seats are sold by name: who hears which, which were named before, and how often the shop refused some. */
  onNamed?: (order: NamedOrder | null) => void;
  keptSeats?: KeptSeat[];
  /** The tickets for which seats are chosen anew. */
  tickets?: readonly string[];
  /** What seats may be bought as, where that is less than what is sold. */
  only?: (variants: Variant[]) => Variant[];
  refusals?: number;
};

/** The level of a time that cannot be chosen, however much is left of it. */
const unavailable = 99;

type Props = PickerProps & {
  /** Where the date is chosen: by the month, or by the week. */
  calendar: (choose: (date: string) => void) => ReactNode;
  /** The next days that have places, as far as the page knows them: where a day with nothing leads on to. */
  openDays: string[];
  /** Where the times of a day are compared: those that come too early stand there too, and cannot be chosen. */
  priced?: PricedTimes;
};

/**
 * The steps of a visit: what is chosen stands as a line with a way to change it, the one open step stands below.
 * Focus follows the open step, so that a choice never leaves a keyboard user on a button that is gone.
 */
export default function PerformancePicker({
  productId,
  sale,
  chosen,
  calendar,
  openDays,
  priced,
  state,
  dispatch: send,
  loading,
  touched,
  present,
  onKeep,
  onNamed,
  keptSeats = [],
  tickets,
  only,
  refusals = 0,
}: Props) {
  const t = useText(alertTexts, capacityTexts, pickerTexts, productTexts);
  /** What went with the choice that was taken back, until the next one is made. */
  const [cleared, setCleared] = useState("");
  const open = openStep(state);
  const isEarly = deadEnd(state);
  const isStuck = state.failure !== null || isEarly || noPerformances(state) || noAvailability(state);
  const openKey = isStuck ? "trouble" : open ? stepKey(open) : null;
  const place = useFollowedFocus(openKey, touched);
  const order = indexes(state);
  const reopen = (step: Step) => dispatch({ type: "reopened", step });
  const priceOf = (performance: Performance) => standardPrice(performance.prices, chosen);
  const timeTitle = (prompt: string | undefined) =>
    priced ? priced.title(prompt) : prompt || t("picker.time");

  /** A choice that nobody made, of a visit at any time of its day: the day says it already. */
  function isWholeDay(choice: Choice, position: number): boolean {
    return choice.automatic && chosenPerformance(state, position)?.validAllDay === true;
  }

  function dispatch(event: PickerEvent) {
    const steps = event.type === "reopened" ? clearedWith(state, event.step) : [];
    setCleared(steps.map((step) => stepTitle(t, state, step)).join(", "));
    send(event);
  }

  return (
    <div ref={place} tabIndex={-1} data-picker className="grid gap-1 outline-none">
      {state.date ? (
        <Done
          t={t}
          title={t("picker.date")}
          value={formatDay(state.date)}
          choice={null}
          onChange={() => reopen({ kind: "date" })}
        />
      ) : (
        <Open title={t("picker.date")}>
          {calendar((date) => dispatch({ type: "dateChosen", date }))}
          {present && onKeep ? (
            <TextButton
              onClick={() => {
                setCleared("");
                onKeep();
              }}
              className="-ml-2 justify-self-start"
            >
              {t("picker.keep", { date: formatShortDay(present) })}
            </TextButton>
          ) : null}
        </Open>
      )}

      {state.show && shows(state).some((show) => show.showName) && !isWholeDay(state.show, 0) ? (
        <Done
          t={t}
          title={t("picker.show")}
          value={shows(state).find((show) => show.showId === state.show?.id)?.showName ?? ""}
          choice={state.show}
          onChange={() => reopen({ kind: "show" })}
        />
      ) : null}
      {open?.kind === "show" ? (
        <Open title={t("picker.show")}>
          <ul className="grid gap-2">
            {shows(state).map((show) => (
              <li key={show.showId}>
                <OptionCard onChoose={() => dispatch({ type: "showChosen", showId: show.showId })}>
                  <span className="min-w-0 font-semibold wrap-anywhere">{show.showName}</span>
                </OptionCard>
              </li>
            ))}
          </ul>
        </Open>
      ) : null}

      {state.chosen.map((choice, position) => {
        const performance = chosenPerformance(state, position);
        const selectionIndex = order[position];
        if (!performance || selectionIndex === undefined) return null;
        if (isWholeDay(choice, position) && !performance.timeLabel) return null;
        return (
          <Done
            key={selectionIndex}
            t={t}
            title={timeTitle(performance.uiPrompt)}
            value={timeName(t, performance, position)}
            choice={choice}
            unmarked={isWholeDay(choice, position)}
            onChange={() => reopen({ kind: "performance", selectionIndex })}
          />
        );
      })}
      {open?.kind === "performance" ? (
        <Open title={timeTitle(offered(state, open.selectionIndex)[0]?.uiPrompt)}>
          <ul className={`grid grid-cols-2 gap-2 ${priced ? "sm:grid-cols-3 lg:grid-cols-4" : ""}`}>
            {(priced ? offered : options)(state, open.selectionIndex).map((option, _, times) => {
              const inTime = options(state, open.selectionIndex).includes(option);
              const selectable = inTime && capacityLook(option.capacityLevelId).selectable;
              const isPriced = selectable && (priced !== undefined || differ(times.map(priceOf)));
              const price = isPriced ? priceOf(option) : null;
              return (
                <li key={option.performanceId}>
                  <OptionCard
                    blocked={!selectable}
                    onChoose={() =>
                      dispatch({
                        type: "performanceChosen",
                        selectionIndex: open.selectionIndex,
                        performanceId: option.performanceId,
                      })
                    }
                  >
                    <span
                      className={`figures min-w-0 text-lg font-semibold wrap-anywhere ${priced ? "w-full" : ""}`}
                    >
                      {timeName(t, option, order.indexOf(open.selectionIndex))}
                    </span>
                    {price === null ? null : (
                      <span className="figures font-semibold">{priceWords(t, price.displayPrice)}</span>
                    )}
                    <CapacityTag
                      t={t}
                      levelId={inTime ? option.capacityLevelId : unavailable}
                      description={inTime ? option.capacityDescription : undefined}
                    />
                  </OptionCard>
                </li>
              );
            })}
          </ul>
        </Open>
      ) : null}

      {state.detail?.showTypeId === 2 && state.section?.automatic ? (
        <Done
          t={t}
          title={t("picker.section")}
          value={sections(state)[0]?.name ?? ""}
          choice={state.section}
          onChange={() => reopen({ kind: "section" })}
        />
      ) : null}
      {/* The list stays when a section is chosen, so that sections and their prices can be compared. */}
      {state.detail?.showTypeId === 2 && sections(state).length > 0 && !state.section?.automatic ? (
        <Open title={t("picker.section")}>
          <Suspense fallback={<div className="skeleton h-72" />}>
            <SectionStep
              title={t("picker.section")}
              sections={sections(state)}
              chart={state.detail.seatingChart}
              variant={chosen}
              chosen={state.section?.id ?? null}
              onChoose={(showCategoryId) => dispatch({ type: "sectionChosen", showCategoryId })}
            />
          </Suspense>
        </Open>
      ) : null}

      {open?.kind === "seat" && state.detail && onNamed ? (
        <Open title={t("picker.seat")}>
          <Suspense fallback={<div className="skeleton h-72" />}>
            <SeatStep
              key={state.chosen[0]?.id}
              productId={productId}
              performanceId={state.chosen[0]?.id ?? ""}
              sale={sale}
              detail={state.detail}
              seating={state.seating}
              variant={chosen}
              section={state.section?.id ?? null}
              onSeating={(seating) => dispatch({ type: "seatingChosen", seating })}
              onSection={(showCategoryId) => dispatch({ type: "sectionChosen", showCategoryId })}
              onNamed={onNamed}
              kept={keptSeats}
              tickets={tickets}
              only={only}
              refusals={refusals}
            />
          </Suspense>
        </Open>
      ) : null}

      {loading ? <Loading t={t} question={loading} /> : null}
      {isStuck ? (
        <div tabIndex={-1} data-trouble className="scroll-mt-4 outline-none">
          <Trouble t={t} state={state} isEarly={isEarly} openDays={openDays} dispatch={dispatch} />
        </div>
      ) : null}
      <StatusLine visible={cleared !== ""}>
        {loading ? loadingWord(t, loading) : cleared && t("picker.cleared", { steps: cleared })}
      </StatusLine>
    </div>
  );
}

function stepKey(step: Step): string {
  return step.kind === "performance" ? `performance ${step.selectionIndex}` : step.kind;
}

function stepTitle(t: Say<"picker">, state: PickerState, step: Step): string {
  if (step.kind !== "performance") return t(`picker.${step.kind}`);
  const [option] = (state.performances ?? []).filter((one) => one.selectionIndex === step.selectionIndex);
  return option?.uiPrompt || t("picker.time");
}

/**
 * Keeps focus in the picker when the pressed button disappears: first on the picker itself, then on the step that
 * opens, or on what keeps the shopper from going on. A picker nobody has touched takes no focus.
 */
function useFollowedFocus(openKey: string | null, touched: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(openKey);
  useEffect(() => {
    if (before.current === openKey) return;
    before.current = openKey;
    if (!touched) return;
    const picker = place.current;
    const lost = document.activeElement === document.body || document.activeElement === picker;
    if (!picker || !lost) return;
    const heading =
      picker.querySelector<HTMLElement>("[data-trouble]") ??
      picker.querySelector<HTMLElement>("[data-open-step]");
    (heading ?? picker).focus({ preventScroll: heading === null });
  }, [openKey, touched]);
  return place;
}

type DoneProps = {
  t: Say<"picker">;
  title: string;
  value: string;
  choice: Choice | null;
  /** Whether an only option goes without saying so. */
  unmarked?: boolean;
  onChange: () => void;
};

function Done({ t, title, value, choice, unmarked, onChange }: DoneProps) {
  return (
    <ChoiceLine
      t={t}
      title={title}
      value={value}
      note={unmarked ? null : <p className="flex-none text-sm text-ink-2">{t("picker.only-option")}</p>}
      onChange={choice?.automatic ? undefined : onChange}
    />
  );
}

function Open({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 py-3" aria-label={title}>
      <h2 tabIndex={-1} data-open-step className="text-base">
        {title}
      </h2>
      {children}
    </section>
  );
}

function loadingWord(t: Say<"picker">, question: Question): string {
  return question.kind === "performances" ? t("picker.loading-times") : t("picker.loading-prices");
}

function Loading({ t, question }: { t: Say<"picker">; question: Question }) {
  return (
    <div className="grid gap-2 py-3" aria-hidden="true">
      <p className="text-base font-semibold">{loadingWord(t, question)}</p>
      <div className="skeleton h-14" />
      <div className="skeleton h-14" />
    </div>
  );
}

type TroubleProps = Pick<Props, "state" | "openDays" | "dispatch"> & {
  t: Say<"alert" | "picker">;
  /** Nothing that follows can be reached from the time that is chosen. */
  isEarly: boolean;
};

function Trouble({ t, state, isEarly, openDays, dispatch }: TroubleProps) {
  if (state.failure !== null) {
    return (
      <Alert
        tone="error"
        label={t("alert.error")}
        action={
          <Press
            className="font-semibold whitespace-nowrap underline"
            onClick={() => dispatch({ type: "retried" })}
          >
            {t("alert.retry")}
          </Press>
        }
      >
        {state.failure}
      </Alert>
    );
  }
  const day = otherDay(state, openDays);
  return (
    <Alert tone="warning" label={t("alert.warning")}>
      {t("picker.none")}
      {isEarly ? <>. {t("picker.no-later")}</> : null}
      {day ? (
        <p className="pt-2">
          <Button look="secondary" onClick={() => dispatch({ type: "dateChosen", date: day })}>
            {t("picker.next-available", { date: formatShortDay(day) })}
          </Button>
        </p>
      ) : null}
    </Alert>
  );
}
