"use client";

import { lazy, Suspense } from "react";
import type { Variant } from "@/api/types";
import type { Translate } from "@/text/texts";
import { Button } from "@/ui/button";
import { CapacityTag, capacityText, levelFor } from "../capacity/capacity-tag";
import { FromPrice } from "../price/from-price";
import { priceText } from "../price/price-text";
import { durationText } from "./duration-text";
import { OptionCard } from "./option-card";
import type { PerformancePickerProps } from "./picker-props";
import {
  type Choice,
  chosenPerformance,
  hasNextPlace,
  hasSeveralPlaces,
  indexes,
  isPlaceChosen,
  offered,
  openStep,
  type PickerEvent,
  type PickerState,
  party,
  type Step,
  sections,
  showAt,
  shows,
  variantIdsSoFar,
} from "./picker-state";
import { type ShowOption, showOptions } from "./show-options";
import { ChosenStep, OpenStep } from "./step-frame";
import { chosenName, timeParts } from "./time-name";
import { sharedLevel, type TimeOption, timeOptions } from "./time-options";

// These steps are loaded on demand, because few shows have sections or seats.
const ChosenPlaces = lazy(() => import("./chosen-places"));
const SectionStep = lazy(() => import("./section-step"));
const SeatStep = lazy(() => import("./seats/seat-step"));

/** The properties that all steps of the picker have in common. */
export type StepProps = {
  t: Translate<"capacity" | "picker" | "product">;
  state: PickerState;
  dispatch: (event: PickerEvent) => void;
  reopen: (step: Step) => void;
};

/**
 * The choice of a show, or the chosen show. A chosen show is not rendered if the shows have no names, or if it was
 * chosen automatically and the visit lasts all day. If its time was chosen automatically too, one line says both.
 */
export function ShowStep({
  t,
  state,
  dispatch,
  reopen,
  chosen,
  forSome,
}: StepProps & Pick<PerformancePickerProps, "chosen" | "forSome">) {
  const all = shows(state);
  if (openStep(state)?.kind === "show")
    return (
      <OpenStep title={t("picker.show")}>
        <ul className="grid gap-2">
          {showOptions(state, chosen, forSome).map((show) => (
            <li key={show.showId}>
              <OptionCard onChoose={() => dispatch({ type: "showChosen", showId: show.showId })}>
                <ShowFacts t={t} show={show} groupSize={state.groupSize} />
              </OptionCard>
            </li>
          ))}
        </ul>
      </OpenStep>
    );
  if (!state.show || !all.some((show) => show.showName) || isWholeDay(state, state.show, 0)) return null;
  if (isOnlyVisit(state)) return null;
  return (
    <ChosenStep
      t={t}
      value={showName(state)}
      choice={state.show}
      unmarked
      onChange={() => reopen({ kind: "show" })}
    />
  );
}

type ShowFactsProps = { t: StepProps["t"]; show: ShowOption; groupSize: number };

/** The name of a show, its times and length, its lowest price, and how full it is. */
function ShowFacts({ t, show, groupSize }: ShowFactsProps) {
  const { showName, performances, minutes, price, roomiest } = show;
  const times = performances.map((performance) => timeParts(t, performance, null)[0]);
  return (
    <>
      <span className="w-full min-w-0 wrap-anywhere">
        <span className="block font-semibold">{showName}</span>
        <span className="figures block text-sm">
          {[times.join(", "), minutes === null ? null : durationText(t, minutes)].filter(Boolean).join(" · ")}
        </span>
      </span>
      {price ? (
        <span className="min-w-0">
          <FromPrice t={t} {...price} className="font-semibold" />
        </span>
      ) : null}
      <CapacityTag t={t} {...levelFor(t, roomiest, groupSize)} />
    </>
  );
}

