"use client";

import { ErrorSummary } from "@/parts/error-summary/error-summary";
import { alertTexts } from "@/text/areas/alert";
import { formTexts } from "@/text/areas/form";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import type { useForm } from "./use-form";

/** The errors of a form, whatever its fields are. */
export type FormErrorState = Pick<
  ReturnType<typeof useForm<string>>,
  "entries" | "problem" | "summary" | "alert"
>;

/** The errors of a form, shown above its fields. */
export function FormErrors({ form }: { form: FormErrorState }) {
  const t = useText(alertTexts, formTexts);
  return (
    <>
      {form.entries.length > 0 ? (
        <ErrorSummary ref={form.summary} title={t("form.summary")} entries={form.entries} />
      ) : null}
      {form.problem ? (
        <Alert ref={form.alert} tone="error" label={t("alert.error")}>
          {form.problem}
        </Alert>
      ) : null}
    </>
  );
}
