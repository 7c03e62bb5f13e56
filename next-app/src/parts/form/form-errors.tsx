"use client";

import type { RefObject } from "react";
import { ErrorSummary, type SummaryEntry } from "@/parts/error-summary/error-summary";
import { alertTexts } from "@/text/areas/alert";
import { formTexts } from "@/text/areas/form";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";

/** The errors of a form, whatever its fields are. */
export type FormErrorState = {
  entries: SummaryEntry[];
  problem: string | null;
  summary: RefObject<HTMLDivElement | null>;
  alert: RefObject<HTMLDivElement | null>;
};

/** The errors of a form, shown above its fields. `title` replaces the title of the summary. */
export function FormErrors({ form, title }: { form: FormErrorState; title?: string | null }) {
  const t = useText(formTexts);
  return (
    <>
      {form.entries.length > 0 ? (
        <ErrorSummary ref={form.summary} title={title ?? t("form.summary")} entries={form.entries} />
      ) : null}
      <FormProblem form={form} />
    </>
  );
}

type ProblemProps = { form: Pick<FormErrorState, "problem"> & Partial<Pick<FormErrorState, "alert">> };

/** What went wrong with the form as a whole. A form of one field shows no summary, because its error is near. */
export function FormProblem({ form: { problem, alert } }: ProblemProps) {
  const t = useText(alertTexts);
  if (!problem) return null;
  return (
    <Alert ref={alert} tone="error" label={t("alert.error")}>
      {problem}
    </Alert>
  );
}