/** The times that are already chosen, and the choice of the next time. */
export function TimeSteps({
  priced,
  chosen,
  ...step
}: StepProps & Pick<PerformancePickerProps, "priced" | "chosen">) {
  const { t, state, reopen } = step;
  const order = indexes(state);
  const open = openStep(state);
  const titleOf = (prompt: string | undefined) =>
    priced ? priced.title(prompt) : prompt || t("picker.time");
  return (
    <>
      {state.chosen.map((choice, position) => {
        const performance = chosenPerformance(state, position);
        const selectionIndex = order[position];
        if (!performance || selectionIndex === undefined) return null;
        if (isWholeDay(state, choice, position) && !performance.timeLabel) return null;
        return (
          <ChosenStep
            key={selectionIndex}
            t={t}
            // The first show has a step of its own, unless it is the only one.
            value={chosenName(
              t,
              performance,
              position > 0 ? performance.showName : isOnlyVisit(state) ? showName(state) : null,
            )}
            choice={choice}
            unmarked={isWholeDay(state, choice, position)}
            onChange={() => reopen({ kind: "performance", selectionIndex })}
          />
        );
      })}
      {open?.kind === "performance" ? (
        <OpenStep title={titleOf(offered(state, open.selectionIndex)[0]?.uiPrompt)}>
          <TimeList
            {...step}
            selectionIndex={open.selectionIndex}
            compared={priced !== undefined}
            chosen={chosen}
          />
        </OpenStep>
      ) : null}
    </>
  );
}

type TimeListProps = StepProps & { selectionIndex: number; compared: boolean; chosen: string | undefined };

