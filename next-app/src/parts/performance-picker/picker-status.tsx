import { formatShortDay } from "@/lib/dates";
import { RetryAlert } from "@/parts/error-summary/retry-alert";
import type { Translate } from "@/text/texts";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { noPerformances, otherDay, type PickerEvent, type PickerState, type Question } from "./picker-state";

export function loadingText(t: Translate<"picker">, question: Question): string {
  return question.kind === "performances" ? t("picker.loading-times") : t("picker.loading-prices");
}

/** A placeholder for the next step while it loads. */
export function Loading({ t, question }: { t: Translate<"picker">; question: Question }) {
  return (
    <div className="grid gap-2 py-3" aria-hidden="true">
      <p className="text-base font-semibold">{loadingText(t, question)}</p>
      <div className="skeleton h-14" />
      <div className="skeleton h-14" />
    </div>
  );
}

type ProblemProps = {
  t: Translate<"alert" | "picker">;
  state: PickerState;
  openDays: string[];
  dispatch: (event: PickerEvent) => void;
  /** Whether no performance of the next selection can follow the chosen time, so that an earlier time is needed. */
  isEarly: boolean;
};

/** The message that explains why the picker cannot continue, and what the shopper can do. */
export function Problem({ t, state, isEarly, openDays, dispatch }: ProblemProps) {
  if (state.failure !== null) {
    return <RetryAlert message={state.failure} onRetry={() => dispatch({ type: "retried" })} />;
  }
  if (state.refusal !== null && state.date !== null) {
    const { date, refusal } = state;
    return (
      <Alert tone="warning" label={t("alert.warning")}>
        {refusal}
        <p className="pt-2">
          <Button appearance="secondary" onClick={() => dispatch({ type: "dateChosen", date })}>
            {t("picker.other-time")}
          </Button>
        </p>
      </Alert>
    );
  }
  const day = otherDay(state, openDays);
  return (
    <Alert tone="warning" label={t("alert.warning")}>
      {state.date !== null && noPerformances(state) ? (
        <p>{t("picker.nothing-held", { date: formatShortDay(state.date) })}</p>
      ) : null}
      {t("picker.none")}
      {isEarly ? <>. {t("picker.no-later")}</> : null}
      {day ? (
        <p className="pt-2">
          <Button appearance="secondary" onClick={() => dispatch({ type: "dateChosen", date: day })}>
            {t("picker.next-available", { date: formatShortDay(day) })}
          </Button>
        </p>
      ) : null}
    </Alert>
  );
}
