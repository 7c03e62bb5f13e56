"use client";

import { ErrorSummary, type SummaryEntry } from "@/parts/error-summary/error-summary";
import { alertTexts } from "@/text/areas/alert";
import { formTexts } from "@/text/areas/form";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import type { useShortForm } from "./use-short-form";

/** What a form shows of itself, whatever its fields are. */
export type Shown = Pick<
  ReturnType<typeof useShortForm<string>>,
  "entries" | "problem" | "summary" | "alert"
> & { entries: SummaryEntry[] };

/** What is wrong with a form, above its fields. */
export function Faults({ form }: { form: Shown }) {
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
