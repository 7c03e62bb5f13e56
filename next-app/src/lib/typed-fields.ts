/** An error of a field: a rule that the page checks, or a message from the shop. */
export type Wrong<PageError extends string> = { fault: PageError } | { said: string };

/** Typed fields with their reported errors. A field reports errors only after it was edited or submitted. */
export type TypedFields<Field extends string, PageError extends string> = {
  typed: Record<Field, string>;
  errors: Partial<Record<Field, Wrong<PageError>>>;
  edited: Field[];
};

type FieldOf<R> = R extends TypedFields<infer Field, string> ? Field : never;
type FaultOf<R> = R extends TypedFields<string, infer PageError> ? PageError : never;

/** The error's text: the page's own for rules that it checks. */
export function errorText<PageError extends string>(
  wrong: Wrong<PageError>,
  say: (fault: PageError) => string,
): string {
  return "said" in wrong ? wrong.said : say(wrong.fault);
}

/** The props of a field's control. */
export function controlProps<Field extends string, PageError extends string>(
  record: TypedFields<Field, PageError>,
  field: Field,
  say: (fault: PageError) => string,
  onChange: (field: Field, value: string) => void,
  onLeave: (field: Field) => void,
) {
  const wrong = record.errors[field];
  return {
    value: record.typed[field],
    error: wrong && errorText(wrong, say),
    onChange: (event: { target: { value: string } }) => onChange(field, event.target.value),
    onBlur: () => onLeave(field),
  };
}

/** Returns the record with a field changed. Its reported error stays until the next validation. */
export function written<R extends TypedFields<string, string>>(
  record: R,
  field: FieldOf<R>,
  value: string,
): R {
  const edited = record.edited.includes(field) ? record.edited : [...record.edited, field];
  return { ...record, typed: { ...record.typed, [field]: value }, edited };
}

/** Returns the record with a field's error reported or cleared. */
export function judged<R extends TypedFields<string, string>>(
  record: R,
  field: FieldOf<R>,
  wrong: Wrong<FaultOf<R>> | undefined,
): R {
  const { [field]: _, ...others } = record.errors;
  return { ...record, errors: wrong ? { ...others, [field]: wrong } : others };
}

/** Maps errors to their fields, in the form in which a record reports them. */
export function told<Field extends string, PageError extends string>(
  faults: [Field, PageError][],
): Partial<Record<Field, Wrong<PageError>>> {
  const errors: Partial<Record<Field, Wrong<PageError>>> = {};
  for (const [field, fault] of faults) errors[field] = { fault };
  return errors;
}
