/** An error of a field: a rule that the page checks, or a message from the shop. */
export type ReportedError<ErrorId extends string> = { errorId: ErrorId } | { serverMessage: string };

/** Typed fields with the errors shown at them. `edited` are the fields that the shopper has edited. */
export type TypedFields<Field extends string, ErrorId extends string> = {
  typed: Record<Field, string>;
  errors: Partial<Record<Field, ReportedError<ErrorId>>>;
  edited: Field[];
};

type FieldOf<R> = R extends TypedFields<infer Field, string> ? Field : never;
type ErrorIdOf<R> = R extends TypedFields<string, infer ErrorId> ? ErrorId : never;

/** The text of an error: the page's text for a rule that it checks, or else the shop's message. */
export function fieldErrorText<ErrorId extends string>(
  wrong: ReportedError<ErrorId>,
  say: (errorId: ErrorId) => string,
): string {
  return "serverMessage" in wrong ? wrong.serverMessage : say(wrong.errorId);
}

/** The props of a field's control. */
export function controlProps<Field extends string, ErrorId extends string>(
  record: TypedFields<Field, ErrorId>,
  field: Field,
  say: (errorId: ErrorId) => string,
  onChange: (field: Field, value: string) => void,
  onLeave: (field: Field) => void,
) {
  const wrong = record.errors[field];
  return {
    value: record.typed[field],
    error: wrong && fieldErrorText(wrong, say),
    onChange: (event: { target: { value: string } }) => onChange(field, event.target.value),
    onBlur: () => onLeave(field),
  };
}

/** Returns the record with a field changed. Its reported error stays until the next validation. */
export function withValue<R extends TypedFields<string, string>>(
  record: R,
  field: FieldOf<R>,
  value: string,
): R {
  const edited = record.edited.includes(field) ? record.edited : [...record.edited, field];
  return { ...record, typed: { ...record.typed, [field]: value }, edited };
}

/** Returns the record with a field's error reported or cleared. */
export function withError<R extends TypedFields<string, string>>(
  record: R,
  field: FieldOf<R>,
  wrong: ReportedError<ErrorIdOf<R>> | undefined,
): R {
  const { [field]: _, ...others } = record.errors;
  return { ...record, errors: wrong ? { ...others, [field]: wrong } : others };
}

/** Maps errors to their fields, in the format in which a record reports them. */
export function reportAll<Field extends string, ErrorId extends string>(
  invalid: [Field, ErrorId][],
): Partial<Record<Field, ReportedError<ErrorId>>> {
  const errors: Partial<Record<Field, ReportedError<ErrorId>>> = {};
  for (const [field, errorId] of invalid) errors[field] = { errorId };
  return errors;
}
