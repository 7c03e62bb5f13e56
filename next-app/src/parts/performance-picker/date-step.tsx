"use client";

import { useState } from "react";
import { call } from "@/api/call";
import { keys, useApi } from "@/api/swr";
import type { Performance, ProductDate } from "@/api/types";
import { capacityAppearance, isOpenFor } from "@/lib/capacity";
import { earliestToday, formatNearDay, formatShortDay, formatTime } from "@/lib/dates";
import { capacityTexts } from "@/text/areas/capacity";
import { pickerTexts } from "@/text/areas/picker";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Calendar } from "@/ui/calendar";
import { shownRange } from "@/ui/calendar-months";
import { CapacityMark, capacityText, levelFor } from "../capacity/capacity-tag";
import { RetryAlert } from "../error-summary/retry-alert";
import { fromText } from "../price/from-price";
import { priceText } from "../price/price-text";
import { dayRefusal } from "./day-refusal";
import { DayShortcuts } from "./day-shortcuts";
import { GroupSize } from "./group-size";
import type { Sale } from "./sale";
import { useEarliest, useFirstDates } from "./use-earliest";

type Props = {
  productId: string;
  sale: Sale;
  /** The dates sent with the page: the first dates on sale. */
  dates: ProductDate[];
  /** Lets the shopper say how many people come; absent if the quantities are given already. */
  group?: { max: number };
  /** How many people come together; 1 if absent. */
  groupSize?: number;
  onGroupSize?: (groupSize: number) => void;
  /** The earliest day that can be chosen, if there is a limit. */
  starting: string | null;
  /** The next performance that is not full, offered with its day and time; null if it is not known. */
  earliest?: Performance | null;
  onEarliest?: (performance: Performance) => void;
  /** The chosen day. It is marked, and the calendar opens there unless it is before the first of `dates`. */
  present?: string;
  /** The sentence that says whose prices the days show. */
  priceNote?: string;
  onChoose: (day: string) => void;
};

const legendLevels = [1, 2, 3, 4, 99];

/** The dates of a product, month by month, with their prices and availability. */
export function DateStep(props: Props) {
  const { dates, present, priceNote, group, groupSize = 1, onGroupSize, onEarliest, onChoose } = props;
  const t = useText(capacityTexts, pickerTexts, productTexts);
  const { focused, setFocused, next, days, isTooEarly, shown, refusal, chooseTyped } = useDates(props);
  const earliest = useEarliest(props);

  if (focused === null) return <p className="text-ink-2">{t("product.no-dates")}</p>;

  const isPriced = dates.some((date) => date.fromPrice !== undefined);

  function appearanceOf(day: string) {
    const date = isTooEarly(day) ? undefined : days.get(day);
    if (!date) return null;
    const price = date.fromPrice === undefined ? undefined : priceText(t, date.fromPrice);
    const { levelId, description } = levelFor(t, date, groupSize);
    const level = capacityText(t, levelId, description);
    return {
      word: price === undefined ? level : `${fromText(t, date.fromPrice ?? 0)}, ${level}`,
      note: price,
      mark: <CapacityMark levelId={levelId} size={11} />,
      selectable: isOpenFor(date),
    };
  }

  function refusalOf(day: string): string {
    const date = isTooEarly(day) ? undefined : days.get(day);
    if (date) {
      const { levelId, description } = levelFor(t, date, groupSize);
      return dayRefusal(t, day, capacityText(t, levelId, description));
    }
    // Until the month has loaded, it is not known whether the day is on sale.
    return shown.data || isTooEarly(day) ? dayRefusal(t, day) : "";
  }

  return (
    <div className="grid gap-3">
      {group && onGroupSize ? <GroupSize size={groupSize} max={group.max} onChange={onGroupSize} /> : null}
      {shown.error ? (
        <RetryAlert message={shown.error.message || t("picker.failed")} onRetry={() => shown.mutate()} />
      ) : null}
      {isPriced && priceNote ? <p className="legend">{priceNote}</p> : null}
      {!isPriced && dates.some(isOpenFor) ? <p className="legend">{t("picker.same-price")}</p> : null}
      <Calendar
        label={t("picker.calendar")}
        previousLabel={t("picker.previous-month")}
        nextLabel={t("picker.next-month")}
        value={present || null}
        focused={focused}
        minimum={dates[0]?.date ?? focused}
        onFocus={setFocused}
        onChoose={onChoose}
        noted={isPriced}
        appearanceOf={appearanceOf}
        refusalOf={refusalOf}
      />
      <Legend
        levels={legendLevels.filter((level) =>
          [...days.values()].some((day) => levelFor(t, day, groupSize).levelId === level),
        )}
      />
      <DayShortcuts next={next} error={refusal} onTyped={chooseTyped} onChoose={onChoose} />
      {earliest && !earliest.validAllDay && onEarliest ? (
        <Button
          appearance="secondary"
          wide
          onClick={(event) => {
            // A dialog moves the focus of a button that disappears to its first button, which closes it.
            event.currentTarget.closest<HTMLElement>("[data-picker]")?.focus({ preventScroll: true });
            onEarliest(earliest);
          }}
        >
          {t(groupSize > 1 ? "picker.earliest-for" : "picker.earliest", {
            count: groupSize,
            date: formatShortDay(earliest.performanceDateTime.slice(0, 10)),
            time: formatTime(earliest.performanceTime),
          })}
        </Button>
      ) : null}
    </div>
  );
}

