"use client";

import { useRef } from "react";
import { sundayOf } from "@/lib/dates";
import { weekTexts } from "@/text/areas/week";
import { useText } from "@/text/use-text";
import PerformancePicker, { type PickerProps } from "../picker";
import type { Sale } from "../sale";
import { useWeek } from "./use-week";
import { openDays } from "./week-state";
import { type WeekPage, WeekStep } from "./week-step";

/** A visit whose day is chosen by the week, and its times by their prices. */
export default function WeekPicker({ week, ...picker }: PickerProps & { week: WeekPage }) {
  const t = useText(weekTexts);
  const { date } = picker.state;
  /** The day whose week opens again when it is changed. */
  const lastDay = useRef<string | null>(null);
  const prices = usePrices(picker.productId, picker.sale, date);
  return (
    <PerformancePicker
      {...picker}
      openDays={openDays(week.minimum, week.maximum, week.days)}
      priced={{
        prices,
        title: (prompt) => (prompt ? t("week.time-for", { prompt }) : t("week.time")),
      }}
      calendar={(choose) => (
        <WeekStep
          productId={picker.productId}
          sale={picker.sale}
          week={week}
          present={lastDay.current ?? undefined}
          onChoose={(day) => {
            lastDay.current = day;
            choose(day);
          }}
        />
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
