"use client";

import type { KeyboardEvent, Ref } from "react";
import { formatDayOfYear, formatMonth, formatShortDay, parseDay } from "@/lib/dates";
import { capacityTexts } from "@/text/areas/capacity";
import { productTexts } from "@/text/areas/product";
import { weekTexts } from "@/text/areas/week";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { ScriptButton } from "@/ui/script-button";
import { CapacityMark, capacityText, levelFor } from "../../capacity/capacity-tag";
import { priceText } from "../../price/price-text";
import type { Day } from "./week-state";

type TranslateWeek = Translate<"capacity" | "product" | "week">;

const dayNames = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

type Props = {
  ref: Ref<HTMLDivElement>;
  /** The name of the weeks. */
  label: string;
  isLoading: boolean;
  /** The days of each week, up to Saturday, and what is known of each; null while a day is loading. */
  dates: string[][];
  days: (Day | null)[][];
  focused: string;
  groupSize: number;
  /** The chosen day. */
  present?: string;
  /** Whether the days are stacked on large screens too. */
  list: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocusDay: (day: string) => void;
  onChoose: (day: string) => void;
  /** Called for a day that cannot be chosen. */
  onRefuse: (day: string) => void;
};

/** The days of one or two weeks as a grid with a row for each week. */
export function WeekDays({ ref, label, isLoading, dates, days, list, onKeyDown, ...cell }: Props) {
  const cells = list ? "grid gap-2" : "grid gap-2 min-[52rem]:grid-cols-7 min-[52rem]:gap-1.5";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table would present its prices as data, not as choices
    <div
      ref={ref}
      role="grid"
      aria-label={label}
      aria-busy={isLoading || undefined}
      data-week={list ? "list" : "grid"}
      onKeyDown={onKeyDown}
      className="grid gap-2"
    >
      {list ? null : <DayNames />}
      {dates.map((week, row) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: the cells of the row take focus
        <div key={week[0]} role="row" className={cells}>
          {week.map((date, index) => (
            <DayCell key={date} day={days[row]?.[index] ?? null} date={date} list={list} {...cell} />
          ))}
        </div>
      ))}
    </div>
  );
}

function DayNames() {
  const t = useText(weekTexts);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: the headers of a grid take no focus
    <div role="row" className="-mb-1 hidden grid-cols-7 gap-1.5 min-[52rem]:grid">
      {dayNames.map((name) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        <div key={name} role="columnheader" className="legend text-center">
          <span className="max-lg:sr-only">{t(`week.${name}`)}</span>
          <span className="lg:hidden" aria-hidden="true">
            {t(`week.${name}`).slice(0, 3)}
          </span>
        </div>
      ))}
    </div>
  );
}

type CellProps = Pick<
  Props,
  "focused" | "groupSize" | "present" | "list" | "onFocusDay" | "onChoose" | "onRefuse"
> & {
  day: Day | null;
  date: string;
};

/** A day as a button. A day that cannot be chosen can be focused, and its name contains the reason. */
function DayCell({ day, date, focused, groupSize, present, list, ...on }: CellProps) {
  const t = useText(capacityTexts, productTexts, weekTexts);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes focus
    <div role="gridcell" aria-selected={date === present} className={`grid ${list ? "" : column(date)}`}>
      <ScriptButton
        tabIndex={date === focused ? 0 : -1}
        aria-disabled={!day?.selectable || undefined}
        data-day={date}
        onFocus={() => on.onFocusDay(date)}
        onClick={() => (day?.selectable ? on.onChoose(date) : on.onRefuse(date))}
        className={`${day?.level ?? ""} ${shape(list, day, date === present)}`}
      >
        <span className="sr-only">{day ? name(t, day, groupSize) : formatDayOfYear(date)}</span>
        <span aria-hidden="true" className="contents">
          <DayText t={t} day={day} date={date} groupSize={groupSize} list={list} />
        </span>
      </ScriptButton>
    </div>
  );
}

/** The column of a day. The first week may begin in the middle. */
function column(date: string): string {
  return columns[parseDay(date)?.getUTCDay() ?? 0] ?? "";
}

