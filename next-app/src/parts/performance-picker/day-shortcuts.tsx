"use client";

import { formatShortDay } from "@/lib/dates";
import { pickerTexts } from "@/text/areas/picker";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { DateField } from "@/ui/date-field";

type Props = {
  /** The next available day. */
  next: string | null;
  /** The error of the typed day. */
  error: string | null;
  onTyped: (day: string) => void;
  onChoose: (day: string) => void;
};

/** Two ways to choose a day without the calendar: a text field, and a button for the next available day. */
export function DayShortcuts({ next, error, onTyped, onChoose }: Props) {
  const t = useText(pickerTexts);
  return (
    <div className="grid grid-cols-2 items-start gap-x-3 gap-y-2">
      <DateField
        label={t("picker.type-date")}
        placeholder={t("picker.type-date-hint")}
        invalid={t("picker.type-date-invalid")}
        error={error}
        value={null}
        from={next}
        onChange={onTyped}
      />
      {next ? (
        <div className="grid gap-1.5">
          <p className="text-sm font-semibold" aria-hidden="true">
            {t("picker.next-available-label")}
          </p>
          <Button
            appearance="secondary"
            wide
            aria-label={t("picker.next-available", { date: formatShortDay(next) })}
            onClick={() => onChoose(next)}
          >
            {formatShortDay(next)}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
