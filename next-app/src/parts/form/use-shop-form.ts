"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import {
  type Dispatch,
  type SetStateAction,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type PathValue,
  type UseFormReturn,
  useForm,
  useFormState,
  useWatch,
} from "react-hook-form";
import type { ZodMiniType } from "zod/mini";
import type { FieldError } from "@/api/outcome";
import type { PostedForm } from "@/api/posted";
import type { SummaryEntry } from "@/parts/error-summary/error-summary";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { accountTexts } from "@/text/areas/account";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";

export type FormOptions<Values extends FieldValues, Field extends FieldPath<Values>> = {
  /** The rules of the fields. Their messages are the texts that shoppers read. */
  schema: ZodMiniType<Values, Values>;
  /** The values before the visitor types. Later changes have no effect. */
  defaultValues: Values;
  /** The fields in the order of the page. */
  fields: readonly Field[];
  /** The label in the error summary; null if the message names the field. */
  labelOf: (field: Field, values: Values) => string | null;
  /** The field of the form for a field of the API; null if the form does not have it. */
  fieldOfWire?: (name: string) => Field | null;
  /** The same form as it was posted before its script ran, and was not accepted. */
  posted?: PostedForm | null;
};

/** Why a form was not accepted: messages at fields, or else one message for the whole form. */
export type FormFailure = {
  message: string;
  errors?: FieldError[];
  retryAfterSeconds?: number | null;
  /** Whether the form's `input` must be typed again. It then takes the focus, with its text selected. */
  retypes?: boolean;
};

/** The `type` of an error that the server reported. The schema's rules have other types. */
const server = "server";

/**
 * A form based on react-hook-form and zod. A field without a message is validated when it loses focus after an edit and
 * when the form is submitted, never while the visitor types. A shown message is updated while the visitor types. Values
 * survive every failure. All fields are controlled components, because only then does a form keep what was typed before
 * hydration (`ui/form.tsx`).
 */
export function useShopForm<Values extends FieldValues, Field extends FieldPath<Values>>({
  schema,
  defaultValues,
  fields,
  labelOf,
  fieldOfWire = (name) => fields.find((field) => field === name) ?? null,
  posted = null,
}: FormOptions<Values, Field>) {
  const form = useForm<Values>({
    defaultValues: { ...defaultValues, ...posted?.values } as DefaultValues<Values>,
    resolver: zodResolver(schema),
    // `useFieldEdits` decides when a field is validated.
    mode: "onSubmit",
    reValidateMode: "onSubmit",
    shouldFocusError: false,
  });
  const { control, setValue, getValues, clearErrors } = form;
  const values = useWatch({ control }) as Values;
  const { errors, isSubmitting } = useFormState({ control });
  const { failures, setFailures, ...focusTargets } = useFailureFocus(posted?.failure ? 1 : 0);
  const edits = useFieldEdits(form, fields);
  const submission = useSubmission(form, fieldOfWire, setFailures);

  // react-hook-form does not render errors on the server, so the first rendering has those of the posted form.
  const served = useServedFailure(posted?.failure ?? null, submission.showFailure);
  const servedFields = served ? submission.known(served) : [];

  const messageOf = (field: Field): string | undefined =>
    (get(errors, field) as { message?: string } | undefined)?.message ??
    servedFields.find((it) => it.field === field)?.message;
  const problem =
    errors.root?.message ?? (served && servedFields.length === 0 ? submission.text(served) : null);
  const entries: SummaryEntry[] = fields.flatMap((field) => {
    const message = messageOf(field);
    return message ? [{ field, label: labelOf(field, values), message }] : [];
  });
  useErrorTitle(failures.count > 0 && (entries.length > 0 || problem !== null));

  /** The properties that connect a text control to a field. */
  function field(name: Field) {
    return {
      name,
      label: labelOf(name, values),
      value: get(values, name) as string,
      error: messageOf(name),
      onChange: (event: { target: { value: string } }) =>
        edits.changeField(name, event.target.value as PathValue<Values, Field>),
      onBlur: () => edits.leave(name),
    };
  }

  return {
    values,
    getValues,
    /** Sets a value that the visitor did not type: it is not validated when its field loses focus. */
    setValue,
    ...edits,
    field,
    messageOf,
    clearErrors,
    entries: failures.count > 0 ? entries : [],
    problem,
    /** The id of the message for the whole form. */
    problemId: useId(),
    isSubmitting,
    fail: submission.fail,
    submit: submission.submit,
    ...focusTargets,
  };
}

/** The failure of a posted form, until `show` has passed it to the form; null afterwards. */
function useServedFailure(
  failure: FormFailure | null,
  show: (failure: FormFailure) => void,
): FormFailure | null {
  const [served, setServed] = useState(failure);
  const start = useRef(() => {
    if (failure) show(failure);
    setServed(null);
  });
  // Before the values that were typed before hydration are reported, because a new value removes its message.
  useLayoutEffect(() => start.current(), []);
  return served;
}

