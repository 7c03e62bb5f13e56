"use client";

import { useEffect, useRef, useState } from "react";
import type { Refusal } from "@/api/outcome";
import type { SummaryEntry } from "@/parts/error-summary/error-summary";
import { accountTexts } from "@/text/areas/account";
import { addressTexts } from "@/text/areas/address";
import { checkoutTexts } from "@/text/areas/checkout";
import type { TextIdOf } from "@/text/texts";
import { useText } from "@/text/use-text";
import {
  type AccountField,
  type Form,
  faultsOf,
  isAccountField,
  nothingTyped,
  type Values,
} from "./account-form";

const labels: Record<AccountField, TextIdOf<"account">> = {
  firstName: "account.first-name-label",
  lastName: "account.last-name-label",
  emailAddress: "account.email-label",
  phoneNumber: "account.phone-label",
  password: "account.password-label",
};

const order = Object.keys(nothingTyped) as AccountField[];

/**
 * A short form: checked when an edited field is left and when it is sent, never while typing; a message goes as soon
 * as what it says is no longer so. What was typed is never taken away.
 */
export function useAccountForm(form: Form) {
  const t = useText(accountTexts, addressTexts, checkoutTexts);
  const [values, setValues] = useState<Values>(nothingTyped);
  const [messages, setMessages] = useState<Partial<Record<AccountField, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // Counts what was sent in vain: each time focus goes to what has to be read.
  const [failures, setFailures] = useState(0);
  const edited = useRef(new Set<AccountField>());
  const pressing = useRef(false);
  const summary = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (failures > 0) (summary.current ?? alert.current)?.focus();
  }, [failures]);

  const entries: SummaryEntry[] = order.flatMap((field) => {
    const message = messages[field];
    return message ? [{ field, label: t(labels[field]), message }] : [];
  });
  const hasErrors = failures > 0 && (entries.length > 0 || problem !== null);
  useEffect(() => {
    if (!hasErrors) return;
    const title = document.title;
    document.title = t("checkout.error-title", { title });
    return () => {
      document.title = title;
    };
  }, [hasErrors, t]);

  function messageOf(field: AccountField, typed: Values): string | undefined {
    const fault = faultsOf(form, typed)[field];
    return fault && t(fault);
  }

  function change(field: AccountField, value: string): void {
    const typed = { ...values, [field]: value };
    edited.current.add(field);
    setValues(typed);
    if (messages[field]) setMessages({ ...messages, [field]: messageOf(field, typed) });
  }

  function leave(field: AccountField): void {
    // A message that appears now would move the button from under the finger, and the press would be lost.
    if (pressing.current) return;
    if (edited.current.has(field)) setMessages({ ...messages, [field]: messageOf(field, values) });
  }

  /** What the server said: at its fields where it names some, else above the form. */
  function refuse(refusal: Refusal): void {
    const named = refusal.errors.filter(({ field }) => isAccountField(field));
    setMessages(Object.fromEntries(named.map(({ field, message }) => [field, message])));
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
    const faults = faultsOf(form, values);
    setProblem(null);
    if (Object.keys(faults).length > 0) {
      setMessages(Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, t(fault)])));
      setFailures((count) => count + 1);
      return;
    }
    setMessages({});
    setBusy(true);
    const refusal = await send({ ...values, emailAddress: values.emailAddress.trim() });
    setBusy(false);
    if (refusal) refuse(refusal);
  }

  /** What a field of the form needs, but for its own words. */
  function field(name: AccountField) {
    return {
      name,
      label: t(labels[name]),
      value: values[name],
      error: messages[name],
      onChange: (event: { target: { value: string } }) => change(name, event.target.value),
      onBlur: () => leave(name),
    };
  }

  const press = (isPressing: boolean) => (event: { target: EventTarget }) => {
    pressing.current =
      isPressing && event.target instanceof Element && event.target.closest("button") !== null;
  };

  return {
    values,
    presses: { onPointerDown: press(true), onPointerUp: press(false), onPointerCancel: press(false) },
    prefill: (typed: Partial<Values>) => setValues((current) => ({ ...current, ...typed })),
    field,
    entries: failures > 0 ? entries : [],
    problem,
    busy,
    submit,
    summary,
    alert,
  };
}
