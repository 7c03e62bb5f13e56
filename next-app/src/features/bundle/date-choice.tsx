"use client";

import { useState } from "react";
import { CapacityMark } from "@/parts/capacity/capacity-tag";
import { dayRefusal } from "@/parts/performance-picker/day-refusal";
import { DayShortcuts } from "@/parts/performance-picker/day-shortcuts";
import { bundleTexts } from "@/text/areas/bundle";
import { capacityTexts } from "@/text/areas/capacity";
import { pickerTexts } from "@/text/areas/picker";
import { useText } from "@/text/use-text";
import { Calendar } from "@/ui/calendar";

type Props = {
  /** The days on which the bundle is available, at least one. */
  dates: string[];
  /** Whether the bundle costs the same every day. */
  samePrice: boolean;
  /** The day that is focused when the calendar opens. */
  focus: string;
  onChoose: (day: string) => void;
};

/** The choice of a day: a calendar of the available days, and a text field. */
export default function DateChoice({ dates, samePrice, focus, onChoose }: Props) {
  const t = useText(bundleTexts, capacityTexts, pickerTexts);
  const [focused, setFocused] = useState(focus);
  const [refused, setRefused] = useState<string | null>(null);
  const [first] = dates;
  const offered = new Set(dates);

  return (
    <div className="grid gap-3">
      {samePrice ? <p className="legend">{t("picker.same-price")}</p> : null}
      <Calendar
        label={t("picker.calendar")}
        previousLabel={t("picker.previous-month")}
        nextLabel={t("picker.next-month")}
        value={null}
        focused={focused}
        minimum={first}
        onFocus={setFocused}
        onChoose={onChoose}
        refusalOf={(day) => dayRefusal(t, day)}
        appearanceOf={(day) => {
          if (!offered.has(day)) return null;
          return {
            word: t("capacity.available"),
            mark: <CapacityMark levelId={1} size={11} />,
            selectable: true,
          };
        }}
      />
      <DayShortcuts
        next={first ?? null}
        error={refused}
        onTyped={(day) => (offered.has(day) ? onChoose(day) : setRefused(t("bundle.not-available")))}
        onChoose={onChoose}
      />
    </div>
  );
}
