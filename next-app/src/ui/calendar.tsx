"use client";

import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import {
  addDays,
  addMonths,
  endOfMonth,
  firstOfMonth,
  formatDay,
  formatMonthOfYear,
  weekdayNames,
  weeksOf,
} from "@/lib/dates";
import { gridHeight, shownMonths } from "./calendar-months";
import { Icon } from "./icon";
import { StatusLine } from "./status-line";

export type DayAppearance = {
  /** A word for the day's state, which is added to the accessible name of the day. */
  word: string;
  mark: ReactNode;
  /** A short text below the number, such as the price. If any day has one, all days have room for it. */
  note?: string;
  selectable: boolean;
};

type Props = {
  label: string;
  previousLabel: string;
  nextLabel: string;
  /** All days have the format `YYYY-MM-DD`. */
  value: string | null;
  focused: string;
  minimum?: string;
  maximum?: string;
  appearanceOf: (day: string) => DayAppearance | null;
  /** Whether days have notes. */
  noted?: boolean;
  /** Says why a day cannot be chosen, after the day was pressed. Without it a pressed day stays silent. */
  refusalOf?: (day: string) => string;
  onFocus: (day: string) => void;
  onChoose: (day: string) => void;
};

/**
 * A calendar of one month with weeks from Sunday, or of the first two months if the first one is almost over. The weeks
 * before the minimum are left out. One day at a time can be
 * reached by Tab, and keys move the focus from it to other days and months. Days that cannot be chosen can be focused,
 * and their names contain the reason. The reason is shown below the grid when such a day is pressed.
 */
