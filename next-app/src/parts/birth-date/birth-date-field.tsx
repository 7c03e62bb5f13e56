"use client";

import { lazy, type Ref, Suspense, useEffect, useId, useRef, useState } from "react";
import { formatTypedDay } from "@/lib/dates";
import { parseBirthDay } from "@/lib/passholder-rules";
import { passholderTexts } from "@/text/areas/passholder";
import { useText } from "@/text/use-text";
import { IconButton } from "@/ui/button";
import { FieldFrame } from "@/ui/field";
import { fieldClass } from "@/ui/field-class";
import { Icon } from "@/ui/icon";

const loadCalendar = () => import("./birth-calendar");
/** The calendar is loaded on demand, because most shoppers type the date. */
const BirthCalendar = lazy(loadCalendar);

type Props = {
  name: string;
  autoComplete?: string;
  /** The text that says why the date cannot be changed; absent if the date can be changed. */
  locked?: string;
  /** The text as typed. */
  value: string;
  error?: string | null;
  /** Today at the venue, the latest birth date. */
  today: string;
  onChange: (typed: string) => void;
  onLeave: () => void;
};

/** A birth date: a text field with the month first, and a calendar as an alternative. */
export function BirthDateField({
  name,
  autoComplete = "off",
  locked,
  value,
  error,
  today,
  onChange,
  onLeave,
}: Props) {
  const t = useText(passholderTexts);
  const calendarId = `${useId()}-calendar`;
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    // Not when the focus leaves: the page moves when the calendar closes, and a click that begins before that would miss.
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !whole.current?.contains(target)) setOpen(false);
    };
    // The capture phase comes before the calendar can replace the pressed button.
    document.addEventListener("click", leave, true);
    document.addEventListener("keyup", leave, true);
    return () => {
      document.removeEventListener("click", leave, true);
      document.removeEventListener("keyup", leave, true);
    };
  }, [open]);

  function close(next: HTMLElement | null) {
    setOpen(false);
    next?.focus();
  }

  return (
    <div ref={whole} className="grid gap-2">
      <FieldFrame
        label={t("passholder.birth-date-label")}
        optional={locked === undefined ? t("passholder.birth-date-hint") : undefined}
        hint={locked}
        error={error}
      >
        {(aria) => (
          <span className="relative block">
            <input
              {...aria}
              ref={field}
              name={name}
              className={`${fieldClass} figures pr-12`}
              inputMode="numeric"
              autoComplete={autoComplete}
              disabled={locked !== undefined}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onLeave}
            />
            {locked === undefined ? (
              <CalendarButton ref={button} open={open} controls={calendarId} onClick={() => setOpen(!open)} />
            ) : null}
          </span>
        )}
      </FieldFrame>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the calendar from any element in it */}
      <div
        id={calendarId}
        className="empty:hidden"
        onKeyDown={(event) => {
          if (event.key === "Escape") close(button.current);
        }}
      >
        {open ? (
          <Suspense>
            <BirthCalendar
              value={parseBirthDay(value, today)}
              today={today}
              onChoose={(day) => {
                onChange(formatTypedDay(day));
                close(field.current);
              }}
            />
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}

type ButtonProps = { ref: Ref<HTMLButtonElement>; open: boolean; controls: string; onClick: () => void };

/** Opens and closes the calendar, which loads when the pointer or focus reaches this button. */
function CalendarButton({ ref, open, controls, onClick }: ButtonProps) {
  const t = useText(passholderTexts);
  return (
    <IconButton
      ref={ref}
      label={t("passholder.birth-date-calendar")}
      aria-expanded={open}
      aria-controls={controls}
      className="absolute inset-y-0 right-0"
      onPointerEnter={loadCalendar}
      onFocus={loadCalendar}
      onClick={onClick}
    >
      <Icon name="calendar" size={20} />
    </IconButton>
  );
}
