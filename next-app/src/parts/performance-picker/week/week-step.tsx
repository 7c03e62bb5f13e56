"use client";

import { useSearchParams } from "next/navigation";
import { type KeyboardEvent, useEffect, useReducer, useRef, useState } from "react";
import type { DynamicDate } from "@/api/types";
import { addDays } from "@/lib/dates";
import { readEntry, writeEntry, writeQuery } from "@/lib/history-entry";
import { RetryAlert } from "@/parts/error-summary/retry-alert";
import { capacityTexts } from "@/text/areas/capacity";
import { pickerTexts } from "@/text/areas/picker";
import { weekTexts } from "@/text/areas/week";
import { useText } from "@/text/use-text";
import { Icon } from "@/ui/icon";
import { ScriptButton } from "@/ui/script-button";
import { Segments } from "@/ui/segments";
import { StatusLine } from "@/ui/status-line";
import { CapacityMark, capacityText } from "../../capacity/capacity-tag";
import { dayRefusal } from "../day-refusal";
import { GroupSize } from "../group-size";
import type { Sale } from "../sale";
import { useWeek } from "./use-week";
import { dayWord, WeekDays } from "./week-days";
import {
  daysOf,
  hasNext,
  hasPrevious,
  open,
  pressed,
  range,
  rangeInWords,
  reduce,
  sundays,
  type WeekEvent,
  type WeekState,
  weeksOf,
} from "./week-state";

/** The data that the server sends with the week page of a product. */
export type WeekPage = {
  /** The days sent with the page. */
  days: DynamicDate[];
  /** The first and the last day that can be chosen. */
  minimum: string;
  maximum: string;
};

/** The day focused last, stored in the page's browser history entry. */
type StoredDay = { productId: string; day: string };

const storedDayKey = "midwayWeek";

export function storeDay(productId: string, day: string): void {
  writeEntry(storedDayKey, { productId, day } satisfies StoredDay);
}

function storedDay(productId: string): string | undefined {
  const stored = readEntry<StoredDay>(storedDayKey);
  return stored?.productId === productId ? stored.day : undefined;
}

type Props = {
  productId: string;
  sale: Sale;
  week: WeekPage;
  /** Lets the shopper say how many people come; absent if the quantities are given already. */
  group?: { max: number };
  groupSize: number;
  onGroupSize: (groupSize: number) => void;
  /** The sentence that says whose prices the days show. */
  priceNote?: string;
  /** The chosen day. */
  present?: string;
  onChoose: (day: string) => void;
};

const legend = [99, 4, 3, 2, 1];

/**
 * One week from Sunday, or the first two, with the price of each day. Days that cannot be chosen can be focused, and
 * their names contain the reason. The reason is shown below the days when such a day is pressed.
 */
export function WeekStep(props: Props) {
  const { productId, sale, week, group, groupSize, onGroupSize, priceNote, present, onChoose } = props;
  const t = useText(capacityTexts, pickerTexts, weekTexts);
  /** The pressed day, if it cannot be chosen. It is forgotten when another day gets the focus. */
  const [refused, setRefused] = useState<string | null>(null);
  const { state, dispatch, grid, onKeyDown } = useFocusedDay(productId, week);
  const list = useSearchParams().get("view") === "list";
  const [first = week.minimum, second = null] = sundays(state);
  const shown = [
    useWeek(productId, sale, first, groupSize, week.days),
    useWeek(productId, sale, second, groupSize, week.days),
  ];
  const failed = shown.find(({ error }) => error !== undefined);
  const isLoading = shown.some((each) => each.isLoading);
  // Loads the next week in advance.
  useWeek(productId, sale, hasNext(state) ? addDays(second ?? first, 7) : null, groupSize);
  const days = daysOf(
    state,
    shown.flatMap(({ data }) => data?.dates ?? []),
  );
  const refusedDay = days.flat().find((day) => day?.date === refused);

  return (
    <div className="grid gap-3">
      <div className="grid gap-3 lg:flex lg:items-center lg:gap-8">
        {group ? <GroupSize size={groupSize} max={group.max} onChange={onGroupSize} /> : null}
        <WeekBar state={state} dispatch={dispatch} list={list} />
      </div>
      {priceNote ? <p className="legend">{priceNote}</p> : null}
      {failed ? (
        <RetryAlert message={failed.error?.message || t("week.failed")} onRetry={() => failed.mutate()} />
      ) : null}
      <WeekDays
        ref={grid}
        label={t("week.calendar", { range: rangeInWords(state) })}
        isLoading={isLoading}
        dates={weeksOf(state)}
        days={days}
        focused={state.focused}
        groupSize={groupSize}
        present={present}
        list={list}
        onKeyDown={onKeyDown}
        onFocusDay={(day) => {
          if (day !== refused) setRefused(null);
          dispatch({ type: "focused", day });
        }}
        onChoose={onChoose}
        onRefuse={setRefused}
      />
      <div className="grid gap-1">
        <StatusLine visible>
          {refusedDay && !refusedDay.selectable
            ? dayRefusal(t, refusedDay.date, dayWord(t, refusedDay, groupSize))
            : ""}
        </StatusLine>
        <Legend />
      </div>
      <StatusLine>{isLoading ? t("week.loading") : rangeInWords(state)}</StatusLine>
    </div>
  );
}