export function Calendar(props: Props) {
  const { label, minimum, maximum, noted = false, appearanceOf, refusalOf } = props;
  const heading = useId();
  const second = useId();
  const grid = useRef<HTMLTableElement>(null);
  const within = (day: string) =>
    minimum && day < minimum ? minimum : maximum && day > maximum ? maximum : day;
  const focused = within(props.focused);
  const takesFocus = useRef(false);
  /** The pressed day, if it cannot be chosen. It is forgotten when another day gets the focus. */
  const [refused, setRefused] = useState<string | null>(null);
  const isSelectable = (day: string) => within(day) === day && appearanceOf(day)?.selectable === true;

  function focusDay(day: string) {
    if (day !== refused) setRefused(null);
    props.onFocus(day);
  }

  // A day that keys have moved to takes the focus when it is rendered.
  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);

  function onKeyDown(event: KeyboardEvent) {
    const day = dayAfterKey(event, focused);
    if (day === null) return;
    event.preventDefault();
    if (within(day) === focused) return;
    takesFocus.current = true;
    focusDay(within(day));
  }

  const showMonth = (months: number) => focusDay(within(addMonths(focused, months)));
  const months = shownMonths(focused, { minimum, maximum });
  const [first = focused] = months;
  const last = months.at(-1) ?? focused;
  const position = months.indexOf(firstOfMonth(focused));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form
    <div role="group" aria-label={label} className="-mx-2 sm:mx-0">
      <div className="flex items-center justify-between pb-2">
        <MonthButton
          label={props.previousLabel}
          icon="previous"
          blocked={minimum !== undefined && minimum >= first}
          onPress={() => showMonth(-1 - position)}
        />
        <h2 id={heading} aria-live="polite" className="text-base font-semibold">
          {formatMonthOfYear(first)}
        </h2>
        <MonthButton
          label={props.nextLabel}
          icon="next"
          blocked={maximum !== undefined && maximum <= endOfMonth(last)}
          onPress={() => showMonth(months.length - position)}
        />
      </div>
      <div style={{ height: `${gridHeight(focused, { minimum, maximum }, noted)}rem` }}>
        <table
          ref={grid}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the days inside are buttons
          role="grid"
          aria-labelledby={months.length > 1 ? `${heading} ${second}` : heading}
          onKeyDown={onKeyDown}
          className="w-full table-fixed border-separate border-spacing-y-0.5"
        >
          {/* The names of the days contain the day of the week. */}
          <thead aria-hidden="true">
            <tr>
              {weekdayNames.map((name) => (
                <th key={name} className="legend h-8">
                  {name.slice(0, 3)}
                </th>
              ))}
            </tr>
          </thead>
          {months.map((month) => (
            <tbody key={month}>
              {month === first ? null : (
                <tr>
                  <th id={second} scope="rowgroup" colSpan={7} className="h-10 text-base font-semibold">
                    {formatMonthOfYear(month)}
                  </th>
                </tr>
              )}
              {weeksOf(month, minimum).map((sunday) => (
                <tr key={sunday}>
                  {weekdayNames.map((name, number) => (
                    <DayCell
                      {...props}
                      key={name}
                      month={month}
                      day={addDays(sunday, number)}
                      focused={focused}
                      noted={noted}
                      within={within}
                      isSelectable={isSelectable(addDays(sunday, number))}
                      onFocus={focusDay}
                      onRefuse={setRefused}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
      {refusalOf ? (
        <div className="px-2 sm:px-0">
          <StatusLine visible>
            {refused === null || isSelectable(refused) ? "" : refusalOf(refused)}
          </StatusLine>
        </div>
      ) : null}
    </div>
  );
}

type MonthButtonProps = { label: string; icon: "previous" | "next"; blocked: boolean; onPress: () => void };

/** A button that cannot go further keeps the focus. */
function MonthButton({ label, icon, blocked, onPress }: MonthButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={blocked || undefined}
      onClick={blocked ? undefined : onPress}
      className="inline-grid size-11 touch-manipulation place-items-center rounded-button text-ink hover:bg-sunken aria-disabled:text-control aria-disabled:*:opacity-50 aria-disabled:hover:bg-transparent"
    >
      <Icon name={icon} size={20} />
    </button>
  );
}

type DayCellProps = Pick<Props, "value" | "focused" | "noted" | "appearanceOf" | "onFocus" | "onChoose"> & {
  month: string;
  day: string;
  within: (day: string) => string;
  isSelectable: boolean;
  onRefuse: (day: string) => void;
};

/** A day of the month as a button. The cell of a day of another month is empty. */
function DayCell({
  month,
  day,
  value,
  focused,
  noted,
  appearanceOf,
  within,
  isSelectable,
  onFocus,
  onChoose,
  onRefuse,
}: DayCellProps) {
  if (firstOfMonth(day) !== month) return <td />;
  const appearance = appearanceOf(day);
  const isWithin = within(day) === day;
  const isChosen = day === value;
  const tone = isChosen
    ? "bg-brand font-semibold text-on-brand forced-colors:outline-2 not-forced-colors:[&_.level-mark]:text-on-brand"
    : isSelectable
      ? "cursor-pointer font-semibold hover:bg-brand-soft"
      : "cursor-not-allowed text-ink-2";
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a table with the role of a grid is a grid cell
    <td aria-selected={isChosen}>
      <button
        type="button"
        data-day={day}
        tabIndex={day === focused ? 0 : -1}
        aria-disabled={!isSelectable || undefined}
        onFocus={() => isWithin && onFocus(day)}
        onClick={() => (isSelectable ? onChoose(day) : onRefuse(day))}
        className={`figures mx-auto grid w-full max-w-14 touch-manipulation content-center justify-items-center gap-0.5 rounded-button text-base leading-none ${noted ? "h-[3.375rem]" : "h-11"} ${tone}`}
      >
        <span className="sr-only">{[formatDay(day), appearance?.word].filter(Boolean).join(", ")}</span>
        <span aria-hidden="true" className="contents">
          <span>{Number(day.slice(8))}</span>
          {noted ? (
            <span className="h-3 text-[0.6875rem] font-normal tracking-tight">{appearance?.note}</span>
          ) : null}
          <span className="grid h-3 place-items-center">{appearance?.mark}</span>
        </span>
      </button>
    </td>
  );
}

/** The day to which a key moves the focus; null for other keys. */
function dayAfterKey({ key, shiftKey }: KeyboardEvent, from: string): string | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(from, -1);
    case "ArrowRight":
      return addDays(from, 1);
    case "ArrowUp":
      return addDays(from, -7);
    case "ArrowDown":
      return addDays(from, 7);
    case "PageUp":
      return addMonths(from, shiftKey ? -12 : -1);
    case "PageDown":
      return addMonths(from, shiftKey ? 12 : 1);
    case "Home":
      return firstOfMonth(from);
    case "End":
      return endOfMonth(from);
    default:
      return null;
  }
}
