"use client";

import { useState } from "react";
import { type Answered, type Api, call } from "@/api/call";
import type { Refusal } from "@/api/outcome";
import { keys, useApi } from "@/api/swr";
import type { VisitDate, VisitDates } from "@/api/types";
import { formatDayOfYear, formatShortDay, unbroken } from "@/lib/dates";
import { visitAppearance } from "@/lib/visit-level";
import { LevelMark } from "@/parts/capacity/capacity-tag";
import { dayRefusal } from "@/parts/performance-picker/day-refusal";
import { DayShortcuts } from "@/parts/performance-picker/day-shortcuts";
import { capacityTexts } from "@/text/areas/capacity";
import { pickerTexts } from "@/text/areas/picker";
import { visitTexts } from "@/text/areas/visit";
import { useText } from "@/text/use-text";
import { Calendar } from "@/ui/calendar";
import { shownRange } from "@/ui/calendar-months";
import { bookedDays, dayLevel, isBooked } from "./visit-days";

export type Range = { startDate: string; endDate: string };

/** Reads the days of a reservation: those in the range or, without a range, the first ones. */
export type ReadDates = (range?: Range) => (api: Api) => Answered<VisitDates>;

type Props = {
  /** The time at which the chooser that reads the days was opened, in milliseconds. */
  openedAt: number;
  /** The reservation for which the days are read. */
  reservationId: string;
  parkName: string;
  /** The first days, with the limits of the calendar. */
  first: VisitDates;
  read: ReadDates;
  /** The day of the current visit. */
  present: string | undefined;
  onChoose: (date: VisitDate) => void;
  onRefused: (refusal: Refusal) => void;
};

/** The levels in the legend: Unavailable, Full, Almost Full, Low Capacity, Available. */
const legend = [6, 1, 2, 3, 4];

/** A park's days for a party, month by month. */
export function VisitCalendar(props: Props) {
  const { parkName, first, present } = props;
  const t = useText(capacityTexts, pickerTexts, visitTexts);
  const { focused, setFocused, days, isLoaded, allowsSeveral, unavailable, choose } = useVisitDays(props);
  const booked = bookedDays([...days.values()], allowsSeveral);

  function appearanceOf(day: string) {
    const date = days.get(day);
    if (!date) return null;
    const { className, textId, selectable } = visitAppearance(dayLevel(date, allowsSeveral));
    const word = t(textId);
    return {
      word: isBooked(date, allowsSeveral) ? `${word}, ${t("visit.already-booked")}` : word,
      mark: <LevelMark level={className} size={11} />,
      selectable,
    };
  }

  return (
    <div className="grid gap-3">
      {first.onlyDate ? (
        <p className="font-semibold">
          {t(first.places === 1 ? "visit.only-day-one" : "visit.only-day-many", {
            day: unbroken(formatDayOfYear(first.onlyDate)),
          })}
        </p>
      ) : null}
      <Calendar
        label={t("visit.calendar", { park: parkName })}
        previousLabel={t("picker.previous-month")}
        nextLabel={t("picker.next-month")}
        value={present ?? null}
        focused={focused}
        minimum={first.firstDate}
        maximum={first.lastDate}
        onFocus={setFocused}
        onChoose={choose}
        appearanceOf={appearanceOf}
        refusalOf={(day) => {
          const appearance = appearanceOf(day);
          return appearance || isLoaded ? dayRefusal(t, day, appearance?.word) : "";
        }}
      />
      <ul aria-label={t("visit.legend")} className="flex min-h-5 flex-wrap gap-x-4 gap-y-1">
        {legend.map(visitAppearance).map(({ className, textId }) => (
          <li key={className} className="legend flex items-center gap-1.5">
            <LevelMark level={className} size={11} />
            {t(textId)}
          </li>
        ))}
      </ul>
      {booked.length > 0 ? (
        <p className="text-sm text-ink-2">
          {t("visit.booked-days", { days: booked.map(formatShortDay).join("; ") })}
        </p>
      ) : null}
      <DayShortcuts
        next={first.nextAvailableDate ?? null}
        error={unavailable && t("visit.not-available", { date: formatShortDay(unavailable) })}
        onTyped={choose}
        onChoose={choose}
      />
    </div>
  );
}

/** The days of the shown month, and a function that chooses a day of any month. */
function useVisitDays({ openedAt, reservationId, first, read, present, onChoose, onRefused }: Props) {
  const [focused, setFocused] = useState(
    present !== undefined && present >= first.firstDate
      ? present
      : (first.nextAvailableDate ?? first.firstDate),
  );
  /** The chosen day, if it is not available. */
  const [unavailable, setUnavailable] = useState<string | null>(null);
  const range = shownRange(focused, { minimum: first.firstDate, maximum: first.lastDate });
  const shown = useApi<VisitDates>(
    keys.visitDates(openedAt, reservationId, first.propertyId, range),
    read(range),
    { onError: onRefused, keepPreviousData: false },
  );
  // Until the month has loaded, the first days are used.
  const days = new Map((shown.data ?? first).dates.map((date) => [date.businessDate, date]));
  const allowsSeveral = first.allowSameTicketSamePerformanceMultipleBooking;

  async function choose(day: string) {
    setUnavailable(null);
    const found = days.get(day) ?? (await readDay(day));
    if (found === null) return;
    if (found && visitAppearance(dayLevel(found, allowsSeveral)).selectable) {
      onChoose(found);
      return;
    }
    // Opens the month of the day, so that the visitor sees why the day is not available and which other days are.
    if (found) setFocused(day);
    setUnavailable(day);
  }

  /**
   * Reads a day that is not among the days of the shown month; undefined if the park has no such day, null if it could
   * not be read.
   */
  async function readDay(day: string): Promise<VisitDate | undefined | null> {
    const outcome = await call(read({ startDate: day, endDate: day }));
    if (outcome.ok) return outcome.answer.dates.find(({ businessDate }) => businessDate === day);
    onRefused(outcome);
    return null;
  }

  const isLoaded = shown.data !== undefined;
  return { focused, setFocused, days, isLoaded, allowsSeveral, unavailable, choose };
}
