"use client";

import { useSearchParams } from "next/navigation";
import { type KeyboardEvent, useEffect, useReducer, useRef } from "react";
import type { DynamicDate } from "@/api/types";
import { addDays, formatDayOfYear, formatShortDay, parseDay } from "@/lib/dates";
import { readEntry, writeEntry, writeQuery } from "@/lib/history-entry";
import { alertTexts } from "@/text/areas/alert";
import { capacityTexts } from "@/text/areas/capacity";
import { productTexts } from "@/text/areas/product";
import { weekTexts } from "@/text/areas/week";
import type { Say } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Icon } from "@/ui/icon";
import { Press } from "@/ui/press";
import { Segments } from "@/ui/segments";
import { StatusLine } from "@/ui/status-line";
import { CapacityMark, capacityText } from "../../capacity/capacity-tag";
import { priceText } from "../../price/price-text";
import type { Sale } from "../sale";
import { useWeek } from "./use-week";
import { type Day, daysOf, hasNext, hasPrevious, open, pressed, range, reduce, sunday } from "./week-state";

/** What the page knows about the weeks before any call. */
export type WeekPage = {
  /** The days sent with the page. */
  days: DynamicDate[];
  /** The first and the last day on sale. */
  minimum: string;
  maximum: string;
};

/** The day focused last, stored in the page's browser history entry. */
type Looked = { productId: string; day: string };

const lookedKey = "midwayWeek";

export function noteDay(productId: string, day: string): void {
  writeEntry(lookedKey, { productId, day } satisfies Looked);
}

function notedDay(productId: string): string | undefined {
  const looked = readEntry<Looked>(lookedKey);
  return looked?.productId === productId ? looked.day : undefined;
}

type Props = {
  productId: string;
  sale: Sale;
  week: WeekPage;
  /** The chosen day. */
  present?: string;
  onChoose: (day: string) => void;
};

type WeekSay = Say<"capacity" | "product" | "week">;

const dayNames = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
const legend = [99, 4, 3, 2, 1];

const turn =
  "inline-flex min-h-11 items-center gap-1 rounded-button px-2 font-semibold text-link hover:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:text-ink-2 aria-disabled:hover:bg-transparent sm:px-3";

/** One week from Sunday with the price of each day. Days that cannot be chosen can be focused and say why. */
export function WeekStep({ productId, sale, week, present, onChoose }: Props) {
  const t = useText(alertTexts, capacityTexts, productTexts, weekTexts);
  const [state, dispatch] = useReducer(reduce, null, () =>
    open(week.minimum, week.maximum, week.days, notedDay(productId)),
  );
  /** Whether the days are stacked on large screens too. */
  const list = useSearchParams().get("view") === "list";
  const first = sunday(state);
  const shown = useWeek(productId, sale, first, week.days);
  // Loads the next week in advance.
  useWeek(productId, sale, hasNext(state) ? addDays(first, 7) : null);
  const days = daysOf(state, shown.data?.dates);
  const grid = useRef<HTMLDivElement>(null);
  /** Focus follows the day after it was moved by keys. */
  const moved = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the focused day changes
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  }, [state.focused]);

  useEffect(() => noteDay(productId, state.focused), [productId, state.focused]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (pressed(state, event.key) === null) return;
    event.preventDefault();
    moved.current = true;
    dispatch({ type: "key", key: event.key });
  }

  const views = [
    { value: "week", words: t("week.view-week") },
    { value: "list", words: t("week.view-list") },
  ] as const;
  const rows = list ? "" : "min-[52rem]:hidden";
  const cells = list ? "grid gap-2" : "grid gap-2 min-[52rem]:grid-cols-7 min-[52rem]:gap-1.5";

  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-4">
        <div className="flex flex-1 flex-wrap items-center justify-between gap-x-2 min-[52rem]:justify-start">
          <Press
            className={turn}
            aria-disabled={!hasPrevious(state) || undefined}
            onClick={() => dispatch({ type: "previous" })}
          >
            <Icon name="previous" size={20} />
            {t("week.previous")}
          </Press>
          <p
            className="figures order-first w-full text-center font-semibold sm:order-none sm:w-56"
            data-week-range
          >
            {range(state)}
          </p>
          <Press
            className={turn}
            aria-disabled={!hasNext(state) || undefined}
            onClick={() => dispatch({ type: "next" })}
          >
            {t("week.next")}
            <Icon name="next" size={20} />
          </Press>
        </div>
        {/* On small screens the days are always stacked. */}
        <div className="hidden w-44 flex-none min-[52rem]:block">
          <Segments
            label={t("week.views")}
            options={views}
            value={list ? "list" : "week"}
            onChange={(view) => writeQuery("view", view === "list" ? view : null)}
          />
        </div>
      </div>

      {shown.error ? (
        <Alert
          tone="error"
          label={t("alert.error")}
          action={
            <Press className="font-semibold underline" onClick={() => shown.mutate()}>
              {t("alert.retry")}
            </Press>
          }
        >
          {shown.error.message || t("week.failed")}
        </Alert>
      ) : null}

      {/* biome-ignore lint/a11y/useSemanticElements: a table of one row would read its prices as data, not as choices */}
      <div
        ref={grid}
        role="grid"
        aria-label={t("week.calendar", { range: range(state) })}
        aria-busy={shown.isLoading || undefined}
        data-week={list ? "list" : "grid"}
        onKeyDown={onKeyDown}
      >
        {list ? null : (
          // biome-ignore lint/a11y/useSemanticElements: see above
          // biome-ignore lint/a11y/useFocusableInteractive: the headers of a grid take no focus
          <div role="row" className="hidden grid-cols-7 gap-1.5 pb-1 min-[52rem]:grid">
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
        )}
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: its cells take focus */}
        <div role="row" className={cells}>
          {days.map((day, index) => {
            const date = day?.date ?? addDays(first, index);
            const spoken = day ? name(t, day) : formatDayOfYear(date);
            return (
              // biome-ignore lint/a11y/useSemanticElements: see above
              // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes focus
              <div key={date} role="gridcell" aria-selected={date === present} className="grid">
                <Press
                  tabIndex={date === state.focused ? 0 : -1}
                  aria-disabled={!day?.selectable || undefined}
                  data-day={date}
                  onFocus={() => dispatch({ type: "focused", day: date })}
                  onClick={() => (day?.selectable ? onChoose(date) : undefined)}
                  className={`${day?.look ?? ""} ${shape(list, day, date === present)}`}
                >
                  <span className="sr-only">{spoken}</span>
                  <span aria-hidden="true" className="contents">
                    <DayText t={t} day={day} date={date} list={list} rows={rows} />
                  </span>
                </Press>
              </div>
            );
          })}
        </div>
      </div>

      <ul className="flex flex-wrap gap-x-4 gap-y-1" aria-label={t("week.legend")}>
        {legend.map((level) => (
          <li key={level} className="legend flex items-center gap-1.5">
            <CapacityMark levelId={level} size={11} />
            {capacityText(t, level)}
          </li>
        ))}
      </ul>
      <StatusLine>{shown.isLoading ? t("week.loading") : range(state)}</StatusLine>
    </div>
  );
}

