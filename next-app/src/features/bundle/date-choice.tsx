"use client";

import { useState } from "react";
import { formatShortDay } from "@/lib/dates";
import { CapacityMark } from "@/parts/capacity/capacity-tag";
import { bundleTexts } from "@/text/areas/bundle";
import { capacityTexts } from "@/text/areas/capacity";
import { pickerTexts } from "@/text/areas/picker";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Calendar } from "@/ui/calendar";
import { DateField } from "@/ui/date-field";

type Props = {
  /** The days for which the bundle can be built; one at least. */
  dates: string[];
  /** Where the calendar opens. */
  focus: string;
  onChoose: (day: string) => void;
};

/** The day: a calendar of those that are offered, and a field for who knows it. */
export default function DateChoice({ dates, focus, onChoose }: Props) {
  const t = useText(bundleTexts, capacityTexts, pickerTexts);
  const [focused, setFocused] = useState(focus);
  const [refused, setRefused] = useState<string | null>(null);
  const [first] = dates;
  const offered = new Set(dates);

  return (
    <div className="grid gap-3">
      <Calendar
        label={t("picker.calendar")}
        previousLabel={t("picker.previous-month")}
        nextLabel={t("picker.next-month")}
        value={null}
        focused={focused}
        minimum={first}
        onFocus={setFocused}
        onChoose={onChoose}
        look={(day) => {
          if (!offered.has(day)) return null;
          return {
            word: t("capacity.available"),
            mark: <CapacityMark levelId={1} size={11} />,
            selectable: true,
          };
        }}
      />
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-2">
        <DateField
          label={t("picker.type-date")}
          placeholder={t("picker.type-date-hint")}
          invalid={t("picker.type-date-invalid")}
          error={refused}
          value={null}
          onChange={(day) => (offered.has(day) ? onChoose(day) : setRefused(t("bundle.not-available")))}
        />
        {first ? (
          <div className="grid gap-1.5">
            <p className="text-sm font-semibold" aria-hidden="true">
              {t("picker.next-available-label")}
            </p>
            <Button
              look="secondary"
              wide
              aria-label={t("picker.next-available", { date: formatShortDay(first) })}
              onClick={() => onChoose(first)}
            >
              {formatShortDay(first)}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}
