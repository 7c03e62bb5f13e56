/** The messages of a form's fields. A field without an entry is valid, or has not been checked yet. */
export type FieldMessages<Field extends string> = Partial<Record<Field, string>>;

export type FormState<Field extends string> = {
  values: Record<Field, string>;
  messages: FieldMessages<Field>;
  /** The fields that the visitor has changed. Only these are checked when they are left. */
  edited: readonly Field[];
  /** What went wrong with the form as a whole. */
  problem: string | null;
  /** How often the form was submitted without success since the last success. Focus moves to the errors each time. */
  failures: number;
  submitting: boolean;
};

/** `invalid` holds the messages of the client-side rules for the values of the event or, without values, of the state. */
export type FormEvent<Field extends string> =
  | { type: "prefilled"; values: Partial<Record<Field, string>> }
  | { type: "changed"; field: Field; values: Record<Field, string>; invalid: FieldMessages<Field> }
  | { type: "left"; field: Field; invalid: FieldMessages<Field> }
  | { type: "rejected"; invalid: FieldMessages<Field> }
  | { type: "sent" }
  | { type: "refused"; messages: FieldMessages<Field>; problem: string }
  | { type: "succeeded" }
  | { type: "reset"; values: Record<Field, string> };

export function initialFormState<Field extends string>(values: Record<Field, string>): FormState<Field> {
  return { values, messages: {}, edited: [], problem: null, failures: 0, submitting: false };
}

/** The next state of a form. Pure. */
export function formReducer<Field extends string>(
  state: FormState<Field>,
  event: FormEvent<Field>,
): FormState<Field> {
  switch (event.type) {
    case "prefilled":
      return { ...state, values: { ...state.values, ...event.values } };
    case "changed": {
      const { field, values, invalid } = event;
      const edited = state.edited.includes(field) ? state.edited : [...state.edited, field];
      return { ...state, values, edited, messages: updateShown(state.messages, invalid) };
    }
    case "left":
      if (!state.edited.includes(event.field)) return state;
      return {
        ...state,
        messages: withoutEmpty({ ...state.messages, [event.field]: event.invalid[event.field] }),
      };
    case "rejected":
      return { ...state, messages: event.invalid, problem: null, failures: state.failures + 1 };
    case "sent":
      return { ...state, messages: {}, problem: null, submitting: true };
    case "refused": {
      // A field of the form explains the refusal better than the message of the whole form.
      const hasFieldMessage = Object.keys(event.messages).length > 0;
      return {
        ...state,
        messages: event.messages,
        problem: hasFieldMessage ? null : event.problem,
        failures: state.failures + 1,
        submitting: false,
      };
    }
    case "succeeded":
      return { ...state, failures: 0, submitting: false };
    case "reset":
      return { ...state, values: event.values, messages: {}, edited: [] };
  }
}

/** Updates or removes the messages that are shown. Typing never shows a new one. */
function updateShown<Field extends string>(
  shown: FieldMessages<Field>,
  invalid: FieldMessages<Field>,
): FieldMessages<Field> {
  const fields = Object.keys(shown) as Field[];
  return withoutEmpty(
    Object.fromEntries(fields.map((field) => [field, invalid[field]])) as FieldMessages<Field>,
  );
}

function withoutEmpty<Field extends string>(messages: FieldMessages<Field>): FieldMessages<Field> {
  return Object.fromEntries(
    Object.entries(messages).filter(([, message]) => message),
  ) as FieldMessages<Field>;
}