function shape(list: boolean, day: Day | null, isPresent: boolean): string {
  const base =
    "figures flex min-h-14 w-full items-center gap-3 rounded-button border px-3 py-2 text-left aria-disabled:cursor-not-allowed";
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

type TextProps = { t: WeekSay; day: Day | null; date: string; list: boolean; rows: string };

/** A row shows the day with its weekday. A column shows the number, with the month on the first day. */
function DayText({ t, day, date, list, rows }: TextProps) {
  const number = Number(date.slice(8));
  const columns = list ? "hidden" : "max-[51.99rem]:hidden";
  return (
    <>
      <span className={`w-24 flex-none font-semibold ${rows}`}>{formatShortDay(date)}</span>
      <span className={`text-lg font-semibold leading-none ${columns}`}>
        {number}
        {number === 1 ? <span className="ps-1 text-sm">{monthName(date)}</span> : null}
      </span>
      {day === null ? (
        <span className="skeleton h-5 w-16" />
      ) : (
        <>
          <span className={`flex-1 ${list ? "" : "min-[52rem]:flex-none"}`}>
            {day.prices ? (
              <span className="block text-sm font-bold xl:text-base">{prices(t, day)}</span>
            ) : null}
            {day.isLowest ? (
              <span className="block text-xs font-semibold text-ok">{t("week.lowest")}</span>
            ) : null}
          </span>
          <span className={`inline-flex items-center gap-1 text-xs ${list ? "" : "min-[52rem]:mt-auto"}`}>
            <CapacityMark levelId={day.capacityLevelId} size={12} />
            {word(t, day)}
          </span>
        </>
      )}
    </>
  );
}

/** The availability of a day, or why it has none. */
function word(t: WeekSay, day: Day): string {
  return day.look === "closed"
    ? t("week.closed")
    : capacityText(t, day.capacityLevelId, day.capacityDescription);
}

const monthFormat = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });

function monthName(day: string): string {
  const date = parseDay(day);
  return date ? monthFormat.format(date) : "";
}

/** `$49.00`, or `$49.00 - $89.00`. */
function prices(t: WeekSay, { prices }: Day): string {
  if (!prices) return "";
  const { lowest, highest } = prices;
  return lowest === highest ? priceText(t, lowest) : `${priceText(t, lowest)} - ${priceText(t, highest)}`;
}

/** "Saturday, December 5, $49.00 - $89.00, Almost Full": contains the visible text of the button. */
function name(t: WeekSay, day: Day): string {
  return [formatDayOfYear(day.date), prices(t, day), day.isLowest ? t("week.lowest") : null, word(t, day)]
    .filter(Boolean)
    .join(", ");
}
