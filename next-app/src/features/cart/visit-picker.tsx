"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import MonthPicker from "@/parts/performance-picker/month-picker";
import type { PickerProps } from "@/parts/performance-picker/picker-props";
import {
  nextQuestion,
  type PickerEvent,
  type PickerState,
  type Question,
} from "@/parts/performance-picker/picker-state";
import type { Sale } from "@/parts/performance-picker/sale";
import { replay, type StoredChoices } from "@/parts/performance-picker/stored-choices";
import { useFirstDates } from "@/parts/performance-picker/use-earliest";
import { alertTexts } from "@/text/areas/alert";
import { pickerTexts } from "@/text/areas/picker";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";

type Props = {
  productId: string;
  sale: Sale;
  /** The day of the current visit. */
  present: string;
  /** The choices that stay from the current visit. */
  kept: StoredChoices | null;
  state: PickerState;
  dispatch: (event: PickerEvent) => void;
  loading: Question | null;
} & Pick<PickerProps, "onNamed" | "tickets" | "placesOnly" | "refusals">;

/** The picker for a new visit. It opens at the step that the shopper wants to change. */
export default function VisitPicker({
  productId,
  sale,
  present,
  kept,
  state,
  dispatch,
  loading,
  ...seats
}: Props) {
  const t = useText(alertTexts, pickerTexts);
  const place = useRef<HTMLDivElement>(null);
  const left = useRef(kept);
  const { data: dates, error } = useFirstDates(productId, sale, null);
  const ready = dates !== undefined;

  const play = useEffectEvent((event: PickerEvent) => dispatch(event));
  useEffect(() => {
    if (left.current === null) return;
    const event = replay(state, left.current);
    if (event) play(event);
    else if (nextQuestion(state) === null) left.current = null;
  }, [state]);

  // This picker replaces the pressed button, so it receives focus.
  useEffect(() => {
    if (!ready) return;
    const heading = place.current?.querySelector<HTMLElement>("[data-open-step]");
    (heading ?? place.current)?.focus();
  }, [ready]);

  if (error) {
    return (
      <Alert tone="error" label={t("alert.error")}>
        {error.message || t("picker.failed")}
      </Alert>
    );
  }
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {dates ? (
        <MonthPicker
          productId={productId}
          sale={sale}
          dates={dates}
          starting={null}
          present={present}
          state={state}
          loading={loading}
          touched
          {...seats}
          dispatch={(event) => {
            left.current = null;
            dispatch(event);
          }}
        />
      ) : (
        <div className="skeleton h-72" />
      )}
    </div>
  );
}
