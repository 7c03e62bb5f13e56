"use client";

import { useState } from "react";
import { call } from "@/api/call";
import { keys, useApi } from "@/api/swr";
import type { ProductDate } from "@/api/types";
import { capacityLook } from "@/lib/capacity";
import { endOfMonth, firstOfMonth, formatShortDay } from "@/lib/dates";
import { alertTexts } from "@/text/areas/alert";
import { capacityTexts } from "@/text/areas/capacity";
import { pickerTexts } from "@/text/areas/picker";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Calendar } from "@/ui/calendar";
import { ScriptButton } from "@/ui/script-button";
import { CapacityMark, capacityText } from "../capacity/capacity-tag";
import { fromText } from "../price/from-price";
import { priceText } from "../price/price-text";
import { DayShortcuts } from "./day-shortcuts";
import type { Sale } from "./sale";

type Props = {
  productId: string;
  sale: Sale;
  /** The dates sent with the page: the first weeks on sale. */
  dates: ProductDate[];
  /** No earlier day can be chosen. */
  starting: string | null;
  /** The chosen day. It is marked, and the calendar opens there unless it is in the past. */
  present?: string;
  /** The variant whose prices the days show. */
  pricedFor?: string;
  onChoose: (day: string) => void;
};

const wordLevels = [1, 2, 3, 4, 99];

export function DateStep({ productId, sale, dates, starting, present, pricedFor, onChoose }: Props) {
  const t = useText(alertTexts, capacityTexts, pickerTexts, productTexts);
  const next = dates.find((date) => capacityLook(date.capacityLevelId).selectable)?.date ?? null;
  const [focused, setFocused] = useState(() => {
    const first = dates[0]?.date;
    if (present && first && present >= first) return present;
    return next ?? starting ?? first ?? null;
  });
  const [closed, setClosed] = useState<string | null>(null);
  const month = focused ? firstOfMonth(focused) : null;
  const isTooEarly = (day: string) => starting !== null && day < starting;

  const request = (startDate: string, endDate: string) => ({
    body: { ...sale, productIds: [productId], startDate, endDate },
  });
  const shown = useApi<ProductDate[]>(
    month ? keys.months(productId, sale, null, month) : null,
    (api) => api.POST("/performance/product-date", request(month ?? "", endOfMonth(month ?? ""))),
    { keepPreviousData: false },
  );

  if (focused === null || month === null) return <p className="text-ink-2">{t("product.no-dates")}</p>;

  // Until the month has loaded, the dates sent with the page are used.
  const known = new Map((shown.data ?? dates).map((date) => [date.date, date]));
  const isPriced = dates.some((date) => date.fromPrice !== undefined);
  const minimum = firstOfMonth(starting ?? dates[0]?.date ?? focused);

  async function chooseTyped(day: string) {
    const unavailable = t("picker.type-date-closed", { date: formatShortDay(day) });
    if (isTooEarly(day)) return setClosed(unavailable);
    const outcome = await call((api) => api.POST("/performance/product-date", request(day, day)));
    const open = outcome.ok && outcome.answer.some((date) => capacityLook(date.capacityLevelId).selectable);
    if (open) onChoose(day);
    else setClosed(outcome.ok ? unavailable : outcome.message);
  }

  return (
    <div className="grid gap-3">
      {shown.error ? (
        <Alert
          tone="error"
          label={t("alert.error")}
          action={
            <ScriptButton className="font-semibold underline" onClick={() => shown.mutate()}>
              {t("alert.retry")}
            </ScriptButton>
          }
        >
          {shown.error.message || t("picker.failed")}
        </Alert>
      ) : null}
      <Calendar
        label={t("picker.calendar")}
        previousLabel={t("picker.previous-month")}
        nextLabel={t("picker.next-month")}
        value={present || null}
        focused={focused}
        minimum={minimum}
        onFocus={setFocused}
        onChoose={onChoose}
        noted={isPriced}
        look={(day) => {
          const date = isTooEarly(day) ? undefined : known.get(day);
          if (!date) return null;
          const price = date.fromPrice === undefined ? undefined : priceText(t, date.fromPrice);
          const level = capacityText(t, date.capacityLevelId, date.capacityDescription);
          return {
            word: price === undefined ? level : `${fromText(t, date.fromPrice ?? 0)}, ${level}`,
            note: price,
            mark: <CapacityMark levelId={date.capacityLevelId} size={11} />,
            selectable: capacityLook(date.capacityLevelId).selectable,
          };
        }}
      />
      {isPriced && pricedFor ? (
        <p className="legend">{t("picker.prices-for", { variant: pricedFor })}</p>
      ) : null}
      <Legend
        levels={wordLevels.filter((level) => [...known.values()].some((d) => d.capacityLevelId === level))}
      />
      <DayShortcuts next={next} error={closed} onTyped={chooseTyped} onChoose={onChoose} />
    </div>
  );
}

function Legend({ levels }: { levels: number[] }) {
  const t = useText(capacityTexts);
  return (
    <ul className="flex min-h-5 flex-wrap gap-x-4 gap-y-1">
      {levels.map((level) => (
        <li key={level} className="legend flex items-center gap-1.5">
          <CapacityMark levelId={level} size={11} />
          {t(capacityLook(level).textId)}
        </li>
      ))}
    </ul>
  );
}
