"use client";

import { useEffect } from "react";
import { weekTexts } from "@/text/areas/week";
import { useText } from "@/text/use-text";
import PerformancePicker from "../picker";
import type { PickerProps } from "../picker-props";
import { openDays } from "./week-state";
import { storeDay, type WeekPage, WeekStep } from "./week-step";

type Props = PickerProps & {
  week: WeekPage;
  /** The sentence that says whose prices the days show. */
  priceNote?: string;
};

/** A picker whose day is chosen in a week calendar, with times compared by price. */
export default function WeekPicker({ week, priceNote, ...picker }: Props) {
  const t = useText(weekTexts);
  const { date } = picker.state;
  const { productId } = picker;
  // The day is stored so that its week opens again when the shopper changes the day.
  useEffect(() => {
    if (date !== null) storeDay(productId, date);
  }, [productId, date]);
  return (
    <PerformancePicker
      {...picker}
      openDays={openDays(week.minimum, week.maximum, week.days)}
      priced={{
        title: (prompt) => (prompt ? t("week.time-for", { prompt }) : t("week.time")),
      }}
      calendar={(choose) => (
        <WeekStep
          productId={productId}
          sale={picker.sale}
          week={week}
          group={picker.group}
          groupSize={picker.state.groupSize}
          onGroupSize={(groupSize) => picker.dispatch({ type: "groupSizeChosen", groupSize })}
          priceNote={priceNote}
          present={picker.present}
          onChoose={choose}
        />
      )}
    />
  );
}
