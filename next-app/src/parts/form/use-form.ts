"use client";

import { useEffect, useReducer, useRef } from "react";
import type { Refusal } from "@/api/outcome";
import type { SummaryEntry } from "@/parts/error-summary/error-summary";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { accountTexts } from "@/text/areas/account";
import { useText } from "@/text/use-text";
import {
  type FieldMessages,
  type FormEvent,
  type FormState,
  formReducer,
  initialFormState,
} from "./form-state";

export type FormOptions<Field extends string> = {
  /** The value of each field before the visitor types, in the order of the page. */
  defaultValues: Record<Field, string>;
  labelOf: (field: Field, values: Record<Field, string>) => string;
  /** The messages of the fields that are invalid. */
  validate: (values: Record<Field, string>) => FieldMessages<Field>;
};

/**
 * The state of a form with text fields. A field is validated when it loses focus after an edit and when the form is
 * submitted, never while the visitor types. A message disappears as soon as it is no longer true. Values survive every
 * failure.
 */
export function useForm<Field extends string>({ defaultValues, labelOf, validate }: FormOptions<Field>) {
  type Values = Record<Field, string>;
  const t = useText(accountTexts);
  const [state, dispatch] = useReducer(
    (current: FormState<Field>, event: FormEvent<Field>) => formReducer(current, event),
    defaultValues,
    initialFormState<Field>,
  );
  const { values, messages, problem, failures, submitting } = state;
  // Set before the next render, so that two presses in one frame send the form once.
  const isSending = useRef(false);
  const summary = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (failures > 0) (summary.current ?? alert.current)?.focus();
  }, [failures]);

  const entries: SummaryEntry[] = (Object.keys(defaultValues) as Field[]).flatMap((field) => {
    const message = messages[field];
    return message ? [{ field, label: labelOf(field, values), message }] : [];
  });
  useErrorTitle(failures > 0 && (entries.length > 0 || problem !== null));

  /** Takes the values after an edit of `field`, which may have changed other fields too. */
  function change(changed: Values, field: Field): void {
    dispatch({ type: "changed", field, values: changed, invalid: validate(changed) });
  }

  function leave(field: Field): void {
    dispatch({ type: "left", field, invalid: validate(values) });
  }

  function refuse(refusal: Refusal): void {
    const known = refusal.errors.filter(({ field }) => field in defaultValues);
    dispatch({
      type: "refused",
      messages: Object.fromEntries(
        known.map(({ field, message }) => [field, message]),
      ) as FieldMessages<Field>,
      problem: withWait(refusal),
    });
  }

  function withWait({ message, retryAfterSeconds }: Refusal): string {
    if (retryAfterSeconds === null) return message;
    const wait =
      retryAfterSeconds < 120
        ? t("account.wait-seconds", { seconds: retryAfterSeconds })
        : t("account.wait-minutes", { minutes: Math.ceil(retryAfterSeconds / 60) });
    return `${message} ${wait}`;
  }

  /** Sends a valid form. `send` resolves to the server's refusal, or to null when the form was accepted. */
  async function submit(send: (values: Values) => Promise<Refusal | null>): Promise<void> {
    if (isSending.current) return;
    const invalid = validate(values);
    if (Object.keys(invalid).length > 0) {
      dispatch({ type: "rejected", invalid });
      return;
    }
    isSending.current = true;
    dispatch({ type: "sent" });
    const refusal = await send(values);
    isSending.current = false;
    if (refusal) refuse(refusal);
    else dispatch({ type: "succeeded" });
  }

  /** The properties that connect a control to a field. */
  function field(name: Field) {
    return {
      name,
      label: labelOf(name, values),
      value: values[name],
      error: messages[name],
      onChange: (event: { target: { value: string } }) =>
        change({ ...values, [name]: event.target.value }, name),
      onBlur: () => leave(name),
    };
  }

  return {
    values,
    messages,
    /** Sets values that the visitor did not type: they are not validated when the field loses focus. */
    prefill: (known: Partial<Values>) => dispatch({ type: "prefilled", values: known }),
    change,
    leave,
    reset: () => dispatch({ type: "reset", values: defaultValues }),
    field,
    entries: failures > 0 ? entries : [],
    problem,
    submitting,
    submit,
    summary,
    alert,
  };
}
