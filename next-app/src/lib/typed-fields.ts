/** What is wrong with a field: a rule that the page knows, or what the shop says of it. */
export type Wrong<Fault extends string> = { fault: Fault } | { said: string };

/** Fields as they are typed, with what is told of them: of a field that was neither edited nor sent nothing is told. */
export type TypedFields<Field extends string, Fault extends string> = {
  typed: Record<Field, string>;
  errors: Partial<Record<Field, Wrong<Fault>>>;
  edited: Field[];
};

type FieldOf<R> = R extends TypedFields<infer Field, string> ? Field : never;
type FaultOf<R> = R extends TypedFields<string, infer Fault> ? Fault : never;

/** What is wrong in words: the page's own for the rules that it knows. */
export function wordsOf<Fault extends string>(wrong: Wrong<Fault>, say: (fault: Fault) => string): string {
  return "said" in wrong ? wrong.said : say(wrong.fault);
}

/** What a control of a field is given. */
export function controlOf<Field extends string, Fault extends string>(
  record: TypedFields<Field, Fault>,
  field: Field,
  say: (fault: Fault) => string,
  onChange: (field: Field, value: string) => void,
  onLeave: (field: Field) => void,
) {
  const wrong = record.errors[field];
  return {
    value: record.typed[field],
    error: wrong && wordsOf(wrong, say),
    onChange: (event: { target: { value: string } }) => onChange(field, event.target.value),
    onBlur: () => onLeave(field),
  };
}

/** With a field written anew. What is told of it stays until it is judged. */
export function written<R extends TypedFields<string, string>>(
  record: R,
  field: FieldOf<R>,
  value: string,
): R {
  const edited = record.edited.includes(field) ? record.edited : [...record.edited, field];
  return { ...record, typed: { ...record.typed, [field]: value }, edited };
}

/** With what is wrong with a field told, or no longer told. */
export function judged<R extends TypedFields<string, string>>(
  record: R,
  field: FieldOf<R>,
  wrong: Wrong<FaultOf<R>> | undefined,
): R {
  const { [field]: _, ...others } = record.errors;
  return { ...record, errors: wrong ? { ...others, [field]: wrong } : others };
}

/** Faults by their fields, as a record tells them. */
export function told<Field extends string, Fault extends string>(
  faults: [Field, Fault][],
): Partial<Record<Field, Wrong<Fault>>> {
  const errors: Partial<Record<Field, Wrong<Fault>>> = {};
  for (const [field, fault] of faults) errors[field] = { fault };
  return errors;
}
