"use client";

import { useEffect } from "react";
import { sundayOf } from "@/lib/dates";
import { weekTexts } from "@/text/areas/week";
import { useText } from "@/text/use-text";
import PerformancePicker, { type PickerProps } from "../picker";
import type { Sale } from "../sale";
import { useWeek } from "./use-week";
import { openDays } from "./week-state";
import { noteDay, type WeekPage, WeekStep } from "./week-step";

/** A visit whose day is chosen by the week, and its times by their prices. */
export default function WeekPicker({ week, ...picker }: PickerProps & { week: WeekPage }) {
  const t = useText(weekTexts);
  const { date } = picker.state;
  const { productId } = picker;
  const prices = usePrices(productId, picker.sale, date);
  // Its week opens again when the day is changed.
  useEffect(() => {
    if (date !== null) noteDay(productId, date);
  }, [productId, date]);
  return (
    <PerformancePicker
      {...picker}
      openDays={openDays(week.minimum, week.maximum, week.days)}
      priced={{
        prices,
        title: (prompt) => (prompt ? t("week.time-for", { prompt }) : t("week.time")),
      }}
      calendar={(choose) => (
        <WeekStep productId={productId} sale={picker.sale} week={week} onChoose={choose} />
      )}
    />
  );
}

/** What the first variant costs at each performance of a day, as the week calendar says; of no day, nothing. */
function usePrices(productId: string, sale: Sale, date: string | null): Map<string, number> {
  const week = useWeek(productId, sale, date && sundayOf(date));
  const performances = week.data?.dates?.find((day) => day.date === date)?.performances ?? [];
  return new Map(
    performances.flatMap(({ performanceId, variants: [variant] }) =>
      variant ? [[performanceId, variant.displayPrice]] : [],
    ),
  );
}