function TimeList({ t, state, dispatch, selectionIndex, compared, chosen }: TimeListProps) {
  const position = indexes(state).indexOf(selectionIndex);
  const all = timeOptions(state, selectionIndex, { compared, variant: chosen });
  const level = sharedLevel(all);
  const partsOf = ({ performance }: TimeOption) =>
    timeParts(t, performance, position > 0 ? performance.showName : null);
  const isShort = (option: TimeOption) =>
    level !== null && option.price === null && partsOf(option).length === 1;
  const areShort = all.every(isShort);
  return (
    <>
      {level ? (
        // Screen readers read the level with each time.
        <p className="flex flex-wrap items-center gap-2 text-sm" aria-hidden="true">
          {t("picker.all-times")} <CapacityTag t={t} {...level} />
        </p>
      ) : null}
      <ul className={`grid gap-2 ${timeColumns(areShort, compared)}`}>
        {all.map((option) => {
          const { performanceId } = option.performance;
          const [time, ...labels] = partsOf(option);
          return (
            <li key={performanceId}>
              <OptionCard
                blocked={!option.selectable}
                short={areShort}
                onChoose={() => dispatch({ type: "performanceChosen", selectionIndex, performanceId })}
              >
                <span className={`min-w-0 wrap-anywhere ${compared || labels.length > 0 ? "w-full" : ""}`}>
                  <span className="figures text-lg font-semibold">{time}</span>
                  {labels.length > 0 ? <span className="block text-sm">{labels.join(", ")}</span> : null}
                </span>
                {option.price === null ? null : (
                  <span className="figures font-semibold">{priceText(t, option.price)}</span>
                )}
                {level ? (
                  <span className="sr-only">{capacityText(t, level.levelId, level.description)}</span>
                ) : (
                  <CapacityTag t={t} {...levelFor(t, option, state.groupSize)} />
                )}
              </OptionCard>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function timeColumns(areShort: boolean, compared: boolean): string {
  if (compared) return "grid-cols-2 sm:grid-cols-3 lg:grid-cols-4";
  return areShort ? "grid-cols-3" : "grid-cols-2";
}

/** The heading of the step for a place. It names the show if places are chosen at several. */
function placeTitle(t: StepProps["t"], state: PickerState, kind: "section" | "seat"): string {
  const place = t(`picker.${kind}`);
  return state.detail && hasSeveralPlaces(state)
    ? t("picker.at-show", { show: showAt(state, state.detail), place })
    : place;
}

/** The places that are chosen: at earlier performances, and the open one's section. */
export function ChosenPlaceSteps(props: StepProps & { chosen: string | undefined }) {
  const { earlier, detail, section } = props.state;
  if (earlier.length === 0 && !(detail?.showTypeId === 2 && section)) return null;
  return (
    <Suspense fallback={<div className="skeleton h-14" />}>
      <ChosenPlaces {...props} />
    </Suspense>
  );
}

/** The choice of a section of a show that is sold by section. */
export function SectionChoice({
  t,
  state,
  dispatch,
  chosen,
}: Pick<StepProps, "t" | "state" | "dispatch"> & { chosen: string | undefined }) {
  const { detail } = state;
  if (detail?.showTypeId !== 2 || state.section) return null;
  const all = sections(state);
  if (all.length === 0) return null;
  const title = placeTitle(t, state, "section");
  return (
    <OpenStep title={title}>
      <Suspense fallback={<div className="skeleton h-72" />}>
        <SectionStep
          key={detail.performanceId}
          title={title}
          sections={all}
          chart={detail.seatingChart}
          variant={chosen}
          groupSize={state.groupSize}
          onChoose={(showCategoryId) => dispatch({ type: "sectionChosen", showCategoryId })}
        />
      </Suspense>
    </OpenStep>
  );
}

type SeatChoiceProps = Pick<StepProps, "t" | "state" | "dispatch"> &
  Pick<
    PerformancePickerProps,
    "productId" | "sale" | "chosen" | "onNamed" | "tickets" | "placesOnly" | "only" | "refusals"
  >;

/** The seats of a show that is sold by seat. */
export function SeatChoice({
  t,
  state,
  dispatch,
  chosen,
  tickets,
  only,
  refusals,
  onNamed,
  ...seats
}: SeatChoiceProps) {
  if (openStep(state)?.kind !== "seat" || !state.detail || !onNamed) return null;
  const place = state.earlier.length;
  const sold = variantIdsSoFar(state);
  const among = (variants: Variant[]) =>
    sold ? variants.filter(({ extProductVariantId }) => sold.includes(extProductVariantId)) : variants;
  return (
    <OpenStep title={placeTitle(t, state, "seat")}>
      <Suspense fallback={<div className="skeleton h-72" />}>
        <SeatStep
          {...seats}
          key={state.detail.performanceId}
          performanceIds={state.chosen.map(({ id }) => id)}
          detail={state.detail}
          seating={state.seating}
          variant={chosen}
          section={state.section?.id ?? null}
          onSeating={(seating) => dispatch({ type: "seatingChosen", seating })}
          onSection={(showCategoryId) => dispatch({ type: "sectionChosen", showCategoryId })}
          needDeclared={state.needDeclared}
          onNeedDeclared={(needDeclared) => dispatch({ type: "needDeclared", place, needDeclared })}
          onNamed={onNamed}
          kept={state.named?.seats ?? []}
          tickets={party(state) ?? tickets}
          mustName={tickets !== undefined}
          only={only ? (variants) => only(among(variants)) : among}
          refusals={refusals ?? 0}
        />
      </Suspense>
      {hasNextPlace(state) ? (
        <Button
          blocked={!isPlaceChosen(state)}
          className="justify-self-start"
          onClick={() => isPlaceChosen(state) && dispatch({ type: "placeDone" })}
        >
          {t("picker.next-place")}
        </Button>
      ) : null}
    </OpenStep>
  );
}

/** Whether the day has one show, at one time of the day, so that the shopper has nothing to choose between. */
function isOnlyVisit(state: PickerState): boolean {
  const isOnly = state.show?.automatic === true && state.chosen[0]?.automatic === true;
  return isOnly && chosenPerformance(state, 0)?.validAllDay === false;
}

/** The name of the chosen show; empty if it has none. */
function showName(state: PickerState): string {
  return shows(state).find(({ showId }) => showId === state.show?.id)?.showName ?? "";
}

/** Whether the choice was automatic and is for an all-day visit, so that showing the day is enough. */
function isWholeDay(state: PickerState, choice: Choice, position: number): boolean {
  return choice.automatic && chosenPerformance(state, position)?.validAllDay === true;
}