const columns = [
  "min-[52rem]:col-start-1",
  "min-[52rem]:col-start-2",
  "min-[52rem]:col-start-3",
  "min-[52rem]:col-start-4",
  "min-[52rem]:col-start-5",
  "min-[52rem]:col-start-6",
  "min-[52rem]:col-start-7",
];

function shape(list: boolean, day: Day | null, isPresent: boolean): string {
  const base =
    "figures flex min-h-14 w-full items-center gap-x-3 gap-y-0.5 rounded-button border px-3 py-2 text-left max-[24rem]:flex-wrap aria-disabled:cursor-not-allowed";
  const upright = list
    ? ""
    : "min-[52rem]:h-full min-[52rem]:min-h-36 min-[52rem]:flex-col min-[52rem]:items-start min-[52rem]:gap-1 min-[52rem]:px-2 lg:px-3";
  const tone = isPresent
    ? "border-2 border-brand bg-brand-soft"
    : day?.selectable
      ? "border-control bg-surface hover:border-brand hover:bg-brand-soft"
      : "border-line bg-sunken text-ink-2";
  return `${base} ${upright} ${tone}`;
}

type TextProps = { t: TranslateWeek; day: Day | null; date: string; groupSize: number; list: boolean };

/**
 * The text of a day. Stacked days show the date with the weekday; narrow phones show the price in a second line. Days side by side show the number of the day, with the
 * name of the month on the first day of a month.
 */
function DayText({ t, day, date, groupSize, list }: TextProps) {
  const number = Number(date.slice(8));
  const rows = list ? "" : "min-[52rem]:hidden";
  const columns = list ? "hidden" : "max-[51.99rem]:hidden";
  return (
    <>
      <span className={`w-24 flex-none font-semibold ${rows}`}>{formatShortDay(date)}</span>
      <span className={`text-lg font-semibold leading-none ${columns}`}>
        {number}
        {number === 1 ? <span className="ps-1 text-sm leading-none">{formatMonth(date)}</span> : null}
      </span>
      {day === null ? (
        <span className="skeleton h-5 w-16" />
      ) : (
        <>
          <span
            className={`flex-1 max-[24rem]:order-last max-[24rem]:w-full max-[24rem]:flex-none ${list ? "" : "min-[52rem]:flex-none"}`}
          >
            {day.prices ? (
              <span className="block text-sm font-bold xl:text-base">{prices(t, day)}</span>
            ) : null}
            {day.isLowest ? (
              <span className="block text-xs font-semibold text-ok">{t("week.lowest")}</span>
            ) : null}
          </span>
          <span
            className={`inline-flex items-center gap-1 text-xs max-[24rem]:ms-auto ${list ? "" : "min-[52rem]:mt-auto"}`}
          >
            <CapacityMark levelId={levelFor(t, day, groupSize).levelId} size={12} />
            {dayWord(t, day, groupSize)}
          </span>
        </>
      )}
    </>
  );
}

/** The text for the availability of a day, or for a closed day. */
export function dayWord(t: Translate<"capacity" | "week">, day: Day, groupSize: number): string {
  const { levelId, description } = levelFor(t, day, groupSize);
  return day.level === "closed" ? t("week.closed") : capacityText(t, levelId, description);
}

/** Formats the prices as `$49.00`, or as `$49.00 - $89.00`. */
function prices(t: TranslateWeek, { prices }: Day): string {
  if (!prices) return "";
  const { lowest, highest } = prices;
  return lowest === highest ? priceText(t, lowest) : `${priceText(t, lowest)} - ${priceText(t, highest)}`;
}

/**
 * The name of a day, such as "Saturday, December 5, $49.00 - $89.00, Almost Full". It contains the visible text of the
 * button.
 */
function name(t: TranslateWeek, day: Day, groupSize: number): string {
  return [
    formatDayOfYear(day.date),
    prices(t, day),
    day.isLowest ? t("week.lowest") : null,
    dayWord(t, day, groupSize),
  ]
    .filter(Boolean)
    .join(", ");
}
