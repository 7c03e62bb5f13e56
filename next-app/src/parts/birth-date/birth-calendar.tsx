"use client";

import { useEffect, useRef, useState } from "react";
import { firstOfMonth, monthNames } from "@/lib/dates";
import { yearsBack } from "@/lib/passholder-rules";
import { passholderTexts } from "@/text/areas/passholder";
import { useText } from "@/text/use-text";
import { Calendar } from "@/ui/calendar";
import { fieldClass } from "@/ui/field-class";

/** Without a valid typed date the calendar opens at the birth year of a person of this age. */
const usualAge = 30;

type Props = {
  /** The typed date, null unless it is valid, and the current day, both as `YYYY-MM-DD`. */
  value: string | null;
  today: string;
  onChoose: (day: string) => void;
};

/** A month calendar of the last hundred years, with selection of year and month. */
export default function BirthCalendar({ value, today, onChoose }: Props) {
  const t = useText(passholderTexts);
  const thisYear = Number(today.slice(0, 4));
  const first = `${thisYear - yearsBack}${today.slice(4)}`;
  const [focused, setFocused] = useState(() =>
    value && value >= first ? value : `${thisYear - usualAge}-01-01`,
  );
  const yearChoice = useRef<HTMLSelectElement>(null);
  const [year = "", month = ""] = focused.split("-");
  const years = Array.from({ length: yearsBack + 1 }, (_, back) => String(thisYear - back));

  // Focus starts on the year.
  useEffect(() => yearChoice.current?.focus(), []);

  function show(shownYear: string, shownMonth: string) {
    const day = `${shownYear}-${shownMonth}-01`;
    setFocused(day > today ? firstOfMonth(today) : day < first ? first : day);
  }

  return (
    <div className="grid gap-3 rounded-card border border-line p-3 sm:p-4">
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-2">
        <select
          aria-label={t("passholder.birth-date-month")}
          className={fieldClass}
          value={month}
          onChange={(event) => show(year, event.target.value)}
        >
          {monthNames.map((name, index) => (
            <option key={name} value={String(index + 1).padStart(2, "0")}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label={t("passholder.birth-date-year")}
          className={`${fieldClass} figures`}
          ref={yearChoice}
          value={year}
          onChange={(event) => show(event.target.value, month)}
        >
          {years.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
      <Calendar
        label={t("passholder.birth-date-label")}
        previousLabel={t("passholder.birth-date-previous")}
        nextLabel={t("passholder.birth-date-next")}
        value={value}
        focused={focused}
        minimum={first}
        maximum={today}
        appearanceOf={() => ({ word: "", mark: null, selectable: true })}
        onFocus={setFocused}
        onChoose={onChoose}
      />
    </div>
  );
}
