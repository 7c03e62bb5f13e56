"use client";

import { type ReactNode, useState } from "react";
import { formatTypedDay, parseTypedDay } from "@/lib/dates";
import { FieldFrame } from "./field";
import { fieldClass } from "./field-class";

type Props = {
  label: ReactNode;
  hint?: string;
  placeholder?: string;
  /** `YYYY-MM-DD`, or null for none. */
  value: string | null;
  /** The day from which the next matching date is taken if a date has no year. */
  from: string | null;
  onChange: (day: string) => void;
  /** The error for text that is not a date. */
  invalid: string;
  /** The parent component's error for a valid date, such as no availability on that day. */
  error?: string | null;
};

/**
 * A date as text, such as `12/5`, `Dec 5` or `December 5, 2026`. The year may be left out. The field has no mask and
 * keeps what was typed until its value changes. It reports a date when it loses focus or Enter is pressed.
 */
export function DateField({ label, hint, placeholder, value, from, onChange, invalid, error }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  /** Whether the text has changed since its date was reported. */
  const [isNew, setNew] = useState(false);
  const [before, setBefore] = useState(value);
  if (value !== before) {
    setBefore(value);
    setTyped(null);
  }

  function finish() {
    setNew(false);
    if (typed === null || typed.trim() === "") {
      setTyped(null);
      setWrong(false);
      return;
    }
    const day = parseTypedDay(typed, from);
    setWrong(day === null);
    if (day === null) return;
    if (day === value) setTyped(null);
    else onChange(day);
  }

  return (
    <FieldFrame label={label} hint={hint} error={wrong ? invalid : error}>
      {(aria) => (
        <input
          {...aria}
          className={`${fieldClass} figures`}
          inputMode="numeric"
          autoComplete="off"
          placeholder={placeholder}
          maxLength={20}
          value={typed ?? (value ? formatTypedDay(value) : "")}
          onChange={(event) => {
            setTyped(event.target.value);
            setNew(true);
            if (wrong && parseTypedDay(event.target.value, from)) setWrong(false);
          }}
          onBlur={() => isNew && finish()}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            finish();
          }}
        />
      )}
    </FieldFrame>
  );
}
