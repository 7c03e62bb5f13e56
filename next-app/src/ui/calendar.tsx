"use client";

import { parseDate } from "@internationalized/date";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import {
  Calendar as AriaCalendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from "react-aria-components/Calendar";
import { formatDay } from "@/lib/dates";
import { Icon } from "./icon";

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
  onFocus: (day: string) => void;
  onChoose: (day: string) => void;
};

const step =
  "inline-grid size-11 place-items-center rounded-button text-ink hover:bg-sunken disabled:text-control disabled:opacity-50 disabled:hover:bg-transparent";

/**
 * A calendar of one month with weeks from Sunday. Days that cannot be chosen can be focused, and their names contain
 * the reason.
 */
export function Calendar(props: Props) {
  const { label, value, focused, minimum, maximum, appearanceOf, noted = false } = props;
  return (
    <AriaCalendar
      aria-label={label}
      firstDayOfWeek="sun"
      value={value ? parseDate(value) : null}
      focusedValue={parseDate(focused)}
      minValue={minimum ? parseDate(minimum) : undefined}
      maxValue={maximum ? parseDate(maximum) : undefined}
      isDateUnavailable={(date) => !appearanceOf(date.toString())?.selectable}
      onFocusChange={(date) => props.onFocus(date.toString())}
      onChange={(date) => props.onChoose(date.toString())}
      className="-mx-2 sm:mx-0"
    >
      <div className="flex items-center justify-between pb-2">
        <Button slot="previous" aria-label={props.previousLabel} className={step}>
          <Icon name="previous" size={20} />
        </Button>
        <CalendarHeading className="text-base font-semibold" />
        <Button slot="next" aria-label={props.nextLabel} className={step}>
          <Icon name="next" size={20} />
        </Button>
      </div>
      {/* The grid always has the height of six weeks, so that content below does not move. */}
      <div className={noted ? "h-[23.25rem]" : "h-[19.5rem]"}>
        <CalendarGrid
          weekdayStyle="short"
          className="w-full table-fixed border-separate border-spacing-y-0.5"
        >
          <CalendarGridHeader>
            {(day) => <CalendarHeaderCell className="legend h-8">{day}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => {
              const day = appearanceOf(date.toString());
              return (
                <CalendarCell
                  date={date}
                  render={(cell) => <div {...named(cell, date.toString(), day?.word)} />}
                  className={({ isSelected, isUnavailable, isOutsideMonth, isDisabled, isFocusVisible }) =>
                    [
                      "figures mx-auto grid w-full max-w-14 content-center justify-items-center gap-0.5 rounded-button text-base leading-none",
                      noted ? "h-[3.375rem]" : "h-11",
                      isOutsideMonth ? "invisible" : "",
                      isFocusVisible ? "outline-2 outline-offset-2 outline-focus" : "outline-none",
                      isSelected
                        ? "bg-brand font-semibold text-on-brand forced-colors:outline-2 [&_.level-mark]:text-on-brand"
                        : isUnavailable || isDisabled
                          ? "cursor-not-allowed text-ink-2"
                          : "cursor-pointer font-semibold hover:bg-brand-soft",
                    ].join(" ")
                  }
                >
                  {({ formattedDate }) => (
                    <>
                      <span>{formattedDate}</span>
                      {noted ? (
                        <span className="h-3 text-[0.6875rem] font-normal tracking-tight">{day?.note}</span>
                      ) : null}
                      <span className="grid h-3 place-items-center">{day?.mark}</span>
                    </>
                  )}
                </CalendarCell>
              );
            }}
          </CalendarGridBody>
        </CalendarGrid>
      </div>
    </AriaCalendar>
  );
}

/**
 * Gives a day cell its accessible name: the date and, if there is one, the word for the day's state. It replaces the
 * library's label, which calls the first and the last day of the shown months "First available date" and "Last available
 * date". The name is visually hidden text in the cell.
 */
function named(
  { "aria-label": _, children, ...cell }: ComponentProps<"div">,
  day: string,
  word: string | undefined,
): ComponentProps<"div"> {
  const date = formatDay(day);
  return {
    ...cell,
    children: (
      <>
        <span className="sr-only">{word ? `${date}, ${word}` : date}</span>
        <span aria-hidden="true" className="contents">
          {children}
        </span>
      </>
    ),
  };
}