/** The dates of the shown month, and a function that chooses a typed date of any month. */
function useDates({ productId, sale, dates, groupSize = 1, starting, present, onChoose }: Props) {
  const t = useText(pickerTexts);
  // The page has the dates for one person.
  const { data: forGroup } = useFirstDates(groupSize > 1 ? productId : null, sale, starting, groupSize);
  const next = (groupSize > 1 ? forGroup : dates)?.find(isOpenFor)?.date ?? null;
  const [focused, setFocused] = useState(() => {
    const first = dates[0]?.date;
    if (present && first && present >= first) return present;
    return next ?? starting ?? first ?? null;
  });
  /** The message that says why the typed date cannot be chosen; null if there is none. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const range = focused ? shownRange(focused, { minimum: dates[0]?.date }) : null;
  const isTooEarly = (day: string) => starting !== null && day < starting;

  const request = (startDate: string, endDate: string) => ({
    body: { ...sale, productIds: [productId], startDate, endDate, groupSize },
  });
  const shown = useApi<ProductDate[]>(
    range ? keys.months(productId, sale, range, groupSize) : null,
    (api) => api.POST("/performance/product-date", request(range?.startDate ?? "", range?.endDate ?? "")),
    { keepPreviousData: false },
  );
  // Until the month has loaded, the dates sent with the page are used.
  const days = new Map((shown.data ?? dates).map((date) => [date.date, date]));

  async function chooseTyped(day: string) {
    const today = earliestToday(Date.now());
    const date = formatNearDay(day, today);
    if (day < today) return setRefusal(t("picker.type-date-past", { date }));
    const unavailable = t("picker.type-date-closed", { date });
    if (isTooEarly(day)) return setRefusal(unavailable);
    const outcome = await call((api) => api.POST("/performance/product-date", request(day, day)));
    const open = outcome.ok && outcome.answer.some(isOpenFor);
    if (open) onChoose(day);
    else setRefusal(outcome.ok ? unavailable : outcome.message);
  }

  return { focused, setFocused, next, days, isTooEarly, shown, refusal, chooseTyped };
}

function Legend({ levels }: { levels: number[] }) {
  const t = useText(capacityTexts);
  return (
    <ul className="flex min-h-5 flex-wrap gap-x-4 gap-y-1">
      {levels.map((level) => (
        <li key={level} className="legend flex items-center gap-1.5">
          <CapacityMark levelId={level} size={11} />
          {t(capacityAppearance(level).textId)}
        </li>
      ))}
    </ul>
  );
}