/** The focused day and its week. After a key has changed the focused day, the keyboard focus moves to it. */
function useFocusedDay(productId: string, week: WeekPage) {
  const [state, dispatch] = useReducer(reduce, null, () =>
    open(week.minimum, week.maximum, week.days, storedDay(productId)),
  );
  const grid = useRef<HTMLDivElement>(null);
  const isMovedByKey = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the focused day changes
  useEffect(() => {
    if (!isMovedByKey.current) return;
    isMovedByKey.current = false;
    grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  }, [state.focused]);

  useEffect(() => storeDay(productId, state.focused), [productId, state.focused]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const moved = pressed(state, event.key);
    if (moved === null) return;
    event.preventDefault();
    isMovedByKey.current = moved.focused !== state.focused;
    dispatch({ type: "key", key: event.key });
  }

  return { state, dispatch, grid, onKeyDown };
}

type BarProps = { state: WeekState; dispatch: (event: WeekEvent) => void; list: boolean };

/** The buttons to the weeks before and after, and the choice between a grid and a list. */
function WeekBar({ state, dispatch, list }: BarProps) {
  const t = useText(weekTexts);
  const turn =
    "inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-button px-2 font-semibold text-link hover:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:text-ink-2 aria-disabled:hover:bg-transparent sm:px-3";
  return (
    <div className="flex flex-1 items-center justify-between gap-4">
      <div className="flex flex-1 items-center justify-between gap-x-2 min-[52rem]:justify-start">
        <ScriptButton
          className={turn}
          aria-disabled={!hasPrevious(state) || undefined}
          onClick={() => dispatch({ type: "previous" })}
        >
          <Icon name="previous" size={20} />
          <span className="max-sm:sr-only">{t("week.previous")}</span>
        </ScriptButton>
        <p data-week-range className="figures text-center font-semibold sm:w-60">
          {range(state)}
        </p>
        <ScriptButton
          className={turn}
          aria-disabled={!hasNext(state) || undefined}
          onClick={() => dispatch({ type: "next" })}
        >
          <span className="max-sm:sr-only">{t("week.next")}</span>
          <Icon name="next" size={20} />
        </ScriptButton>
      </div>
      {/* On small screens the days are always stacked. */}
      <div className="hidden w-44 flex-none min-[52rem]:block">
        <Segments
          label={t("week.views")}
          options={[
            { value: "week", text: t("week.view-week") },
            { value: "list", text: t("week.view-list") },
          ]}
          value={list ? "list" : "week"}
          onChange={(view) => writeQuery("view", view === "list" ? view : null)}
        />
      </div>
    </div>
  );
}

/** The legend of the marks on the days. */
function Legend() {
  const t = useText(capacityTexts, weekTexts);
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1" aria-label={t("week.legend")}>
      {legend.map((level) => (
        <li key={level} className="legend flex items-center gap-1.5">
          <CapacityMark levelId={level} size={11} />
          {capacityText(t, level)}
        </li>
      ))}
    </ul>
  );
}
