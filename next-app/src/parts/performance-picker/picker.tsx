"use client";

import { useState } from "react";
import { formatDay, formatShortDay } from "@/lib/dates";
import { alertTexts } from "@/text/areas/alert";
import { capacityTexts } from "@/text/areas/capacity";
import { pickerTexts } from "@/text/areas/picker";
import { productTexts } from "@/text/areas/product";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { StatusLine } from "@/ui/status-line";
import { TextButton } from "@/ui/text-button";
import { OpenHours } from "./open-hours";
import type { PerformancePickerProps } from "./picker-props";
import {
  clearedWith,
  deadEnd,
  noAvailability,
  noPerformances,
  openStep,
  type PickerEvent,
  type PickerState,
  type Step,
} from "./picker-state";
import { Loading, loadingText, Problem } from "./picker-status";
import { ChosenPlaceSteps, SeatChoice, SectionChoice, ShowStep, TimeSteps } from "./picker-steps";
import { ChosenStep, OpenStep } from "./step-frame";
import { useStepFocus } from "./use-step-focus";

/**
 * The steps of a visit: each chosen date, show and time is a line, with a button to change it unless it was the only
 * option, and the open step is below. The focus follows the open step, so that a choice never leaves a keyboard user on
 * a button that has disappeared.
 */
export default function PerformancePicker(props: PerformancePickerProps) {
  const { state, loading, touched, openDays, priced, chosen } = props;
  const t = useText(alertTexts, capacityTexts, pickerTexts, productTexts);
  // The steps that the last reopened choice cleared, until the next choice is made.
  const [cleared, setCleared] = useState("");
  const open = openStep(state);
  const isEarly = deadEnd(state);
  const isStuck =
    state.failure !== null ||
    state.refusal !== null ||
    isEarly ||
    noPerformances(state) ||
    noAvailability(state);
  const openKey = isStuck ? "trouble" : open ? stepKey(open) : null;
  const place = useStepFocus(openKey, touched);

  function dispatch(event: PickerEvent) {
    const steps = event.type === "reopened" ? clearedWith(state, event.step) : [];
    setCleared(steps.map((step) => stepTitle(t, state, step)).join(", "));
    props.dispatch(event);
  }

  const step = { t, state, dispatch, reopen: (step: Step) => dispatch({ type: "reopened", step }) };
  return (
    <div ref={place} tabIndex={-1} data-picker className="grid gap-1 outline-none">
      <DateChoice {...props} t={t} dispatch={dispatch} onKept={() => setCleared("")} />
      <ShowStep {...step} chosen={chosen} forSome={props.forSome} />
      <TimeSteps {...step} priced={priced} chosen={chosen} />
      <ChosenPlaceSteps {...step} chosen={chosen} />
      <SectionChoice {...step} chosen={chosen} />
      <SeatChoice {...props} t={t} dispatch={dispatch} />
      {loading ? <Loading t={t} question={loading} /> : null}
      {isStuck ? (
        <div tabIndex={-1} data-trouble className="scroll-mt-4 outline-none">
          <Problem t={t} state={state} isEarly={isEarly} openDays={openDays} dispatch={dispatch} />
        </div>
      ) : null}
      <StatusLine visible={cleared !== ""}>
        {loading ? loadingText(t, loading) : cleared && t("picker.cleared", { steps: cleared })}
      </StatusLine>
    </div>
  );
}

type DateChoiceProps = Pick<
  PerformancePickerProps,
  "state" | "dispatch" | "calendar" | "present" | "onKeep" | "siteId"
> & {
  t: Translate<"picker">;
  /** Called when the shopper keeps the day chosen before. */
  onKept: () => void;
};

/** The step for the day. The shopper chooses a day in the calendar, or keeps the day that was chosen before. */
function DateChoice({ t, state, dispatch, calendar, present, siteId, onKeep, onKept }: DateChoiceProps) {
  if (state.date) {
    // The venue may be open on a day without performances, but then its hours are of no use.
    const isClosed = noPerformances(state);
    return (
      <ChosenStep
        t={t}
        value={formatDay(state.date)}
        hint={
          siteId === undefined || isClosed ? null : (
            <OpenHours t={t} siteId={siteId} day={state.date} pending={state.performances === null} />
          )
        }
        choice={null}
        unavailable={isClosed}
        onChange={() => dispatch({ type: "reopened", step: { kind: "date" } })}
      />
    );
  }
  return (
    <OpenStep title={t("picker.date")}>
      {calendar((date) => dispatch({ type: "dateChosen", date }))}
      {present && onKeep ? (
        <TextButton
          onClick={() => {
            onKept();
            onKeep();
          }}
          className="-ml-2 justify-self-start"
        >
          {t("picker.keep", { date: formatShortDay(present) })}
        </TextButton>
      ) : null}
    </OpenStep>
  );
}

function stepKey(step: Step): string {
  if (step.kind === "performance") return `performance ${step.selectionIndex}`;
  return "place" in step ? `${step.kind} ${step.place}` : step.kind;
}

function stepTitle(t: Translate<"picker">, state: PickerState, step: Step): string {
  if (step.kind !== "performance") return t(`picker.${step.kind}`);
  const [option] = (state.performances ?? []).filter((one) => one.selectionIndex === step.selectionIndex);
  return option?.uiPrompt || t("picker.time");
}
