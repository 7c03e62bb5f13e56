"use client";

import type { RefObject } from "react";
import { ErrorSummary, type SummaryEntry } from "@/parts/error-summary/error-summary";
import { ProblemAlert } from "@/parts/error-summary/problem";
import { formTexts } from "@/text/areas/form";
import { useText } from "@/text/use-text";

/** The errors of a form with any fields. */
export type FormErrorState = {
  entries: SummaryEntry[];
  problem: string | null;
  problemId?: string;
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
      <ProblemAlert problem={form.problem} alert={form.alert} id={form.problemId} />
    </>
  );
}