/** Edits of the visitor, which decide when a field is validated and when its message disappears. */
function useFieldEdits<Values extends FieldValues, Field extends FieldPath<Values>>(
  { getFieldState, setValue, trigger, reset: resetForm }: UseFormReturn<Values>,
  fields: readonly Field[],
) {
  const edited = useRef(new Set<Field>());

  /** Takes the values of an edit. `changed` are the fields that the visitor edited or whose rules follow the edit. */
  function change(edit: Partial<Values>, changed: readonly Field[]): void {
    for (const [name, value] of Object.entries(edit)) setValue(name as FieldPath<Values>, value);
    markEdited(changed);
  }

  function changeField(field: Field, value: PathValue<Values, Field>): void {
    setValue(field, value);
    markEdited([field]);
  }

  /** Marks fields as edited, and validates again those whose messages may no longer apply. */
  function markEdited(changed: readonly Field[]): void {
    for (const field of changed) edited.current.add(field);
    // A message from the server applies until its field changes. A rule may depend on other fields too.
    const outdated = fields.filter((field) => {
      const { error } = getFieldState(field);
      return error && (error.type !== server || changed.includes(field));
    });
    if (outdated.length > 0) void trigger(outdated);
  }

  /** Validates an edited field when it loses focus. */
  function leave(field: Field): void {
    if (edited.current.has(field)) void trigger(field);
  }

  /** Sets all values, to the initial ones by default. Afterwards no field is marked as edited. */
  function reset(values?: Values): void {
    edited.current.clear();
    resetForm(values);
  }

  return { change, changeField, leave, reset };
}

/** Sends the form, and shows what failed. */
function useSubmission<Values extends FieldValues, Field extends FieldPath<Values>>(
  { handleSubmit, setError }: UseFormReturn<Values>,
  fieldOfWire: (name: string) => Field | null,
  setFailures: Dispatch<SetStateAction<Failures>>,
) {
  const t = useText(accountTexts);
  // This is set before the next render, so that two presses in one frame send the form once.
  const isSending = useRef(false);

  /** The messages at fields that the form has. */
  function known({ errors = [] }: FormFailure): { field: Field; message: string }[] {
    return errors.flatMap(({ field: name, message }) => {
      const field = fieldOfWire(name);
      return field ? [{ field, message }] : [];
    });
  }

  /** The message for the whole form. */
  const text = (failure: FormFailure): string => messageWithWait(failure, t);

  function showFailure(failure: FormFailure): void {
    const atFields = known(failure);
    for (const { field, message } of atFields) setError(field, { type: server, message });
    // A message at a field explains the failure better than the message for the whole form.
    if (atFields.length === 0) setError("root", { type: server, message: text(failure) });
  }

  /** Shows what failed outside of a submission, and moves the focus there. */
  function fail(failure: FormFailure): void {
    showFailure(failure);
    setFailures(({ count }) => ({ count: count + 1, retypes: false }));
  }

  /** Sends a valid form. `send` resolves to the failure, or to null if the form was accepted. */
  async function submit(send: (values: Values) => Promise<FormFailure | null>): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    let isAccepted = false;
    let retypes = false;
    try {
      await handleSubmit(async (typed) => {
        const failure = await send(typed);
        retypes = failure?.retypes ?? false;
        if (failure) showFailure(failure);
        else isAccepted = true;
      })();
    } finally {
      isSending.current = false;
    }
    setFailures(({ count }) => ({ count: isAccepted ? 0 : count + 1, retypes }));
  }

  return { submit, fail, showFailure, known, text };
}

/** The number of failures since the last success, and whether the last one asks for the form's `input` again. */
type Failures = { count: number; retypes: boolean };

/** Counts the failures since the last success, and moves the focus to the errors each time. */
function useFailureFocus(before: number) {
  const [failures, setFailures] = useState<Failures>({ count: before, retypes: false });
  const summary = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  /** The control that takes the focus in a form of one field without a summary, and when it must be typed again. */
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (failures.count === 0) return;
    if (failures.retypes) input.current?.select();
    (failures.retypes ? input.current : (summary.current ?? alert.current ?? input.current))?.focus();
  }, [failures]);

  return { failures, setFailures, summary, alert, input };
}

/** The message, and how long to wait before the next attempt. */
function messageWithWait({ message, retryAfterSeconds }: FormFailure, t: Translate<"account">): string {
  if (!retryAfterSeconds) return message;
  const wait =
    retryAfterSeconds < 120
      ? t("account.wait-seconds", { seconds: Math.max(2, retryAfterSeconds) })
      : t("account.wait-minutes", { minutes: Math.ceil(retryAfterSeconds / 60) });
  return `${message} ${wait}`;
}
