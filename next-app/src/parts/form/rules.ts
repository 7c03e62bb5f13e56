import * as z from "zod/mini";

/** Pure functions that build the schemas of forms. A schema's messages are the texts that shoppers read. */

/** A text field. `message` is its error while `isValid` is false. */
export function textField(isValid: (typed: string) => boolean, message: string) {
  return z.string().check(z.refine(isValid, message));
}

/** A schema of text fields only. */
export type TextSchema<Field extends string> = z.ZodMiniType<Record<Field, string>, Record<Field, string>> & {
  shape: Record<Field, z.ZodMiniString<string>>;
};

/** A form of text fields without any value: its schema, and its fields in the order of the schema. */
export function emptyForm<Field extends string>(schema: TextSchema<Field>) {
  const fields = Object.keys(schema.shape) as Field[];
  const defaultValues = Object.fromEntries(fields.map((field) => [field, ""])) as Record<Field, string>;
  return { schema, fields, defaultValues };
}

/** Rules that depend on several fields of a form: `messagesOf` returns the invalid fields with their messages. */
export function crossFieldRules<Values>(messagesOf: (values: Values) => [field: string, message: string][]) {
  return z.superRefine<Values>((values, context) => {
    for (const [field, message] of messagesOf(values)) {
      context.addIssue({ code: "custom", path: field.split("."), message });
    }
  });
}

/** The messages of the invalid fields in the order of the schema. */
export function invalidFields<Values>(
  schema: z.ZodMiniType<unknown, Values>,
  values: Values,
): Record<string, string> {
  const issues = schema.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
}
