"use client";

import { useEffect, useRef, useState } from "react";
import type { Refusal } from "@/api/outcome";
import type { SummaryEntry } from "@/parts/error-summary/error-summary";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { accountTexts } from "@/text/areas/account";
import { useText } from "@/text/use-text";

/** What a form asks for: its fields in their order, as they are when nothing was typed. */
export type ShortForm<Field extends string> = {
  nothing: Record<Field, string>;
  /** What a field is called, given what is typed. */
  labelOf: (field: Field, typed: Record<Field, string>) => string;
  /** The words for what is wrong, for those fields that are. */
  faultsOf: (typed: Record<Field, string>) => Partial<Record<Field, string>>;
};

/**
 * A short form: checked when an edited field is left and when it is sent, never while typing; a message goes as soon
 * as what it says is no longer so. What was typed is never taken away.
 */
export function useShortForm<Field extends string>({ nothing, labelOf, faultsOf }: ShortForm<Field>) {
  const t = useText(accountTexts);
  type Values = Record<Field, string>;
  type Messages = Partial<Record<Field, string>>;
  const [values, setValues] = useState<Values>(nothing);
  const [messages, setMessages] = useState<Messages>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // Counts what was sent in vain: each time focus goes to what has to be read.
  const [failures, setFailures] = useState(0);
  const edited = useRef(new Set<Field>());
  const summary = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (failures > 0) (summary.current ?? alert.current)?.focus();
  }, [failures]);

  const entries: SummaryEntry[] = (Object.keys(nothing) as Field[]).flatMap((field) => {
    const message = messages[field];
    return message ? [{ field, label: labelOf(field, values), message }] : [];
  });
  useErrorTitle(failures > 0 && (entries.length > 0 || problem !== null));

  /** Takes what was typed, in this field; it may have changed others. */
  function type(typed: Values, field: Field): void {
    edited.current.add(field);
    setValues(typed);
    const faults = faultsOf(typed);
    const told = (Object.keys(messages) as Field[]).filter((field) => messages[field]);
    if (told.some((field) => messages[field] !== faults[field]))
      setMessages(Object.fromEntries(told.map((field) => [field, faults[field]])) as Messages);
  }

  function leave(field: Field): void {
    if (edited.current.has(field)) setMessages({ ...messages, [field]: faultsOf(values)[field] });
  }

  /** What the server said: at its fields where it names some, else above the form. */
  function refuse(refusal: Refusal): void {
    const named = refusal.errors.filter(({ field }) => field in nothing);
    setMessages(Object.fromEntries(named.map(({ field, message }) => [field, message])) as Messages);
    setProblem(named.length > 0 ? null : said(refusal));
    setFailures((count) => count + 1);
  }

  function said({ message, retryAfterSeconds }: Refusal): string {
    if (retryAfterSeconds === null) return message;
    const wait =
      retryAfterSeconds < 120
        ? t("account.wait-seconds", { seconds: retryAfterSeconds })
        : t("account.wait-minutes", { minutes: Math.ceil(retryAfterSeconds / 60) });
    return `${message} ${wait}`;
  }

  /** Sends the form if nothing is wrong with it; `send` tells what the server refused, or null when all went well. */
  async function submit(send: (typed: Values) => Promise<Refusal | null>): Promise<void> {
    if (busy) return;
    const faults = faultsOf(values);
    setProblem(null);
    setMessages(faults);
    if (Object.keys(faults).length > 0) {
      setFailures((count) => count + 1);
      return;
    }
    setBusy(true);
    const refusal = await send(values);
    setBusy(false);
    if (refusal) refuse(refusal);
    else setFailures(0);
  }

  /** What a field of the form needs, but for its own words. */
  function field(name: Field) {
    return {
      name,
      label: labelOf(name, values),
      value: values[name],
      error: messages[name],
      onChange: (event: { target: { value: string } }) =>
        type({ ...values, [name]: event.target.value }, name),
      onBlur: () => leave(name),
    };
  }

  function clear(): void {
    edited.current.clear();
    setValues(nothing);
    setMessages({});
  }

  return {
    values,
    messages,
    prefill: (typed: Partial<Values>) => setValues((current) => ({ ...current, ...typed })),
    type,
    leave,
    clear,
    field,
    entries: failures > 0 ? entries : [],
    problem,
    busy,
    submit,
    summary,
    alert,
  };
}
